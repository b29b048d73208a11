package conformance

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Expectation is what an answer about a file is judged by: the fields of a case of the corpus, or what Expect derives.
type Expectation struct {
	File     []byte
	Duty     corpus.Duty
	Format   string   // that a reader needs to claim, or its rejection is unsupported; "" for any
	Features []string // the same
	Flags    []string // why the duty is Either: what a reader tolerates if it reads the file

	// What the file contains. If both are nil any array is right, and so is any for a member without one.
	Array   *corpus.Array
	Members []corpus.Member

	Report *validator.Report // at full depth; nil for a case of the corpus
}

// Expect checks a file, whole and under the name that a reader sees it by, and returns what a reader owes it, without arrays
// that npycheck can't read, or of Python objects. The duty is Survive if there are more than 2^20 elements without bytes. The
// error says that the context is done, or that a limit ended the check before the duty could be known.
func Expect(ctx context.Context, file []byte, name string) (*Expectation, error) {
	report, err := validator.Check(ctx, bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: name})
	if err != nil {
		return nil, err
	}
	if report.Incomplete != "" && report.Duty() != spec.Reject && !goesOn(report) {
		return nil, fmt.Errorf("not checked to its end: %s", report.Incomplete)
	}
	e := &Expectation{File: file, Report: report, Duty: corpus.Duty(report.Duty().String())}
	if report.Format != validator.Unknown {
		e.Format = string(report.Format)
	}
	// If the header can't be understood, only the format version is a feature, so that a rejection for want of another
	// feature counts as a rejection of the fault.
	e.Features = judge.Features(file, report)
	if e.Duty == corpus.Either {
		// There is one for every rule with this duty, so that no profile makes a file one to be accepted for half of its
		// oddities.
		e.Flags = judge.Flags(file, report)
	}
	if slices.ContainsFunc(judge.Arrays(report), judge.Endless) {
		e.Duty = corpus.Survive
	}
	if report.Format != validator.Npz {
		e.Array = judge.FromReport(file, report, -1)
		return e, nil
	}
	e.Members = []corpus.Member{} // an archive, even if it is empty
	of := map[string]int{}
	for i, m := range report.Members {
		if m.Hidden { // a reader that follows the directory doesn't get it
			continue
		}
		array := judge.FromReport(file, report, i)
		if first, taken := of[m.Key]; taken { // a reader returns either or both (clause npz-5.3)
			array, e.Members[first].Array = nil, nil
		}
		of[m.Key] = len(e.Members)
		e.Members = append(e.Members, corpus.Member{Name: m.Name, Key: m.Key, Array: array})
	}
	return e, nil
}

// goesOn reports whether something follows the first array of a file. A reader need not look at it, so its duty is
// known even if npycheck didn't check all of that.
func goesOn(report *validator.Report) bool {
	return report.Array != nil && slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		return f.Rule == spec.DataTrailing || f.Rule == spec.PickleTrailing || f.Rule == spec.DataSecondArray
	})
}
