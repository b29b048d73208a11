package hunt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// draft returns an entry for corpus/internal/cases, and the lines for its tables of findings. A person checks and
// completes both: a case's statements about its file are written by hand.
func (x *exhibit) draft() []byte {
	area, id := x.draftID()
	var b strings.Builder
	fmt.Fprintf(&b, "// A draft for corpus/internal/cases/%s.go. Write the story, and check the rest by hand.\n", area)
	b.WriteString("{\n")
	field := func(name, value string) { fmt.Fprintf(&b, "\t%-12s%s,\n", name+":", value) }
	field("ID", strconv.Quote(id))
	field("Story", strconv.Quote(x.story()))
	field("Bytes", x.builder())
	duty := x.expected.Duty
	if x.Written != nil {
		duty = corpus.Duty(x.report.Duty().String())
	}
	field("Duty", map[corpus.Duty]string{
		corpus.Accept: "Accept", corpus.Reject: "Reject", corpus.Either: "Either", corpus.Survive: "Survive",
	}[duty])
	var rules []string
	for _, v := range x.report.Findings {
		if name := v.Rule.String(); len(rules) == 0 || rules[len(rules)-1] != name {
			rules = append(rules, name)
		}
	}
	if len(rules) > 0 {
		field("Rules", strconv.Quote(strings.Join(rules, " ")))
	}
	if x.report.Verdict() == validator.Nonconforming {
		field("Violates", "true")
	}
	field("Stage", strconv.Quote(area))
	if duty == corpus.Either {
		field("Flags", strconv.Quote(strings.Join(x.expected.Flags, " ")))
	}
	if x.Format == validator.Npz {
		field("Features", strconv.Quote(strings.Join(x.expected.Features, " ")))
	}
	importance := "Medium"
	if x.Signature.Cell == "wrong-data" {
		importance = "High"
	}
	field("Importance", importance)
	if x.decisive() != nil {
		field("Twin", `"" /* the ID of the case without the fault */`)
	}
	if duty != corpus.Reject && x.Format == validator.Npy && x.expected.Array != nil {
		field("Array", x.draftArray(x.expected.Array))
	}
	if duty != corpus.Reject && x.Format == validator.Npz {
		b.WriteString("\t// Members: what the members hold\n")
	}
	b.WriteString("},\n")
	x.lines(&b, area, id)
	return []byte(b.String())
}

// decisive returns the rule that a case would be about: the first error, or else the first warning. It is nil for a
// file without either.
func (x *exhibit) decisive() *spec.Rule {
	var first *spec.Rule
	for _, v := range x.report.Findings {
		rule := v.Rule.Rule()
		if rule.Level == spec.Must {
			return &rule
		}
		if first == nil && v.Severity() > spec.Note {
			first = &rule
		}
	}
	return first
}

// draftID returns the area and the ID of a case.
func (x *exhibit) draftID() (area, id string) {
	name := ""
	if rule := x.decisive(); rule != nil {
		area, name, _ = strings.Cut(rule.Name, "-")
	} else {
		area = "descr"
		if x.Format == validator.Npz {
			area = "npz"
		}
		name = "plain"
		if traits := x.Signature.Traits; len(traits) > 0 {
			name = strings.Join(traits[:min(3, len(traits))], "-")
		}
	}
	return area, fmt.Sprintf("%s/%s-%04x", area, name, uint16(x.Signature.hash()))
}

// story returns a first version of what the file is.
func (x *exhibit) story() string {
	if rule := x.decisive(); rule != nil {
		return "conforming except that " + rule.Title
	}
	return "conforming: "
}

// builder returns the call that makes the file.
func (x *exhibit) builder() string {
	if x.Format == validator.Npz {
		return pieces(x.content, []byte("PK"))
	}
	c := x.content
	if len(c) < 10 || string(c[:6]) != spec.Magic || !(spec.Version{Major: c[6], Minor: c[7]}).Known() {
		return pieces(c, []byte("{"))
	}
	width := spec.Version{Major: c[6]}.PrefixLen()
	var n uint64
	switch {
	case width == 10:
		n = uint64(binary.LittleEndian.Uint16(c[8:]))
	case len(c) >= width:
		n = uint64(binary.LittleEndian.Uint32(c[8:]))
	}
	if len(c) < width || n > uint64(len(c)-width) {
		return pieces(c, []byte("{"))
	}
	header, data := string(c[width:width+int(n)]), dataCall(c[width+int(n):])
	text := strings.TrimRight(strings.TrimSuffix(header, "\n"), " ")
	if pad := (64 - (width+len(text)+1)%64) % 64; header == text+strings.Repeat(" ", pad)+"\n" {
		return fmt.Sprintf("Npy%d(%s, %s)", c[6], dictCall(text), data)
	}
	return fmt.Sprintf("Raw%d(%s, %s)", c[6], strconv.QuoteToASCII(header), data)
}

