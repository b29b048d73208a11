package hunt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// readmeColumns is how many columns running text has.
const readmeColumns = 100

// maxViolations is how many findings of the validator a README lists.
const maxViolations = 4

// readme returns README.md. Text from the file and from the reader is in blocks of code, where it isn't
// markup.
func (x *exhibit) readme() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", x.Signature.Cell, cmp.Or(strings.Join(x.Signature.Words(), ", "), "a plain file"))
	paragraph(&b, fmt.Sprintf("This %s %s: `%s`, %s, %s.", x.who(), x.deed(), x.name, text.Count(int64(len(x.content)), "byte"), x.state()))
	if x.Writer {
		paragraph(&b, fmt.Sprintf("It was asked to write the content of `%s`.", fileName(x.Format)))
	}
	if x.Next != nil {
		paragraph(&b, fmt.Sprintf("It does so when the same process reads `%s` next, which is harmless alone.", nextName(x.NextFormat)))
	}
	b.WriteString("## The file\n\n")
	code(&b, string(x.hex()))
	var violations []string
	for i, v := range x.decisiveFirst(x.report.Findings) {
		if i == maxViolations {
			violations = append(violations, fmt.Sprintf("(%d more)", len(x.report.Findings)-i))
			break
		}
		in := ""
		if v.MemberName != "" {
			in = "member " + validator.Quote(v.MemberName) + ": "
		}
		if v.Array > 0 {
			in += fmt.Sprintf("array %d: ", v.Array)
		}
		violations = append(violations, fmt.Sprintf("%s: %s%s [%s]", v.Severity(), in, v.Message, v.Rule))
	}
	code(&b, violations...)

	b.WriteString("## What the " + x.who() + " did\n\n")
	code(&b, x.did()...)

	b.WriteString("## What it should have done\n\n")
	paragraph(&b, x.should()+" "+x.clause())
	code(&b, x.expects()...)

	b.WriteString("## To reproduce\n\n")
	code(&b, x.commands()...)
	paragraph(&b, fmt.Sprintf("First seen in file %d of seed %d, which had %s.", x.Number, x.Seed, text.Count(int64(x.Size), "byte")))
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

// decisiveFirst returns findings of the validator: first the ones that decide what is wrong, and then the worst.
func (x *exhibit) decisiveFirst(list []validator.Finding) []validator.Finding {
	list = slices.Clone(list)
	decides := func(v validator.Finding) int {
		if slices.Contains(x.Signature.Rules, v.Rule) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b validator.Finding) int {
		return cmp.Or(cmp.Compare(decides(b), decides(a)), cmp.Compare(b.Severity(), a.Severity()))
	})
	return list
}

// who returns "reader" or "writer".
func (x *exhibit) who() string {
	if x.Writer {
		return "writer"
	}
	return "reader"
}

// deed says what is wrong with the reader.
func (x *exhibit) deed() string {
	switch x.Signature.Cell {
	case conformance.CellWrongData:
		if x.Written != nil {
			return "writes different data than it was given"
		}
		return "reads different data from a file than it holds"
	case conformance.CellException:
		return "raises an error on a file that it doesn't document as a refusal"
	case conformance.CellCrash:
		return "crashes on a file"
	case conformance.CellHang:
		return "hangs on a file"
	case conformance.CellOutOfMemory:
		return "uses more memory for a file than it may"
	case CellUnstable:
		return "gives different answers about the same file"
	case CellDiffers:
		return "reads a file differently than others do"
	}
	switch {
	case x.answer.Outcome == conformance.OutcomeInvalid:
		return "breaks the protocol on a file"
	case x.Written != nil:
		return "writes a file that it shouldn't"
	case x.Writer:
		return "doesn't write a file"
	case x.answer.Outcome == conformance.OutcomeAccept:
		return "reads a file that every reader must reject"
	}
	return "rejects a file that every reader must read"
}

// state describes the validator's verdict on the file.
func (x *exhibit) state() string {
	switch {
	case x.report.Verdict() == validator.Conforming && faulty(x.report):
		return "conforming with a warning"
	case x.report.Verdict() == validator.Conforming:
		return "conforming"
	}
	return "not conforming"
}

// did returns the answer of the reader.
func (x *exhibit) did() []string {
	i := &x.implementation
	by := strings.TrimSpace(i.Name + " " + i.Version)
	if i.Language != "" {
		by += " (" + i.Language + ")"
	}
	if i.Runtime != "" {
		by += ", " + i.Runtime
	}
	answer, array := string(x.answer.Outcome), ""
	if x.answer.Array != nil {
		array = x.answer.Array.String()
		answer += ": " + validator.Quote(array)
	}
	lines := []string{validator.Quote(by), answer}
	for i, said := range []string{x.Account, x.answer.Message} {
		if said != "" && said != "read as "+array && (i == 0 || !strings.Contains(x.Account, said)) {
			lines = append(lines, validator.Quote(said))
		}
	}
	if x.Other != "" {
		lines = append(lines, "compared with: "+validator.Quote(x.Other))
	}
	return lines
}

