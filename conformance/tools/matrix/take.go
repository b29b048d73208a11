package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/results"
)

// take puts the results of an implementation that ran elsewhere into the matrix. The first file has the conditions of
// the run, the others are reports of npycheck conform --format json.
func (c *config) take(files []string) error {
	m, err := c.load()
	if err != nil {
		return err
	}
	conditions, err := os.Open(files[0])
	if err != nil {
		return err
	}
	defer conditions.Close()
	item, err := results.ReadConditions(conditions)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	var reports []*conformance.Report
	for _, name := range files[1:] {
		report, err := c.report(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		reports = append(reports, report)
	}
	if err := m.Take(item, reports...); err != nil {
		return err
	}
	return c.write(m)
}

// report reads a report, with messages as they are recorded.
func (c *config) report(name string) (*conformance.Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	report, err := results.Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := c.valid(text); err != nil {
		return nil, err
	}
	recordable(report)
	return report, nil
}

// valid compares a report with conform.schema.json.
func (c *config) valid(report []byte) error {
	text, err := os.ReadFile(filepath.Join(c.folder, "conform.schema.json"))
	if err != nil {
		return err
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		return fmt.Errorf("conform.schema.json: %w", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return fmt.Errorf("conform.schema.json: %w", err)
	}
	var document any
	if err := json.Unmarshal(report, &document); err != nil {
		return err
	}
	return resolved.Validate(document)
}
