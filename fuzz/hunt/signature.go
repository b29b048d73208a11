package hunt

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// plain are the features of the simplest files: arrays of bytes in one dimension or none.
var plain = []string{"v1", "uint", "int", "0d", "1d"}

// largeFile is the size in bytes from which the size itself may be what is unusual.
const largeFile = 4 << 10

// NewSignature describes a failure: its cell, what a reader owes the file, and what conformance.Judge said about an
// answer with that outcome. The expectation must be one of conformance.Expect.
func NewSignature(cell Cell, e *conformance.Expectation, outcome conformance.Outcome, account string) Signature {
	s := Signature{Cell: cell, Duty: e.Duty}
	if cell != conformance.CellWrongVerdict || e.Duty != corpus.Reject || outcome != conformance.OutcomeAccept {
		s.Message = shape(account, e.File) // for a bad file that is read, only the rules matter
	}
	switch cell {
	case conformance.CellException, conformance.CellCrash:
		s.Duty = "" // no file excuses that
	case CellUnstable:
		s.Message, _, _ = strings.Cut(account, ":")
		s.Duty = ""
		return s // it is of the reader, not of the file
	case conformance.CellWrongData, CellDiffers:
		s.Message = text.DifferenceKind(account)
	case conformance.CellHang, conformance.CellOutOfMemory:
		s.Duty, s.Message = "", "" // only a quantity differs
	}
	switch {
	case (cell == conformance.CellCrash || cell == conformance.CellException) && !bareEnd.MatchString(s.Message) && faulty(e.Report):
		// The message says where it broke down; the rules that the file breaks are chance.
		s.Traits = []string{stage(e)}
	default:
		s.Rules = decisive(e)
		if e.Duty != corpus.Reject {
			s.Traits = traits(e)
		}
	}
	return s
}

// bareEnd matches messages of a crash that don't say where it happened.
var bareEnd = regexp.MustCompile(`^(ended [a-z ]+, )?(exit status #|signal: [a-z ()]+)$`)

// stage returns how far a reader gets in a file before what is wrong first: "header", "data" or "archive".
func stage(e *conformance.Expectation) string {
	for _, f := range e.Report.Findings {
		if f.Severity() == spec.Note {
			continue
		}
		switch f.Rule.Rule().Area() {
		case "zip", "npz":
			return "archive"
		case "data", "pickle":
			return "data"
		}
		break
	}
	return "header"
}

