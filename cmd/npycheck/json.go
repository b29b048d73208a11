package main

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The types of this file are those of validator/report.schema.json.

// fileJSON is what stands of a file in front of the members, which may be very many.
type fileJSON struct {
	Path       string            `json:"path"`
	PathBase64 string            `json:"path_base64,omitempty"`
	Format     validator.Format  `json:"format"`
	Verdict    validator.Verdict `json:"verdict"`
	Array      *validator.Array  `json:"array,omitempty"`
}

// resultJSON is what stands behind them.
type resultJSON struct {
	Findings []findingJSON   `json:"findings"`
	Omitted  map[spec.ID]int `json:"omitted,omitempty"`
	Imports  []importJSON    `json:"imports,omitempty"`
	More     int             `json:"imports_omitted,omitempty"`
	Error    string          `json:"error,omitempty"`
}

type memberJSON struct {
	Name  string           `json:"name"`
	Key   string           `json:"key"`
	Array *validator.Array `json:"array,omitempty"`
}

type importJSON struct {
	Module string         `json:"module"`
	Name   string         `json:"name"`
	Offset int64          `json:"offset"`
	Tier   validator.Tier `json:"tier"`
	Called bool           `json:"called"`
	Member string         `json:"member"`
}

type findingJSON struct {
	Rule     spec.ID `json:"rule"`
	Severity string  `json:"severity"`
	Kind     string  `json:"kind"`
	Message  string  `json:"message"`
	Offset   int64   `json:"offset"`
	Length   int64   `json:"length"`
	Pointer  string  `json:"pointer"`
	Member   string  `json:"member"`
}

type summaryJSON struct {
	Files         int64 `json:"files"`
	Conforming    int64 `json:"conforming"`
	Nonconforming int64 `json:"nonconforming"`
	Unreadable    int64 `json:"unreadable"`
	Error         int64 `json:"error"`
	Warning       int64 `json:"warning"`
	Note          int64 `json:"note"`
	Unverified    int64 `json:"checksums_not_verified,omitempty"`
	Links         int64 `json:"links_not_followed,omitempty"`
	Interrupted   bool  `json:"interrupted,omitempty"`
}

type toolJSON struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// linesReporter writes JSON Lines: an object for each file, and one for the summary.
type linesReporter struct{}

func (linesReporter) begin() string { return "" }

func (linesReporter) append(dst []byte, _ int64, r *result, flush func([]byte) []byte) []byte {
	return append(appendFile(dst, r, flush), '\n')
}

func (linesReporter) end(s summary) string {
	return string(appendJSON(nil, map[string]summaryJSON{"summary": newSummaryJSON(s)})) + "\n"
}

// documentReporter writes one JSON document. The summary stands behind the files because nobody
// knows it before.
type documentReporter struct{}

func (documentReporter) begin() string {
	return `{"schema":1,"tool":` + string(appendJSON(nil, toolJSON{"npycheck", version})) + `,"files":[`
}

func (documentReporter) append(dst []byte, n int64, r *result, flush func([]byte) []byte) []byte {
	if n > 0 {
		dst = append(dst, ',')
	}
	return appendFile(append(dst, '\n'), r, flush)
}

func (documentReporter) end(s summary) string {
	return "\n],\"summary\":" + string(appendJSON(nil, newSummaryJSON(s))) + "}\n"
}

// appendFile appends the object of one file, member by member: in one piece those of a large archive
// would take more memory than all the rest.
func appendFile(dst []byte, r *result, flush func([]byte) []byte) []byte {
	dst = appendJSON(dst, newFileJSON(r))
	dst = dst[:len(dst)-len("}")]
	if r.report != nil && r.report.Format == validator.Npz {
		dst = append(dst, `,"members":[`...)
		for i, m := range r.report.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = flush(appendJSON(dst, memberJSON{m.Name, m.Key, m.Array}))
		}
		dst = append(dst, ']')
	}
	dst = append(dst, ',')
	start := len(dst)
	dst = appendJSON(dst, newResultJSON(r))
	return slices.Delete(dst, start, start+len("{"))
}

func newFileJSON(r *result) fileJSON {
	f := fileJSON{Path: r.path, Format: validator.Unknown, Verdict: r.verdict()}
	if !utf8.ValidString(r.path) {
		f.PathBase64 = base64.StdEncoding.EncodeToString([]byte(r.path))
	}
	if r.report != nil {
		f.Format, f.Array = r.report.Format, r.report.Array
	}
	return f
}

func newResultJSON(r *result) resultJSON {
	j := resultJSON{Findings: make([]findingJSON, len(r.shown)), Omitted: r.omitted}
	if r.report != nil {
		j.More = r.report.ImportsOmitted
		for _, i := range r.report.Imports {
			j.Imports = append(j.Imports, importJSON(i))
		}
	}
	if r.err != nil {
		j.Error = errorText(r.err)
	}
	for i, s := range r.shown {
		j.Findings[i] = findingJSON{
			Rule:     s.Rule,
			Severity: s.severity.String(),
			Kind:     s.kind.String(),
			Message:  s.Message,
			Offset:   s.Offset,
			Length:   s.Length,
			Pointer:  s.Pointer,
			Member:   s.Member,
		}
	}
	return j
}

func newSummaryJSON(s summary) summaryJSON {
	return summaryJSON{
		Files:         s.files,
		Conforming:    s.conforming,
		Nonconforming: s.nonconforming,
		Unreadable:    s.unreadable,
		Error:         s.findings[spec.Error],
		Warning:       s.findings[spec.Warning],
		Note:          s.findings[spec.Note],
		Unverified:    s.unverified,
		Links:         s.links,
		Interrupted:   s.interrupted,
	}
}

// appendJSON appends v with every character that a terminal or a log may act on, or that nobody
// sees, as a \u escape. It panics if v has no JSON form, which only a bug can cause.
func appendJSON(dst []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	// Outside of strings JSON is ASCII, so the escapes only ever land inside one.
	for i := 0; i < len(text); {
		c := text[i]
		if c == '\\' {
			n := 2
			if text[i+1] == 'u' {
				n = 6
			}
			dst = appendUnescaped(dst, text[i:i+n])
			i += n
			continue
		}
		if c >= ' ' && c <= '~' {
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case unicode.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r < 0x10000:
			dst = appendCodeUnit(dst, r)
		default:
			high, low := utf16.EncodeRune(r)
			dst = appendCodeUnit(appendCodeUnit(dst, high), low)
		}
	}
	return dst
}

// appendUnescaped appends an escape, or the character itself where encoding/json only escapes it
// for the sake of HTML: '<' is the first character of most dtypes.
func appendUnescaped(dst, escape []byte) []byte {
	switch string(escape) {
	case `\u003c`:
		return append(dst, '<')
	case `\u003e`:
		return append(dst, '>')
	case `\u0026`:
		return append(dst, '&')
	}
	return append(dst, escape...)
}

func appendCodeUnit(dst []byte, r rune) []byte {
	return appendHex(append(dst, `\u`...), int64(r), 4)
}
