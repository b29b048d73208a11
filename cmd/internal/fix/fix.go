// Package fix fixes files without changing an array. A plan says what would be fixed, what is left and why, and has
// the new bytes; these are written to a file only after the arrays of both were decoded and compared by package second,
// and package validator has found in the new file nothing but what was left.
//
// Package spec has the table of what can be fixed. Where the table has a condition, the proof is here: in surplus.go for
// bytes after the data, in undo.go for files that were converted or wrapped, in respell.go for headers, and in law.go and
// law_archive.go for all of them.
package fix

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Options say what may be fixed.
type Options struct {
	Level     spec.Severity // a file without a finding of this severity that can be fixed is left alone; 0 is Warning
	ByteOrder byte          // '<' or '>' where a file leaves it to the machine; 0 leaves such files alone
	Cut       bool          // bytes after the data, whatever they are
	Split     bool          // several arrays of a file into one file each
	Drop      bool          // members that the directory doesn't list, and all but the last of one name
	Rename    bool          // files with the suffix of another format, and members with dangerous names

	// Ask is the severity from which on Left.Fix is found out, by planning again with the flags that may help; 0 finds
	// out none.
	Ask spec.Severity
}

// With returns the options with the flags of a command besides. The order of the bytes is that of the options, or little
// endian.
func (o Options) With(fix remedy.Fix) Options {
	if fix&remedy.Notes != 0 {
		o.Level = spec.Note
	}
	if fix&remedy.ByteOrder != 0 && o.ByteOrder == 0 {
		o.ByteOrder = '<'
	}
	o.Cut = o.Cut || fix&remedy.Cut != 0
	o.Split = o.Split || fix&remedy.Split != 0
	o.Drop = o.Drop || fix&remedy.Drop != 0
	o.Rename = o.Rename || fix&remedy.Rename != 0
	return o
}

// Source is a file to be fixed.
type Source struct {
	io.ReaderAt
	Size int64
	Name string // its suffix is compared with what it is
}

// Left is a finding that stays.
type Left struct {
	validator.Finding
	Why  string     // a clause without a period; "" if what was found says it already
	Flag string     // that may fix it, as a rule of thumb, or ""
	Fix  remedy.Fix // the further flags that do fix it, as far as Options.Ask asks
}

// Header is the header of an array before and after the repair.
type Header struct {
	MemberName string // "" for a file
	Array      int    // 2 for the second of several arrays, 0 for the first
	Old, New   []byte
}

// Plan is what is to be done about a file.
type Plan struct {
	Fixed   []validator.Finding
	Left    []Left
	Headers []Header
	Files   []*NewFile       // the new file, or one for each of several arrays; none if the bytes stay as they are
	Format  validator.Format // of the file
	Rename  bool             // the file gets the suffix of its format
	Dropped []Dropped        // the members that the new archive doesn't have
	Lost    []Loss           // bytes that go besides

	file    *file
	headers int // bytes of those of members
	closers []io.Closer
}

// Dropped is a member that the new archive doesn't have.
type Dropped struct {
	Name    string
	Hidden  bool // the directory doesn't list it
	Nth, Of int  // which of how many listed members of its name it is, counted from 1; Of is 0 if there is no other
	Equal   bool // its content is that of the last of them, which is kept
}

// Loss is bytes of the old file that are in no form in the new one.
type Loss struct {
	Offset, Length int64
	MemberName     string // if they are in the content of a member; then the offset counts from its start
	Head           []byte // the first of them
}

// maxHead is how many bytes of a loss are shown.
const maxHead = 64

// newLoss returns the loss of n bytes, of which at least the first are given.
func newLoss(offset, n int64, b []byte) Loss {
	return Loss{Offset: offset, Length: n, Head: bytes.Clone(b[:min(n, int64(len(b)), maxHead)])}
}

// Close releases what the plan keeps of the file.
func (p *Plan) Close() {
	for _, c := range p.closers {
		c.Close()
	}
}

// Changes reports whether the plan changes anything.
func (p *Plan) Changes() bool { return len(p.Files) > 0 || p.Rename }

// NewFile is a new file, which takes the place of an old one or gets a name of its own.
type NewFile struct {
	write  func(ctx context.Context, w io.WriteSeeker) error
	verify func(ctx context.Context, now Source) error // compares the arrays with those of the old file
	law    func() ([]Loss, error)                      // on the old file; nil where it holds whatever is in it
	name   string                                      // for the validator

	// What the validator may find in it, besides notes, and what it may not.
	left, gone []spec.ID
}