// decisive returns the rules that decide what a reader owes the file, each once and sorted.
func decisive(e *conformance.Expectation) []spec.ID {
	var rules []spec.ID
	for _, f := range e.Report.Findings {
		if e.Duty == corpus.Reject && f.Duty() != spec.Reject {
			continue
		}
		if f.Severity() == spec.Note && (e.Duty == corpus.Accept || e.Duty == corpus.Either && f.Duty() == spec.Accept) {
			continue
		}
		rules = append(rules, f.Rule)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// traits returns what is unusual in a file that a reader may read.
func traits(e *conformance.Expectation) []string {
	var list []string
	for _, f := range e.Features {
		if !slices.Contains(plain, f) {
			list = append(list, f)
		}
	}
	if e.Duty == corpus.Accept || e.Duty == corpus.Either {
		for _, f := range e.Report.Findings {
			if f.Severity() == spec.Note && f.Duty() == spec.Accept {
				list = append(list, f.Rule.String())
			}
		}
	}
	if len(e.File) > largeFile {
		list = append(list, "large")
	}
	if e.Report.Format == validator.Npz && len(e.Report.Members) != 1 {
		list = append(list, "members")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// shape returns a message without the parts that differ from file to file.
func shape(message string, file []byte) string { return text.MessageShape(withoutEcho(message, file)) }

// compareSignatures orders signatures, so that a report is the same whichever was found first.
func compareSignatures(a, b *Signature) int {
	names := func(rules []spec.ID) []string {
		list := make([]string, len(rules))
		for i, r := range rules {
			list[i] = r.String()
		}
		return list
	}
	return cmp.Or(
		cmp.Compare(a.Cell, b.Cell),
		cmp.Compare(a.Duty, b.Duty),
		slices.Compare(names(a.Rules), names(b.Rules)),
		slices.Compare(a.Traits, b.Traits),
		cmp.Compare(a.Message, b.Message),
	)
}

// hash identifies a signature, in this run and later ones.
func (s *Signature) hash() uint64 {
	h := fnv.New64a()
	put := func(words ...string) {
		for _, w := range words {
			h.Write([]byte(w))
			h.Write([]byte{0})
		}
		h.Write([]byte{1})
	}
	put(string(s.Cell), string(s.Duty), s.Message)
	for _, r := range s.Rules {
		put(r.String())
	}
	put(s.Traits...)
	return h.Sum64()
}

// Explains reports whether a finding with this signature is reason enough for a failure with the other: the
// reader would fail there, too, without another defect.
func (s *Signature) Explains(other *Signature) bool {
	// A reader that gets a file wrong that it must read also gets one wrong that it may reject.
	owed := s.Duty == other.Duty || s.Duty == corpus.Accept && other.Duty == corpus.Either
	if s.Cell != other.Cell || !owed || s.Message != other.Message {
		return false
	}
	return containsAll(other.Rules, s.Rules) && containsAll(other.Traits, s.Traits)
}

func containsAll[T comparable](all, some []T) bool {
	return !slices.ContainsFunc(some, func(v T) bool { return !slices.Contains(all, v) })
}

// What counts as a quotation of the file in a message: at least so many bytes, from the beginning of the file.
const (
	leastEcho = 8
	echoed    = 16 << 10
)

// maxMessage is the number of bytes of a message that are used. A reader may show a header of megabytes.
const maxMessage = 1 << 10

// withoutEcho removes quotations of the file from a message: many readers show the header that they reject. Names that
// a message may have of its own, such as fortran_order, stay.
func withoutEcho(message string, file []byte) string {
	message = strings.ToValidUTF8(message[:min(len(message), maxMessage)], "")
	file = file[:min(len(file), echoed)]
	var out strings.Builder
	for i := 0; i < len(message); {
		n := 0
		if i+leastEcho <= len(message) {
			if at := bytes.Index(file, []byte(message[i:][:leastEcho])); at >= 0 {
				for n = leastEcho; i+n < len(message) && at+n < len(file) && message[i+n] == file[at+n]; n++ {
				}
			}
		}
		switch {
		case n == 0 || !strings.ContainsAny(message[i:][:n], " '\":,()[]{}"):
			out.WriteByte(message[i])
			i++
		default:
			out.WriteString("…")
			i += n
		}
	}
	return echoes.ReplaceAllString(out.String(), "…")
}

// echoes matches pieces of the file with no more between them than what is left of a few characters.
var echoes = regexp.MustCompile(`…(?:.{0,4}…)+`)

// faulty reports whether a written file has a fault.
func faulty(r *validator.Report) bool {
	for _, f := range r.Findings {
		if f.Severity() > spec.Note {
			return true
		}
	}
	return false
}

// doubtful reports whether a file has a fault that leaves open what it contains. That a reader need not read something
// so large doesn't.
func doubtful(r *validator.Report) bool {
	for _, f := range r.Findings {
		if f.Severity() > spec.Note && f.Rule.Rule().Kind != spec.Limit {
			return true
		}
	}
	return false
}

// read reports whether a signature is of a reader that reads a file that it must reject.
func (s *Signature) read() bool {
	return s.Cell == conformance.CellWrongVerdict && s.Duty == corpus.Reject && s.Message == ""
}

// Words are the rules of a signature and then its traits.
func (s *Signature) Words() []string {
	var words []string
	for _, id := range s.Rules {
		words = append(words, id.String())
	}
	return append(words, s.Traits...)
}
