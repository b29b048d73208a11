package hunt

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// findingSchema is the version of finding.json. Its schema is finding.schema.json.
const findingSchema = 1

// findingJSON is finding.json. Text of the reader and of the file is quoted in it.
type findingJSON struct {
	Schema         int                        `json:"schema"`
	Npycheck       string                     `json:"npycheck"` // its version
	Implementation conformance.Implementation `json:"implementation"`

	Writer  bool        `json:"writer,omitempty"`
	Cell    Cell        `json:"cell"`
	Duty    corpus.Duty `json:"duty"`
	Account string      `json:"account"`
	Other   string      `json:"other,omitempty"`

	Signature signatureJSON   `json:"signature"`
	File      fileJSON        `json:"file"`
	Written   *fileJSON       `json:"written,omitempty"`
	Next      *fileJSON       `json:"next,omitempty"`
	Findings  []violationJSON `json:"findings"` // of the file, or of what was written: the first ones
	More      int             `json:"more_findings,omitempty"`

	Expected *expectedJSON `json:"expected,omitempty"`
	Answer   answerJSON    `json:"answer"`
	First    firstJSON     `json:"first"`
}

type signatureJSON struct {
	Cell    Cell        `json:"cell"`
	Duty    corpus.Duty `json:"duty,omitempty"`
	Rules   []spec.ID   `json:"rules"`
	Traits  []string    `json:"traits"`
	Message string      `json:"message,omitempty"`
}

type fileJSON struct {
	Name   string           `json:"name"`
	Format validator.Format `json:"format"`
	Size   int              `json:"size"`
	SHA256 string           `json:"sha256"`
}

// violationJSON is a finding of the validator.
type violationJSON struct {
	Rule     spec.ID `json:"rule"`
	Clause   string  `json:"clause"`
	Severity string  `json:"severity"`
	Message  string  `json:"message"`
	Offset   int64   `json:"offset"`
	Length   int64   `json:"length"`
	Base     string  `json:"base,omitempty"`
	Pointer  string  `json:"pointer,omitempty"`
	Member   string  `json:"member,omitempty"`
	Array    int     `json:"array,omitempty"`
}

// expectedJSON is what a correct reader gets.
type expectedJSON struct {
	Array   *corpus.Array   `json:"array,omitempty"`
	Members []corpus.Member `json:"members,omitzero"` // the first ones
	More    int             `json:"more_members,omitempty"`
}

// maxListed is how many findings and members finding.json lists: an archive may have very many.
const maxListed = 100

type answerJSON struct {
	Outcome   conformance.Outcome `json:"outcome"`
	Array     string              `json:"array,omitempty"`
	Message   string              `json:"message,omitempty"`
	TookMS    int64               `json:"took_ms"`
	PeakBytes int64               `json:"peak_bytes,omitempty"`
}

// firstJSON is the file that showed the finding first, before it was made smaller.
type firstJSON struct {
	Seed   uint64 `json:"seed"`
	Number int64  `json:"number"`
	Size   int    `json:"size"`
}

func newSignatureJSON(s *Signature) signatureJSON {
	return signatureJSON{
		Cell:    s.Cell,
		Duty:    s.Duty,
		Rules:   append([]spec.ID{}, s.Rules...),
		Traits:  append([]string{}, s.Traits...),
		Message: validator.Quote(s.Message),
	}
}

// json returns finding.json.
func (x *exhibit) json() []byte {
	doc := findingJSON{
		Schema:         findingSchema,
		Npycheck:       validator.Version,
		Implementation: quotedImplementation(x.implementation),
		Cell:           x.Signature.Cell,
		Writer:         x.Writer,
		Duty:           x.expected.Duty,
		Account:        validator.Quote(x.Account),
		Other:          validator.Quote(x.Other),
		Signature:      newSignatureJSON(&x.Signature),
		File:           newFileJSON(fileName(x.Format), x.Format, x.File),
		Findings:       []violationJSON{},
		Answer: answerJSON{
			Outcome:   x.answer.Outcome,
			Message:   validator.Quote(x.answer.Message),
			TookMS:    x.answer.Took.Milliseconds(),
			PeakBytes: x.answer.Peak,
		},
		First: firstJSON{x.Seed, x.Number, x.Size},
	}
	if x.answer.Array != nil {
		doc.Answer.Array = validator.Quote(x.answer.Array.String())
	}
	if x.Written != nil {
		written := newFileJSON(x.name, x.Format, x.Written)
		doc.Written = &written
	}
	if x.Next != nil {
		next := newFileJSON(nextName(x.NextFormat), x.NextFormat, x.Next)
		doc.Next = &next
	}
	listed := x.report.Findings[:min(len(x.report.Findings), maxListed)]
	for i := range listed {
		doc.Findings = append(doc.Findings, newViolationJSON(&listed[i]))
	}
	doc.More = len(x.report.Findings) - len(listed)
	if x.expected.Array != nil || x.expected.Members != nil {
		members := x.expected.Members
		some := members[:min(len(members), maxListed)]
		doc.Expected = &expectedJSON{x.expected.Array, quotedMembers(some), len(members) - len(some)}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text.AppendJSON(nil, doc), "", "  "); err != nil {
		panic(err) // AppendJSON returns valid JSON
	}
	out.WriteByte('\n')
	return out.Bytes()
}