// maxSpool is the size of the largest file that is unpacked, in bytes.
const maxSpool = 1 << 30

// maxFindings is the number of findings of a file that are looked at.
const maxFindings = 10_000

func checkOptions(name string) *validator.Options {
	return &validator.Options{Name: name, MaxFindings: maxFindings, Decompressors: decompress.Methods()}
}

// file is a file that was checked.
type file struct {
	Source
	report   *validator.Report
	measured map[*validator.Member]measurement
	maxSpool int64 // bytes of what is unpacked from it
}

// measurement is what was measured of a member.
type measurement struct {
	size, packed uint64
	crc          uint32
	err          error
}

func read(ctx context.Context, src Source) (*file, error) {
	report, err := validator.Check(ctx, src, src.Size, checkOptions(src.Name))
	if err != nil {
		return nil, err
	}
	return newFile(src, report), nil
}

func newFile(src Source, report *validator.Report) *file {
	return &file{Source: src, report: report, measured: map[*validator.Member]measurement{}, maxSpool: maxSpool}
}

// all returns the findings of a file, with those that follow from others.
func (f *file) all() []validator.Finding {
	return slices.Concat(f.report.Findings, f.report.Followed)
}

// inDoubt reports whether a finding may be the trace of a conversion.
func (f *file) inDoubt() bool { return slices.ContainsFunc(f.all(), converted) }

// converted reports whether a finding may be the trace of a conversion: if it leaves open what the arrays are, or says
// that the parts of an archive or the end of a header are elsewhere.
func converted(found validator.Finding) bool {
	switch found.Rule {
	case spec.PrefixMagic, spec.ZipEndRecordMismatch, spec.HeaderFinalNewline, spec.HeaderTrailingText:
		return true
	}
	return found.Rule.Rule().Fix.Doubt
}

// breaks reports whether there is a finding of a rule about the file itself.
func (f *file) breaks(rule spec.ID) bool {
	return slices.ContainsFunc(f.report.Findings, func(found validator.Finding) bool {
		return found.Rule == rule && found.Member == validator.NoMember
	})
}

// newLeft is a finding that stays for a reason, or for that of its rule.
func newLeft(found validator.Finding, why string) Left {
	r := found.Rule.Rule().Fix
	switch {
	case why != "":
	case r.Way == spec.FixIfAsked:
		why = r.Why
	case r.Way == spec.FixIfSafe && !r.Conditional():
		why = "something else in the file leaves the array in doubt"
	}
	return Left{Finding: found, Why: why, Flag: r.Flag}
}

func (p *Plan) leave(found validator.Finding, why string) {
	p.Left = append(p.Left, newLeft(found, why))
}

func (p *Plan) leaveAll(findings []validator.Finding, why string) {
	for _, found := range findings {
		if found.Rule.Rule().Fix.Way == spec.FixNever {
			p.leave(found, "")
		} else {
			p.leave(found, why)
		}
	}
}

// settle adds the new files, which have the findings that are left and no others.
func (p *Plan) settle(news ...*NewFile) {
	var left, gone []spec.ID
	for _, l := range p.Left {
		left = append(left, l.Rule)
	}
	for _, found := range p.Fixed {
		// Once members are dropped, a note may be about another of those that are kept.
		other := len(p.Dropped) > 0 && found.Severity() == spec.Note
		if !other && !slices.Contains(left, found.Rule) {
			gone = append(gone, found.Rule)
		}
	}
	for _, n := range news {
		n.left, n.gone = left, gone
	}
	p.Files = news
}

// tooMild leaves what could be fixed, since nothing of it needs a hand.
func (p *Plan) tooMild() {
	for _, found := range p.Fixed {
		p.mild(found)
	}
	p.Fixed, p.Headers, p.Dropped, p.Rename = nil, nil, nil, false
}

// mild leaves a finding that could be fixed, and needs no action.
func (p *Plan) mild(found validator.Finding) {
	p.Left = append(p.Left, Left{Finding: found, Why: "it needs no action", Flag: "--level"})
}

// worth reports whether findings are reason enough to write a file.
func worth(findings []validator.Finding, opt Options) bool {
	return slices.ContainsFunc(findings, func(found validator.Finding) bool { return found.Severity() >= opt.Level })
}
