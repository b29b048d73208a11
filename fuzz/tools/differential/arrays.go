package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// releases are the NumPy releases that read arrays.
var releases = []string{"1.26.4", "2.4.6"}

// arrays has NumPy releases read arrays, and some archives of them.
func (r *run) arrays() oracle {
	o := oracle{name: "arrays", subject: arraySubject}
	for _, release := range releases {
		o.readers = append(o.readers, r.python("numpy-"+release, filepath.Join(r.environments, release, "bin", "python"), "numpy"))
	}
	return o
}

// areas are those in which files for an oracle are unusual.
var (
	arrayAreas   = []string{"", "prefix", "header", "literal", "keys", "descr", "shape", "order", "data"}
	archiveAreas = []string{"zip", "npz"}
)

func arraySubject(ctx context.Context, seed, number uint64) (*subject, error) {
	areas := arrayAreas
	if number%16 == 15 {
		areas = archiveAreas
	}
	content, format := made(seed, number, areas)
	s := &subject{content: content, format: format}
	e, err := conformance.Expect(ctx, content, "file") // NumPy gets no name either, and looks at the first bytes
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		s.class = "not checked to the end"
		return s, nil
	}
	s.sent, s.class = content, string(e.Duty)
	s.judge = func(reader string, a *answer) *disagreement { return judgeArray(reader, e, a) }
	return s, nil
}

// made returns a file that is unusual in one of the areas: one in three conforms, one is a conforming file after
// mutations, and one is anything.
func made(seed, number uint64, areas []string) (content []byte, format string) {
	g := fuzz.Numbered(seed, number)
	area := areas[number/3%uint64(len(areas))]
	var file fuzz.File
	switch number % 3 {
	case 0:
		file = g.Valid(area)
	case 1:
		file = g.Valid(area)
		file.Content = g.Mutate(area, file.Format, file.Content, nil)
	case 2:
		file = g.Anything(area)
	}
	return bytes.Clone(file.Content), string(file.Format)
}

// judgeArray says how NumPy's result for a file disagrees with what npycheck expects of a reader.
func judgeArray(reader string, e *conformance.Expectation, a *answer) *disagreement {
	d := &disagreement{reader: reader}
	got := conformance.Answer{Outcome: conformance.OutcomeAccept}
	switch {
	case a.death != "":
		d.kind, d.what = dies, a.death
		d.rules = rulesOf(e.File, string(e.Format), spec.Accept)
		return d
	case a.Error != "":
		got.Outcome, got.Message = conformance.OutcomeReject, a.Error
	default:
		array, err := a.array()
		if err != nil {
			d.kind, d.what = dies, err.Error()
			return d
		}
		got.Array = array
	}
	cell, message := conformance.Judge(e, got)
	switch {
	case cell == conformance.CellWrongData:
		d.kind = differs
	case cell != conformance.CellWrongVerdict:
		return nil
	case e.Duty == corpus.Reject:
		d.kind = reads
		d.rules = rulesOf(e.File, string(e.Format), spec.Reject)
		d.others = rulesOf(e.File, string(e.Format), spec.Accept)
		return d
	default:
		d.kind = refuses
	}
	d.what = message
	d.rules = rulesOf(e.File, string(e.Format), spec.Accept)
	return d
}

func (a *answer) array() (*judge.Array, error) {
	if a.Members == nil {
		return a.single()
	}
	var members map[string]*answer
	if err := json.Unmarshal(a.Members, &members); err != nil {
		return nil, err
	}
	arrays := make(map[string]*judge.Array, len(members))
	for key, member := range members {
		var err error
		if arrays[key], err = member.single(); err != nil {
			return nil, err
		}
	}
	return judge.NewArchive(arrays), nil
}

func (a *answer) single() (*judge.Array, error) {
	if a.DType == nil {
		return nil, fmt.Errorf("an answer without a dtype")
	}
	data, err := hex.DecodeString(a.Data)
	if err != nil {
		return nil, err
	}
	return judge.NewArray(*a.DType, a.Shape, data), nil
}

// rulesOf returns the rules that a file breaks, of those to which a reader owes at least the given duty.
func rulesOf(content []byte, format string, duty spec.Duty) []string {
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)),
		&validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: "file." + format})
	if err != nil {
		return nil
	}
	return rulesOfReport(report, duty)
}