// should says what a reader should do with the file.
func (x *exhibit) should() string {
	switch {
	case x.Writer:
		return "Write a file that conforms and holds what it was given."
	case x.Signature.Cell == CellUnstable:
		return "Give the same answer each time."
	}
	switch x.expected.Duty {
	case corpus.Accept:
		return "Read it."
	case corpus.Reject:
		return "Reject it."
	case corpus.Either:
		return "Read it correctly or reject it."
	}
	return "Read or reject it, in bounded time and memory."
}

// expects returns the array of the file, or the first of an archive.
func (x *exhibit) expects() []string {
	if x.expected.Duty == corpus.Reject {
		return nil
	}
	if x.expected.Array != nil {
		return []string{arrayLine("", x.expected.Array)}
	}
	var lines []string
	for i, m := range x.expected.Members {
		if i == maxViolations {
			return append(lines, fmt.Sprintf("(%d more)", len(x.expected.Members)-i))
		}
		if m.Array != nil {
			lines = append(lines, arrayLine(validator.Quote(m.Key)+": ", m.Array))
		}
	}
	return lines
}

func arrayLine(key string, a *corpus.Array) string {
	return fmt.Sprintf("%s%s of shape %s, SHA-256 %s…", key, validator.Quote(a.DType), text.AppendJSON(nil, append([]int64{}, a.Shape...)), a.SHA256[:min(16, len(a.SHA256))])
}

// commands returns what reproduces the finding: the adapter alone, the one of the reader that it was compared with,
// and npycheck's check of the file.
func (x *exhibit) commands() []string {
	check := shell("npycheck", "check", "--depth", "full", x.path)
	if x.Written != nil {
		check = shell("npycheck", "check", "--depth", "full", strings.Replace(x.path, fileName(x.Format), x.name, 1))
	}
	if len(x.command) == 0 || x.Writer {
		return []string{check}
	}
	lines := x.asks(x.command)
	if len(x.opponent) > 0 {
		lines = append(lines, x.asks(x.opponent)...)
	}
	return append(lines, check)
}

// asks returns the command that asks an adapter about the file.
func (x *exhibit) asks(command []string) []string {
	if x.protocol != conformance.JSONL {
		return []string{shell(append(slices.Clone(command), x.path)...)}
	}
	op := "read"
	if x.Other == asStream {
		op = "stream"
	}
	talk := []string{"printf", `%s\n`, `{"op":"hello","protocol":1}`, fmt.Sprintf(`{"op":%q,"id":1,"path":%s}`, op, text.AppendJSON(nil, x.path))}
	if x.Next != nil {
		next := strings.TrimSuffix(x.path, fileName(x.Format)) + nextName(x.NextFormat)
		talk = append(talk, fmt.Sprintf(`{"op":"read","id":2,"path":%s}`, text.AppendJSON(nil, next)))
	}
	return []string{shell(append(talk, `{"op":"bye"}`)...) + " |", "  " + shell(command...)}
}

// shell joins words for a shell.
func shell(words ...string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%"
	quoted := slices.Clone(words)
	for i, word := range words {
		if strings.Trim(word, harmless) != "" || word == "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?' // a terminal may act on it
		}
		return r
	}, strings.Join(quoted, " "))
}

// clauseOf has the clauses on the features of conforming files, by the words of profiles.json.
var clauseOf = map[string]string{
	"v1": "npy-1.3", "v2": "npy-1.3", "v3": "npy-1.3", "long-header": "npy-1.4",
	"bool": "npy-7.3", "int": "npy-5.3", "int64": "npy-5.3", "uint": "npy-5.3", "uint64": "npy-5.3",
	"float16": "npy-5.3", "float": "npy-5.3", "complex": "npy-5.3", "longdouble": "npy-5.6",
	"datetime": "npy-5.9", "bytes": "npy-5.7", "text": "npy-5.7", "void": "npy-5.7",
	"structured": "npy-5.11", "nested": "npy-5.11", "titles": "npy-5.12", "object": "npy-8.1",
	"big-endian": "npy-5.4", "fortran-order": "npy-7.1",
	"0d": "npy-6.1", "1d": "npy-6.1", "2d": "npy-6.1", "nd": "npy-6.1",
	"empty": "npy-7.1", "zero-itemsize": "npy-5.8",
	"npz": "npz-5.2", "deflate": "npz-2.2", "data-descriptor": "npz-2.5", "zip64": "npz-2.7", "members": "npz-1.5",
}

