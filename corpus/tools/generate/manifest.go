package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/npycheck/npycheck/corpus/internal/cases"
	"github.com/npycheck/npycheck/internal/testing/build"
)

// first is the corpus version of cases that don't name one.
const first = "0.1.0"

// entry is a case as the manifest has it. The order of the fields is the order in the file.
type entry struct {
	ID            string            `json:"id"`
	File          string            `json:"file"`
	SHA256        string            `json:"sha256"`
	Size          int               `json:"size"`
	Gzip          bool              `json:"gzip,omitempty"`
	Format        string            `json:"format"`
	FormatVersion string            `json:"format_version,omitempty"`
	Conforms      bool              `json:"conforms"`
	Duty          cases.Duty        `json:"duty"`
	Rules         []string          `json:"rules"`
	Findings      []finding         `json:"findings"`
	Stage         string            `json:"stage"`
	Flags         []string          `json:"flags"`
	Features      []string          `json:"features"`
	Importance    cases.Importance  `json:"importance"`
	Comment       string            `json:"comment"`
	Twin          string            `json:"twin,omitempty"`
	Since         string            `json:"since"`
	Withdrawn     string            `json:"withdrawn,omitempty"`
	Array         *array            `json:"array,omitempty"`
	Members       []member          `json:"members,omitzero"`
	MoreMembers   int               `json:"more_members,omitempty"`
	Objects       *objects          `json:"objects,omitempty"`
	NumPy         map[string]string `json:"numpy,omitempty"`
	NumPyDetail   []detail          `json:"numpy_detail,omitempty"`
}

type finding struct {
	Rule    string        `json:"rule"`
	Offset  int64         `json:"offset"`
	Length  int64         `json:"length"`
	Base    string        `json:"base,omitempty"`
	Pointer string        `json:"pointer,omitempty"`
	Array   int           `json:"array,omitempty"`
	Member  *faultyMember `json:"member,omitempty"`
}

type faultyMember struct {
	Index int    `json:"index"`
	Name  string `json:"name"`
}

type member struct {
	Name    string   `json:"name"`
	Key     string   `json:"key"`
	Array   *array   `json:"array,omitempty"`
	Objects *objects `json:"objects,omitempty"`
}

type array struct {
	DType        string  `json:"dtype"`
	Shape        []int64 `json:"shape"`
	FortranOrder bool    `json:"fortran_order"`
	SHA256       string  `json:"sha256"`
	Values       []any   `json:"values,omitzero"` // nil for a large array
}

type objects struct {
	Shape        []int64  `json:"shape"`
	FortranOrder bool     `json:"fortran_order"`
	Reprs        []string `json:"reprs"`
}

// detail has the behaviour of some NumPy releases beyond np.load of the file, or other than expected.
type detail struct {
	Releases    []string     `json:"releases"`
	Stream      string       `json:"stream,omitempty"`
	MMap        string       `json:"mmap,omitempty"`
	Objects     string       `json:"objects,omitempty"`
	Array       *readArray   `json:"array,omitempty"`
	Members     []readMember `json:"members,omitzero"`
	StreamArray *readArray   `json:"stream_array,omitempty"`
	MMapArray   *readArray   `json:"mmap_array,omitempty"`
}