// dictCall returns the call of Dict that makes a text in NumPy's layout, or the text.
func dictCall(text string) string {
	descr, rest, ok := strings.Cut(text, ", 'fortran_order': ")
	order, shape, ok2 := strings.Cut(rest, ", 'shape': ")
	descr, ok3 := strings.CutPrefix(descr, "{'descr': ")
	shape, ok4 := strings.CutSuffix(shape, ", }")
	if ok && ok2 && ok3 && ok4 {
		return fmt.Sprintf("Dict(%s, %s, %s)", strconv.QuoteToASCII(descr), strconv.QuoteToASCII(order), strconv.QuoteToASCII(shape))
	}
	return strconv.QuoteToASCII(text)
}

// maxBytesCall is how many bytes are written as numbers.
const maxBytesCall = 16

// dataCall returns an expression with bytes.
func dataCall(data []byte) string {
	switch {
	case len(data) == 0:
		return "nil"
	case len(bytes.Trim(data, "\x00")) == 0:
		return fmt.Sprintf("Zeros(%d)", len(data))
	case len(data) > maxBytesCall:
		return "[]byte(" + strconv.QuoteToASCII(string(data)) + ")"
	}
	var numbers []string
	for _, c := range data {
		numbers = append(numbers, strconv.Itoa(int(c)))
	}
	return "Bytes(" + strings.Join(numbers, ", ") + ")"
}

// pieces returns an expression with the bytes of a file, in lines that begin where a piece does.
func pieces(content, begin []byte) string {
	var lines []string
	for at := 0; at < len(content); {
		end := len(content)
		if i := bytes.Index(content[at+1:], begin); i >= 0 {
			end = at + 1 + i
		}
		lines = append(lines, strconv.QuoteToASCII(string(content[at:end])))
		at = end
	}
	if len(lines) == 0 {
		return "nil"
	}
	return "[]byte(" + strings.Join(lines, " +\n\t\t") + ")"
}

// draftArray returns what a reader gets. If that differs from the bytes of the file, a person has to write it.
func (x *exhibit) draftArray(a *corpus.Array) string {
	var dims []string
	for _, d := range a.Shape {
		dims = append(dims, strconv.FormatInt(d, 10))
	}
	shape, order := "", ""
	if len(dims) > 0 {
		shape = ", Shape: dims(" + strings.Join(dims, ", ") + ")"
	}
	if a.FortranOrder {
		order = ", F: true"
	}
	data := "nil /* the elements, little-endian in C order */"
	if r := x.report.Array; r != nil && r.DataOffset <= int64(len(x.content)) {
		plain := r.DType.Descr() == a.DType && !r.DType.Struct && !a.FortranOrder
		if end := r.DataOffset + r.DataBytes; plain && end <= int64(len(x.content)) && end >= r.DataOffset {
			data = dataCall(x.content[r.DataOffset:end])
		}
	}
	return fmt.Sprintf("&Array{DType: %s%s%s, Data: %s, Values: nil /* for people */}", strconv.QuoteToASCII(a.DType), shape, order, data)
}

// lines writes the lines for the tables of findings.
func (x *exhibit) lines(b *strings.Builder, area, id string) {
	if len(x.report.Findings) == 0 {
		return
	}
	fmt.Fprintf(b, "\n// For corpus/internal/cases/findings/%s.txt, after a look at the bytes:\n", area)
	for _, v := range x.report.Findings {
		fmt.Fprintf(b, "%s %s %d %d", id, v.Rule, v.Offset, v.Length)
		if v.Pointer != "" {
			b.WriteString(" " + validator.Quote(v.Pointer))
		}
		if v.Array > 0 {
			fmt.Fprintf(b, " array %d", v.Array)
		}
		if v.Member >= 0 {
			word := "member"
			if v.Base == validator.BaseContent {
				word = "content"
			}
			fmt.Fprintf(b, " %s %d %s", word, v.Member, strconv.QuoteToASCII(strings.ToValidUTF8(v.MemberName, "\ufffd")))
		}
		b.WriteByte('\n')
	}
}
