package results

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// Matrix has the results of many implementations on the corpus. Its JSON form is matrix.json,
// described by matrix.schema.json.
type Matrix struct {
	Schema          int     `json:"schema"`          // 1
	Corpus          string  `json:"corpus"`          // the version of the corpus
	Implementations []*Item `json:"implementations"` // sorted by name and variant
	Cases           []*Case `json:"cases"`           // sorted by ID
}

// Item is an implementation, with the words of its adapter.json.
type Item struct {
	Name     string   `json:"name"`
	Variant  string   `json:"variant"` // the version, or the version and the build
	Version  string   `json:"version"` // as the implementation reports it
	Language string   `json:"language"`
	License  string   `json:"license"`
	Package  string   `json:"package"`
	About    string   `json:"about"`
	Features []string `json:"features,omitempty"` // those that it claims; none for all
	Ops      []string `json:"ops"`                // "read", "write"
	Formats  []string `json:"formats"`            // "npy", "npz"
	Runtime  string   `json:"runtime,omitempty"`  // what runs or compiled it: "CPython 3.11.2"
	Limits   *Limits  `json:"limits,omitempty"`   // of the run

	Elsewhere *Elsewhere `json:"elsewhere,omitempty"` // who ran it, if that wasn't this project

	Reader *Results `json:"reader,omitempty"`
	Writer *Results `json:"writer,omitempty"`
}

// Elsewhere says who ran an implementation that this project doesn't run, and where.
type Elsewhere struct {
	By     string `json:"by"`     // a person or a project
	Date   string `json:"date"`   // YYYY-MM-DD
	System string `json:"system"` // the operating system and the CPU
}

// Limits are those of a run, for a file. None is 0.
type Limits struct {
	Timeout      float64 `json:"timeout_s"` // in seconds
	Memory       int64   `json:"memory_bytes,omitempty"`
	AddressSpace int64   `json:"address_space_bytes,omitempty"`
}

// Results sums up the results of a reader or a writer. The results of each case are in the case.
type Results struct {
	Summary  map[conformance.Cell]int `json:"summary"` // all cells
	Messages []Message                `json:"messages"`
}

// Message is a message about some cases.
type Message struct {
	Text  string   `json:"text,omitempty"`
	Known string   `json:"known,omitempty"` // the reason of the known-failure list
	Cases []string `json:"cases"`
}

// Case is a case, with a code for each implementation, in their order. The first letter of a
// code is that of the cell, the second that of the outcome; noCode says that it wasn't run.
type Case struct {
	ID    string      `json:"id"`
	Duty  corpus.Duty `json:"duty"`
	Asked string      `json:"asked"` // a hash of the file, and of what results are judged by
	Read  Codes       `json:"read"`
	Write Codes       `json:"write"`
}

// Codes are written as one string, so that a case is a line and a change shows in its place.
type Codes []string

// noCode is the code of a case that wasn't run.
const noCode = "--"

// MarshalText returns the codes with spaces between them.
func (c Codes) MarshalText() ([]byte, error) { return []byte(strings.Join(c, " ")), nil }

// UnmarshalText reads what MarshalText returns.
func (c *Codes) UnmarshalText(text []byte) error {
	*c = strings.Fields(string(text))
	for _, code := range *c {
		if _, _, err := parseCode(code); err != nil {
			return err
		}
	}
	return nil
}

// cellLetter returns the letter of a cell in codes.
func cellLetter(c conformance.Cell) string {
	switch c {
	case conformance.CellWrongVerdict:
		return "V"
	case conformance.CellException:
		return "X"
	}
	return strings.ToUpper(string(c[:1]))
}

// outcomeLetter returns the letter of an outcome in codes.
func outcomeLetter(o conformance.Outcome) string { return string(o[:1]) }

func parseCode(code string) (conformance.Cell, conformance.Outcome, error) {
	if code == noCode {
		return "", "", nil
	}
	for _, cell := range conformance.Cells() {
		for _, outcome := range conformance.Outcomes() {
			if code == cellLetter(cell)+outcomeLetter(outcome) {
				return cell, outcome, nil
			}
		}
	}
	return "", "", fmt.Errorf("got code %.10q, expected letters of a cell and an outcome", code)
}

// ReadMatrix reads the JSON form of a matrix.
func ReadMatrix(r io.Reader) (*Matrix, error) {
	var m Matrix
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	if m.Schema != 1 {
		return nil, fmt.Errorf("got schema %d, expected 1", m.Schema)
	}
	for _, item := range m.Implementations {
		if item == nil {
			return nil, errors.New("an implementation is null")
		}
	}
	for _, c := range m.Cases {
		if c == nil {
			return nil, errors.New("a case is null")
		}
		for _, codes := range []Codes{c.Read, c.Write} {
			if len(codes) != len(m.Implementations) {
				return nil, fmt.Errorf("case %q: got %d codes, expected one for each of %d implementations", c.ID, len(codes), len(m.Implementations))
			}
		}
	}
	return &m, nil
}