func newFileJSON(name string, format validator.Format, content []byte) fileJSON {
	sum := sha256.Sum256(content)
	return fileJSON{name, format, len(content), hex.EncodeToString(sum[:])}
}

func newViolationJSON(f *validator.Finding) violationJSON {
	v := violationJSON{
		Rule:     f.Rule,
		Clause:   f.Rule.Rule().Clause,
		Severity: f.Severity().String(),
		Message:  f.Message,
		Offset:   f.Offset,
		Length:   f.Length,
		Pointer:  f.Pointer,
		Member:   validator.Quote(f.MemberName),
		Array:    f.Array,
	}
	if f.Base == validator.BaseContent {
		v.Base = "content"
	}
	return v
}

func quotedImplementation(i conformance.Implementation) conformance.Implementation {
	i.Name, i.Version = validator.Quote(i.Name), validator.Quote(i.Version)
	i.Language, i.Runtime = validator.Quote(i.Language), validator.Quote(i.Runtime)
	i.Features, i.Traits = nil, nil // known from the adapter
	return i
}

func quotedMembers(members []corpus.Member) []corpus.Member {
	if members == nil {
		return nil
	}
	quoted := make([]corpus.Member, len(members))
	for i, m := range members {
		quoted[i] = corpus.Member{Name: validator.Quote(m.Name), Key: validator.Quote(m.Key), Array: m.Array}
	}
	return quoted
}

// reportSchema is the version of the JSON form of a report. Its schema is report.schema.json.
const reportSchema = 1

// reportJSON is a report without its findings. Text of the reader is quoted in it.
type reportJSON struct {
	Schema         int                        `json:"schema"`
	Npycheck       string                     `json:"npycheck"` // its version
	Implementation conformance.Implementation `json:"implementation"`
	Writer         bool                       `json:"writer,omitempty"`
	Seed           uint64                     `json:"seed"`
	Runs           int64                      `json:"runs"`
	ElapsedMS      int64                      `json:"elapsed_ms"`
	Share          float64                    `json:"share"`
	Known          int64                      `json:"known"`
	CorpusFailures int                        `json:"corpus_failures"`
	Suspects       int64                      `json:"suspects"`
	Late           int64                      `json:"late"`
	Aside          int64                      `json:"aside"`
	Incomplete     string                     `json:"incomplete,omitempty"`
	Remarks        []string                   `json:"remarks,omitempty"`
}

// foundJSON is a finding in a report. finding.json has more.
type foundJSON struct {
	Signature signatureJSON `json:"signature"`
	Account   string        `json:"account"`
	Other     string        `json:"other,omitempty"`
	Folder    string        `json:"folder,omitempty"`
	File      fileJSON      `json:"file"`
	First     firstJSON     `json:"first"`
	Runs      int64         `json:"runs"`
}

// AppendJSON appends the JSON form of a report, with a finding a line.
func (r *Report) AppendJSON(dst []byte) []byte {
	doc := reportJSON{
		Schema:         reportSchema,
		Npycheck:       validator.Version,
		Implementation: quotedImplementation(r.Implementation),
		Writer:         r.Writer,
		Seed:           r.Seed,
		Runs:           r.Runs,
		ElapsedMS:      r.Elapsed.Milliseconds(),
		Share:          r.Share,
		Known:          r.Known,
		CorpusFailures: r.CorpusFailures,
		Suspects:       r.Suspects,
		Late:           r.Late,
		Aside:          r.Aside,
		Incomplete:     validator.Quote(r.Incomplete),
		Remarks:        r.Remarks,
	}
	o := text.Reopen(text.AppendJSON(dst, doc)).Lines("findings", len(r.Findings), func(dst []byte, i int) []byte {
		f := r.Findings[i]
		return text.AppendJSON(dst, foundJSON{
			Signature: newSignatureJSON(&f.Signature),
			Account:   validator.Quote(f.Account),
			Other:     validator.Quote(f.Other),
			Folder:    f.Folder,
			File:      newFileJSON(fileName(f.Format), f.Format, f.File),
			First:     firstJSON{f.Seed, f.Number, f.Size},
			Runs:      f.Runs,
		})
	})
	return append(o.End(), '\n')
}

// CompareCells orders cells that are failures, the worst last.
func CompareCells(a, b Cell) int {
	at := func(c Cell) int { return slices.Index(failures(), c) }
	return cmp.Compare(at(a), at(b))
}