// manifest returns manifest.json: one case per line, so that the difference between two versions
// can be read.
func manifest(all []cases.Case, found map[string][]cases.Finding, runs recorded) ([]byte, error) {
	var b bytes.Buffer
	pythons, err := marshal(runs.pythons)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "{\"schema\":1,\"version\":%q,\"numpy_python\":%s,\"cases\":[\n", cases.Version, pythons)
	for i, c := range all {
		line, err := marshal(describe(c, found[c.ID], runs))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(line)
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

func describe(c cases.Case, found []cases.Finding, runs recorded) entry {
	e := entry{
		ID:         c.ID,
		File:       c.File(),
		SHA256:     digest(c.Bytes),
		Size:       len(c.Bytes),
		Gzip:       len(c.Bytes) > maxPlain,
		Format:     c.Format(),
		Conforms:   !c.Violates,
		Duty:       c.Duty,
		Rules:      words(c.Rules),
		Findings:   describeFindings(found),
		Stage:      c.Stage,
		Flags:      words(c.Flags),
		Features:   append([]string{}, c.Needs()...),
		Importance: c.Importance,
		Comment:    c.Story,
		Twin:       c.Twin,
		Since:      c.Since,
		Withdrawn:  c.Withdrawn,
	}
	slices.Sort(e.Rules)
	if e.Since == "" {
		e.Since = first
	}
	if len(c.Bytes) >= 8 && bytes.HasPrefix(c.Bytes, []byte(build.Magic)) {
		e.FormatVersion = fmt.Sprintf("%d.%d", c.Bytes[6], c.Bytes[7])
	}
	e.Array = describeArray(c.Array)
	if c.Members != nil {
		e.Members = []member{}
	}
	for _, m := range c.Members {
		e.Members = append(e.Members, member{m.Name, m.Key(), describeArray(m.Array), describeObjects(m.Array)})
	}
	e.MoreMembers, e.Objects = c.More, describeObjects(c.Array)
	e.NumPy, e.NumPyDetail = runs.of(c.ID, e.Array, e.Members)
	return e
}

func describeFindings(found []cases.Finding) []finding {
	all := make([]finding, len(found))
	for i, f := range found {
		all[i] = finding{Rule: f.Rule, Offset: f.Offset, Length: f.Length, Pointer: f.Pointer, Array: f.Array}
		if f.Content {
			all[i].Base = "content"
		}
		if f.Member != cases.NoMember {
			all[i].Member = &faultyMember{f.Member, f.Name}
		}
	}
	return all
}

func describeArray(a *cases.Array) *array {
	if a == nil || a.IsObject() {
		return nil
	}
	// An empty list, not null in JSON.
	out := &array{DType: a.DType, Shape: append([]int64{}, a.Shape...), FortranOrder: a.F, SHA256: digest(a.Data), Values: nil}
	if len(a.Values) > 0 || len(a.Data) == 0 {
		out.Values = append([]any{}, a.Values...)
	}
	return out
}

func describeObjects(a *cases.Array) *objects {
	if a == nil || !a.IsObject() {
		return nil
	}
	return &objects{append([]int64{}, a.Shape...), a.F, append([]string{}, a.Reprs...)}
}

func words(s string) []string { return append([]string{}, strings.Fields(s)...) }

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// profiles returns profiles.json.
func profiles() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"schema\":1,\"version\":%q", cases.Version)
	type named struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	type profile struct {
		Name        string   `json:"name"`
		Doc         string   `json:"doc"`
		Accepts     []string `json:"accepts"`
		Rejects     []string `json:"rejects"`
		Unsupported []string `json:"unsupported"`
	}
	var flags, features, all []any
	for _, f := range cases.Flags() {
		flags = append(flags, named(f))
	}
	for _, f := range cases.Features() {
		features = append(features, named(f))
	}
	for _, p := range cases.Profiles() {
		all = append(all, profile{
			Name:        p.Name,
			Doc:         p.Doc,
			Accepts:     append([]string{}, p.Accepts...),
			Rejects:     append([]string{}, p.Rejects...),
			Unsupported: append([]string{}, p.Unsupported...),
		})
	}
	for _, list := range []struct {
		name  string
		items []any
	}{{"flags", flags}, {"features", features}, {"profiles", all}} {
		fmt.Fprintf(&b, ",%q:[\n", list.name)
		for i, item := range list.items {
			line, err := marshal(item)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				b.WriteString(",\n")
			}
			b.Write(line)
		}
		b.WriteString("\n]")
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// marshal returns v in one line of ASCII: a program that assumes another encoding still reads it
// right, and no character of a hostile name acts on a terminal.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // keeps "<f8" readable
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	var out []byte
	for _, r := range string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) {
		switch {
		case r < 0x7f:
			out = append(out, byte(r))
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
	}
	return out, nil
}