// WriteJSON writes the matrix, an implementation, a message and a case on a line each.
func (m *Matrix) WriteJSON(w io.Writer) error {
	out := fmt.Appendf(nil, "{\"schema\":%d,\"corpus\":%s,\"implementations\":[", m.Schema, compact(m.Corpus))
	for i, item := range m.Implementations {
		head := *item
		head.Reader, head.Writer = nil, nil
		out = append(out, separator(i)...)
		out = append(out, strings.TrimSuffix(compact(head), "}")...)
		for _, part := range []struct {
			name    string
			results *Results
		}{{"reader", item.Reader}, {"writer", item.Writer}} {
			if part.results == nil {
				continue
			}
			out = fmt.Appendf(out, ",\n\"%s\":{\"summary\":%s,\"messages\":[", part.name, compact(part.results.Summary))
			for j, message := range part.results.Messages {
				out = append(append(out, separator(j)...), compact(message)...)
			}
			out = append(out, "]}"...)
		}
		out = append(out, '}')
	}
	out = append(out, "\n],\"cases\":["...)
	for i, c := range m.Cases {
		out = append(append(out, separator(i)...), compact(c)...)
	}
	_, err := w.Write(append(out, "\n]}\n"...))
	return err
}

// compact returns the JSON form of v. It panics if there is none, which only a bug can cause.
func compact(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func separator(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
}

// Put replaces everything that the matrix has of an implementation, or adds it. Reader and Writer
// in item are ignored; a nil report means that it doesn't read, or doesn't write.
func (m *Matrix) Put(item Item, reader, writer *conformance.Report) {
	at, found := slices.BinarySearchFunc(m.Implementations, &item, compareItems)
	if !found {
		m.Implementations = slices.Insert(m.Implementations, at, nil)
		for _, c := range m.Cases {
			c.Read = slices.Insert(c.Read, at, noCode)
			c.Write = slices.Insert(c.Write, at, noCode)
		}
	}
	for _, c := range m.Cases {
		c.Read[at], c.Write[at] = noCode, noCode
	}
	item.Reader, item.Writer = nil, nil
	for _, report := range []*conformance.Report{reader, writer} {
		if report == nil {
			continue
		}
		i := report.Implementation
		item.Version, item.Language, item.Runtime, item.Features = i.Version, i.Language, i.Runtime, i.Features
		results := &Results{Summary: Count(report.Results), Messages: messages(report.Results)}
		if report.Writer {
			item.Writer = results
		} else {
			item.Reader = results
		}
		for _, result := range report.Results {
			c := m.at(result.ID)
			c.Duty = result.Duty
			code := cellLetter(result.Cell) + outcomeLetter(result.Outcome)
			if report.Writer {
				c.Write[at] = code
			} else {
				c.Read[at] = code
			}
		}
	}
	m.Implementations[at] = &item
	m.Cases = slices.DeleteFunc(m.Cases, func(c *Case) bool {
		none := func(code string) bool { return code != noCode }
		return !slices.ContainsFunc(c.Read, none) && !slices.ContainsFunc(c.Write, none)
	})
}

// Remove removes implementations for which keep returns false.
func (m *Matrix) Remove(keep func(*Item) bool) {
	for i := len(m.Implementations) - 1; i >= 0; i-- {
		if keep(m.Implementations[i]) {
			continue
		}
		m.Implementations = slices.Delete(m.Implementations, i, i+1)
		for _, c := range m.Cases {
			c.Read = slices.Delete(c.Read, i, i+1)
			c.Write = slices.Delete(c.Write, i, i+1)
		}
	}
}

// at returns the case with the ID, which it adds if there is none.
func (m *Matrix) at(id string) *Case {
	i, found := slices.BinarySearchFunc(m.Cases, id, func(c *Case, id string) int { return strings.Compare(c.ID, id) })
	if !found {
		n := len(m.Implementations)
		none := slices.Repeat([]string{noCode}, n)
		m.Cases = slices.Insert(m.Cases, i, &Case{ID: id, Read: none, Write: slices.Clone(none)})
	}
	return m.Cases[i]
}

func compareItems(a, b *Item) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Variant, b.Variant))
}

// messages groups the results by message.
func messages(results []conformance.Result) []Message {
	list := []Message{}
	index := make(map[[2]string]int)
	for _, r := range results {
		if r.Message == "" && r.Known == "" {
			continue
		}
		key := [2]string{r.Message, r.Known}
		i, ok := index[key]
		if !ok {
			i = len(list)
			index[key] = i
			list = append(list, Message{Text: r.Message, Known: r.Known})
		}
		list[i].Cases = append(list[i].Cases, r.ID)
	}
	return list
}

// Find returns the place of an implementation in Implementations, or -1.
func (m *Matrix) Find(name, variant string) int {
	if at, ok := slices.BinarySearchFunc(m.Implementations, &Item{Name: name, Variant: variant}, compareItems); ok {
		return at
	}
	return -1
}

// Report returns the results of one implementation, or nil if there are none. The results have no
// rules: those are in the manifest of the corpus.
func (m *Matrix) Report(at int, writer bool) *conformance.Report {
	item := m.Implementations[at]
	results := item.Reader
	if writer {
		results = item.Writer
	}
	if results == nil {
		return nil
	}
	r := &conformance.Report{
		Schema:         1,
		Implementation: conformance.Implementation{Name: item.Name, Version: item.Version, Language: item.Language, Runtime: item.Runtime, Features: item.Features},
		Corpus:         m.Corpus,
		Writer:         writer,
		Summary:        results.Summary,
	}
	said := make(map[string]Message)
	for _, message := range results.Messages {
		for _, id := range message.Cases {
			said[id] = message
		}
	}
	for _, c := range m.Cases {
		code := c.Read[at]
		if writer {
			code = c.Write[at]
		}
		if code == noCode {
			continue
		}
		cell, outcome, _ := parseCode(code)
		r.Results = append(r.Results, conformance.Result{
			ID: c.ID, Duty: c.Duty, Outcome: outcome, Cell: cell, Rules: []string{},
			Message: said[c.ID].Text, Known: said[c.ID].Known,
		})
	}
	return r
}
