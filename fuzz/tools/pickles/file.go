package main

import (
	"bytes"
	"context"
	"time"

	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// file is a file that was checked.
type file struct {
	number    int
	name      string // of a file given on the command line
	content   []byte
	mutations []string
	uses      []pickle.Use
	broken    []string // rules of the findings that keep it from being clean
	took      time.Duration
}

func (f *file) clean() bool { return len(f.broken) == 0 }

// judge returns the rules of the findings that keep a file from being clean.
func judge(content []byte) (broken []string, err error) {
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		return nil, err
	}
	for _, finding := range report.Findings {
		if finding.Severity() >= spec.Warning {
			broken = append(broken, finding.Rule.String())
		}
	}
	if report.Incomplete != "" {
		broken = append(broken, "incomplete")
	}
	return broken, nil
}
