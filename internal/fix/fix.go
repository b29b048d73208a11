// Package fix mends files without changing an array. A plan says what would be mended, what is left and why, and has
// the new bytes; these are written to a file only after the arrays of both were decoded and compared by package proof,
// and package validator has found in the new file nothing but what was left.
//
// Package remedy is the table of what can be mended. Where the table says "if proved", the proof is here: in surplus.go
// for bytes after the data, and in undo.go for files that were converted or wrapped.
package fix

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Options say what may be mended.
type Options struct {
	Level     spec.Severity // a file without a finding of this severity that can be mended is left alone; 0 is Warning
	ByteOrder byte          // '<' or '>' where a file leaves it to the machine; 0 leaves such files alone
	Cut       bool          // bytes after the data, whatever they are
	Split     bool          // several arrays of a file into one file each
	Drop      bool          // members that the directory doesn't list, and all but the last of one name
	Rename    bool          // files with the suffix of another format, and members with dangerous names
}

// Source is a file to be mended.
type Source struct {
	io.ReaderAt
	Size int64
	Name string // its suffix is compared with what it is
}

// Left is a finding that stays.
type Left struct {
	validator.Finding
	Why  string // a clause without a period
	Flag string // that mends it, or ""
}

// Header is the header of an array before and after the repair.
type Header struct {
	MemberName string // "" for a file
	Array      int    // 2 for the second of several arrays, 0 for the first
	Old, New   []byte
}

// Plan is what is to be done about a file.
type Plan struct {
	Mended  []validator.Finding
	Left    []Left
	Headers []Header
	Files   []*New           // the new file, or one for each of several arrays; none if the bytes stay as they are
	Format  validator.Format // of the file
	Rename  bool             // the file gets the suffix of its format

	file    *file
	headers int // bytes of those of members
	closers []io.Closer
}

// Close releases what the plan keeps of the file.
func (p *Plan) Close() {
	for _, c := range p.closers {
		c.Close()
	}
}

// Changes reports whether the plan changes anything.
func (p *Plan) Changes() bool { return len(p.Files) > 0 || p.Rename }

// Copy returns a new file with the bytes of the old one, which only gets another name.
func (p *Plan) Copy() *New {
	n := verbatim(p.file)
	for _, l := range p.Left {
		n.left = append(n.left, l.Rule)
	}
	return n
}

// New is a new file.
type New struct {
	write  func(ctx context.Context, w io.WriteSeeker) error
	verify func(ctx context.Context, now Source) error // compares the arrays with those of the old file
	name   string                                      // for the validator

	// What the validator may find in it, besides notes, and what it may not.
	left, gone []spec.ID
}

// maxFindings is the number of findings of a file that are looked at.
const maxFindings = 10_000

func checkOptions(name string) *validator.Options {
	return &validator.Options{Name: name, MaxFindings: maxFindings, Decompressors: decompress.Methods()}
}

// Make plans what to do about a file. The error is that of reading it. The caller closes the plan, and keeps the source
// open until then.
func Make(ctx context.Context, src Source, opt Options) (*Plan, error) {
	f, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	p := &Plan{file: f}
	opt.Level = cmp.Or(opt.Level, spec.Warning)
	if f.inDoubt() {
		undone, err := undo(ctx, f)
		if err != nil {
			return nil, err
		}
		if undone != nil {
			p.closers = append(p.closers, undone)
			return p, p.unwrapped(ctx, f, undone, opt)
		}
	}
	p.plan(f, opt)
	return p, nil
}

// file is a file that was checked.
type file struct {
	Source
	report *validator.Report
}

func read(ctx context.Context, src Source) (*file, error) {
	report, err := validator.Check(ctx, src, src.Size, checkOptions(src.Name))
	if err != nil {
		return nil, err
	}
	return &file{src, report}, nil
}

// all returns the findings of a file, with those that follow from others.
func (f *file) all() []validator.Finding {
	return slices.Concat(f.report.Findings, f.report.Followed)
}

// inDoubt reports whether a finding leaves open what the arrays are.
func (f *file) inDoubt() bool {
	return slices.ContainsFunc(f.all(), func(found validator.Finding) bool {
		return remedy.Of(found.Rule).Doubt || found.Rule == spec.PrefixMagic
	})
}

// plan plans what to do about a file that is as its writer left it.
func (p *Plan) plan(f *file, opt Options) {
	p.Format = f.report.Format
	switch {
	case f.report.Incomplete != "":
		p.leaveAll(f.report.Findings, "it could not be checked to its end: "+f.report.Incomplete)
	case len(f.report.Omitted) > 0:
		p.leaveAll(f.report.Findings, "there are too many findings")
	case f.report.Format == validator.Npy:
		p.arrays(f, opt)
	case f.report.Format == validator.Npz:
		p.archive(f, opt)
	default:
		p.leaveAll(f.report.Findings, "")
	}
}

// leave leaves a finding for a reason, or for that of its rule.
func (p *Plan) leave(found validator.Finding, why string) {
	r := remedy.Of(found.Rule)
	if r.Way == remedy.Mends && why == "" {
		why = "something else in the file leaves the array in doubt"
	}
	p.Left = append(p.Left, Left{found, cmp.Or(why, r.Why), r.Flag})
}

func (p *Plan) leaveAll(findings []validator.Finding, why string) {
	for _, found := range findings {
		if remedy.Of(found.Rule).Way == remedy.Leaves {
			p.leave(found, "")
		} else {
			p.leave(found, why)
		}
	}
}

// settle adds the new files, which have the findings that are left and no others.
func (p *Plan) settle(news ...*New) {
	var left, gone []spec.ID
	for _, l := range p.Left {
		left = append(left, l.Rule)
	}
	for _, found := range p.Mended {
		if !slices.Contains(left, found.Rule) {
			gone = append(gone, found.Rule)
		}
	}
	for _, n := range news {
		n.left, n.gone = left, gone
	}
	p.Files = news
}

// tooMild leaves what could be mended, since nothing of it needs a hand.
func (p *Plan) tooMild() {
	for _, found := range p.Mended {
		p.leave(found, "it needs no hand (--level note)")
	}
	p.Mended, p.Headers, p.Rename = nil, nil, false
}

// worth reports whether findings are reason enough to write a file.
func worth(findings []validator.Finding, opt Options) bool {
	return slices.ContainsFunc(findings, func(found validator.Finding) bool { return found.Severity() >= opt.Level })
}
