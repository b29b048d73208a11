package conformance

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/conform/compare"
	"github.com/npycheck/npycheck/internal/conform/derive"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Expectation is what an answer about a file is judged by. For a case of the corpus its fields are those
// of the case; Expect makes one for any file.
type Expectation struct {
	File []byte
	Duty corpus.Duty

	// Format and Features are what a reader needs to claim: a rejection by one that doesn't is
	// unsupported. They may be empty.
	Format   string
	Features []string

	// Flags say why the duty is Either: what a reader tolerates that reads the file.
	Flags []string

	// What the file holds, an array or an archive. If both are nil any array is right, and so is any for a
	// member without one.
	Array   *corpus.Array
	Members []corpus.Member

	// Report is what the validator says of the file, at full depth; nil for a case of the corpus.
	Report *validator.Report
}

// Expect checks a file, whole and under the name that a reader sees it by, and returns what a reader owes
// it, with the arrays as npycheck itself reads them. There are none where that can't be done, nor for
// arrays of Python objects: who reads one gets what its pickle makes.
//
// Features and flags follow from the report. Of a header that can't be understood only the format version is a
// feature, so that a rejection for want of another feature counts as a rejection of the fault. A flag is there for
// every rule with the duty Either, so that Apply turns no file into one to be accepted for half of its oddities.
//
// An array of more than 2^20 elements of zero bytes has the duty Survive: nobody needs to visit them all.
//
// The error says that the context is done, or that a limit ended the check before the end of the file and before
// anything that a reader has to reject, so that nobody knows what it owes the file.
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
	e.Features = derive.Features(file, report)
	if e.Duty == corpus.Either {
		e.Flags = derive.Flags(file, report)
	}
	if slices.ContainsFunc(derive.Arrays(report), compare.Endless) {
		e.Duty = corpus.Survive
	}
	if report.Format != validator.Npz {
		e.Array = compare.FromReport(file, report, -1)
		return e, nil
	}
	e.Members = []corpus.Member{} // an archive, even if it is empty
	of := map[string]int{}
	for i, m := range report.Members {
		if m.Hidden { // a reader that follows the directory doesn't get it
			continue
		}
		array := compare.FromReport(file, report, i)
		if first, taken := of[m.Key]; taken { // a reader returns any or both (clause npz-5.3)
			array, e.Members[first].Array = nil, nil
		}
		of[m.Key] = len(e.Members)
		e.Members = append(e.Members, corpus.Member{Name: m.Name, Key: m.Key, Array: array})
	}
	return e, nil
}

// Apply replaces the duty Either by what the readers of a profile owe such a file, as far as the flags tell, and
// returns whether they support its features. If not, the duty stays, and a rejection is no fault of theirs.
func (e *Expectation) Apply(p *corpus.Profile) (supported bool) {
	if e.Duty == corpus.Either && e.Report != nil && slices.ContainsFunc(e.Report.Findings, func(f validator.Finding) bool {
		return derive.MayBeLeftOut(e.Report, &f) && f.Rule.Rule().Reader == spec.Reject
	}) {
		return true // whether they leave the member out, no flag tells
	}
	verdict := p.Verdict(corpus.Case{Duty: e.Duty, Flags: e.Flags, Features: e.Features})
	if verdict == corpus.Unsupported {
		return false
	}
	e.Duty = verdict
	return true
}

// goesOn reports whether something follows the first array of a file. A reader need not look at it, so what it owes the
// file is known even if npycheck didn't check all of that.
func goesOn(report *validator.Report) bool {
	return report.Array != nil && slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		return f.Rule == spec.DataTrailing || f.Rule == spec.PickleTrailing || f.Rule == spec.DataSecondArray
	})
}
