package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// written is what a writer is asked to write.
type written struct {
	DType        string
	Shape        []int64
	FortranOrder bool `json:"fortran_order"`
	Data         string
	Members      map[string]json.RawMessage
}

// write writes arrays in C order, wrongly in all modes but its own.
func write(q *question) reply {
	mode := flag.Arg(1)
	text := []byte(q.array)
	if text == nil {
		var err error
		if text, err = io.ReadAll(os.Stdin); err != nil {
			fail(err.Error())
		}
	}
	var w written
	if err := json.Unmarshal(text, &w); err != nil {
		fail(err.Error())
	}
	data, err := hex.DecodeString(w.Data)
	if err != nil {
		fail(err.Error())
	}
	dtype, err := spec.ParseDescr(w.DType)
	switch {
	case w.Members != nil || w.FortranOrder && len(w.Shape) > 1 && mode != "write-c-order":
		return reply{Outcome: "unsupported", Message: "not this"}
	case err != nil || mode == "write-one-kind" && dtype.Kind != 'f':
		return reply{Outcome: "reject", Message: "TypeError: " + w.DType}
	}
	file, err := spec.Header{DType: dtype, Shape: w.Shape}.Append(nil, spec.Version{}, spec.Era64)
	if err != nil {
		return reply{Outcome: "reject", Message: err.Error()}
	}
	file = append(file, data...)
	switch mode {
	case "write-unsorted":
		descr, rest, _ := bytes.Cut(file, []byte(", 'fortran_order'"))
		order, shape, _ := bytes.Cut(rest, []byte(", 'shape'"))
		before, descr, _ := bytes.Cut(descr, []byte("{"))
		file = slices.Concat(before, []byte("{'fortran_order'"), order, []byte(", "), descr, []byte(", 'shape'"), shape)
	case "write-rubbish":
		file = []byte(strings.Repeat("rubbish", 20))
	case "write-zero":
		clear(file[len(file)-len(data):])
	case "write-no-newline":
		file[len(file)-len(data)-1] = ' '
	case "write-zero-no-newline":
		file[len(file)-len(data)-1] = ' '
		clear(file[len(file)-len(data):])
	case "write-link":
		if err := os.WriteFile(q.path+".real", file, 0o666); err != nil {
			fail(err.Error())
		}
		if err := os.Symlink(q.path+".real", q.path); err != nil {
			fail(err.Error())
		}
		return reply{Outcome: "accept"}
	}
	if err := os.WriteFile(q.path, file, 0o666); err != nil {
		fail(err.Error())
	}
	return reply{Outcome: "accept"}
}