// significant are the rules and features that say most about a failure, whatever else is true of the file: how a header is
// written, since the reader handles NumPy's own header differently, and features that few readers know.
var significant = []string{
	"header-newline-inside", "keys-not-sorted", "header-style-not-canonical",
	"big-endian", "order-true-without-effect", "fortran-order",
	"zip64", "data-descriptor", "deflate", "titles", "nested", "structured",
}

// clauseID returns the clause that decides what a reader should do with the file: the one of a rule that the file
// breaks, or of its most distinctive feature.
func (x *exhibit) clauseID() string {
	duty := spec.Accept
	switch {
	case x.expected.Duty == corpus.Reject:
		duty = spec.Reject
	case x.expected.Duty == corpus.Either:
		duty = spec.Either
	}
	if x.Signature.Cell == conformance.CellWrongData && !x.Writer {
		duty = spec.Accept // the reader's failure isn't about the fault of the file
	}
	for _, v := range x.report.Findings {
		if x.Written != nil && v.Severity() > spec.Note || duty != spec.Accept && v.Duty() == duty {
			return v.Rule.Rule().Clause
		}
	}
	var names []string
	for _, rule := range x.Signature.Rules {
		names = append(names, rule.String())
	}
	names = append(names, x.Signature.Traits...)
	for _, name := range significant {
		if slices.Contains(names, name) {
			return clauseOn(name)
		}
	}
	for _, name := range names {
		if rule, ok := spec.Lookup(name); ok {
			return rule.Clause
		}
	}
	for _, name := range names {
		if id := clauseOn(name); id != "" && !(id == "npy-5.3" && x.Signature.Cell == conformance.CellWrongData) {
			return id
		}
	}
	return "npy-7.1"
}

// clauseOn returns the clause on a rule or a feature, "" if there is none.
func clauseOn(name string) string {
	if rule, ok := spec.Lookup(name); ok {
		return rule.Clause
	}
	return clauseOf[name]
}

// clause returns that clause, in short.
func (x *exhibit) clause() string {
	id := x.clauseID()
	clauses := spec.Clauses()
	i := slices.IndexFunc(clauses, func(c spec.Clause) bool { return c.ID == id })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("Clause %s, %s: %s", id, clauses[i].Title, x.inShort(clauses[i].Text))
}

// maxClause is how many bytes of a clause are shown.
const maxClause = 400

// inShort returns the first sentence of a clause, and its sentences on readers of such a file.
func (x *exhibit) inShort(text string) string {
	says := "reader MUST"
	if x.Signature.Cell == conformance.CellWrongData && slices.Contains(x.Signature.Traits, "fortran-order") {
		says = "Fortran order"
	} else if x.expected.Duty == corpus.Either {
		says = "reader MAY"
	}
	var short []string
	n := 0
	for i, sentence := range sentences(text) {
		if i > 0 && !strings.Contains(sentence, says) {
			continue
		}
		if n += len(sentence) + 1; n > maxClause && i > 0 {
			return strings.Join(short, " ") + " …"
		}
		short = append(short, sentence)
	}
	return strings.Join(short, " ")
}

// sentences returns the sentences of the running text of a clause.
func sentences(text string) (all []string) {
	for p := range strings.SplitSeq(text, "\n\n") {
		if p == "" || strings.ContainsAny(p[:1], "|-`") || strings.HasPrefix(p, "Note:") {
			continue
		}
		for s := range strings.SplitSeq(strings.Join(strings.Fields(p), " "), ". ") {
			if s[0] >= 'a' && s[0] <= 'z' {
				continue // it continues after a table
			}
			if strings.HasSuffix(s, ":") {
				s += " …" // a table, or code
			}
			all = append(all, strings.TrimSuffix(s, ".")+".")
		}
	}
	return all
}

// paragraph writes running text, in lines.
func paragraph(b *strings.Builder, text string) {
	width := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case width > 0 && width+1+n > readmeColumns:
			b.WriteByte('\n')
			width = 0
		case width > 0:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	b.WriteString("\n\n")
}

// code writes lines as a block of code.
func code(b *strings.Builder, lines ...string) {
	if len(lines) == 0 {
		return
	}
	for line := range strings.Lines(strings.TrimSuffix(strings.Join(lines, "\n"), "\n")) {
		b.WriteString("    " + text.Inert(line))
	}
	b.WriteString("\n\n")
}
