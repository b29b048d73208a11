// Package viewer answers what the page and the npm package ask about a file, in JSON. Reports are those of npycheck
// check, and contents those of npycheck info.
package viewer

import (
	"context"
	"errors"
	"io"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/validator"
)

// File is a file that was opened.
type File struct {
	source   source
	checked  *validator.Report // the last; nil before Report was called
	outcome  outcome.Outcome   // likewise
	full     bool              // it was checked at depth full
	contents inspect.File      // its Report is nil before Contents was called
	unpacked map[int]io.ReaderAt
}

// source is the bytes of a file, with its name.
type source struct {
	io.ReaderAt
	name string
	size int64
}

func (s *source) Size() int64 { return s.size }

func (s *source) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	named := *opt
	named.Name = s.name
	return validator.Check(ctx, s.ReaderAt, s.size, &named)
}

// Open returns a file of a number of bytes.
func Open(name string, r io.ReaderAt, size int64) *File {
	return &File{source: source{r, name, size}, unpacked: make(map[int]io.ReaderAt)}
}

// Options says how a file is checked.
type Options struct {
	Depth validator.Depth `json:"depth"`
}

// Report checks the file, and returns the object "file" of validator/report.schema.json that npycheck check prints.
func (f *File) Report(ctx context.Context, o Options) []byte {
	checker := report.Checker{Options: validator.Options{Depth: o.Depth, Decompressors: decompress.Methods()}}
	checked, err := f.source.Check(ctx, &checker.Options)
	file := checker.File(report.Path(f.source.name), checked, err)
	file.Size = f.source.size
	if err != nil {
		checked = &validator.Report{Format: validator.Unknown, Incomplete: err.Error()}
	}
	f.checked, f.outcome, f.full = checked, file.Outcome, report.DepthOf(o.Depth, "") == validator.Full
	text, _ := file.MarshalJSON() // which only a writer could make fail
	return text
}

// Outcome returns the outcome of the last check, as the page begins a sentence with it: "OK", "Failed" or "Incomplete".
func (f *File) Outcome() string { return f.outcome.Title() }

// Place is an array of the file.
type Place = inspect.Place

// at returns the array at a place, nil for one that can't be understood, and its member, nil for none.
func (f *File) at(p Place) (*validator.Array, *validator.Member, error) {
	report := f.contents.Report
	switch {
	case report == nil:
		return nil, nil, errors.New("the contents are not known")
	case p.Member != validator.NoMember:
		if p.Member < 0 || p.Member >= len(report.Members) {
			return nil, nil, errors.New("no such member")
		}
		m := &report.Members[p.Member]
		return m.Array, m, nil
	case p.Array == 0:
		return report.Array, nil, nil
	case p.Array < 0 || p.Array >= len(report.Arrays):
		return nil, nil, errors.New("no such array")
	}
	return report.Arrays[p.Array], nil, nil
}

// look finds out what is in the file, and passes its regions to trace.
func (f *File) look(ctx context.Context, trace func(validator.Region)) {
	f.contents = inspect.File{
		Context: ctx,
		Options: inspect.Options{Depth: inspect.DefaultDepth},
		Path:    f.source.name,
		Source:  &f.source,
	}
	f.contents.Check(trace)
}
