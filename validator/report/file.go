package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// File is what a report says of one file. As JSON it is the object "file" of the schema.
type File struct {
	Path  string // the name of the input
	Stdin bool   // it is standard input

	Size     int64     // bytes; -1 if nobody knows
	Modified time.Time // when its content changed last, if Checker.Times asked for it; zero if nobody knows

	ETag string // of a file of a server; "" if there is none

	// InEveryShard says that the report of every shard has the file, because it can't be opened and may stand for
	// more than one: see [InEveryShard].
	InEveryShard bool

	Format  validator.Format
	Verdict validator.Verdict  // a property of the file, whatever the policy is
	Array   *validator.Array   // nil for an archive, and when the header can't be understood
	Members []validator.Member // of an archive, in the order of its directory

	Findings []Finding // those that the policy shows
	Omitted  []Omitted // further ones, in the order of their rules
	Known    int       // number of those that the baseline knows, which are in neither

	Imports        []validator.Import // of the pickles
	ImportsOmitted int                // number of further ones

	SHA256 string // of the file with findings, in hexadecimal, if Checker.Hash asked for it and it can be read again

	Err        error // why the file was not checked, or not to its end
	Unverified bool  // it is an archive, and its checksums were not compared

	// Of a file that was read from a report:
	json    []byte
	array   *arrayJSON // or nil
	members int        // number of them
}

// Silent reports whether nothing is to be said of a file but its verdict.
func (f *File) Silent() bool { return len(f.Findings) == 0 && len(f.Omitted) == 0 && f.Err == nil }

// Brief returns f without members and imports, which may be very many.
func (f *File) Brief() *File {
	b := *f
	b.Members, b.Imports = nil, nil
	return &b
}

// Finding is a finding at the severity that the policy gives it, in place of that of the rule. As JSON it is the
// object "finding" of the schema.
type Finding struct {
	validator.Finding
	Severity spec.Severity
}

// Omitted are findings of a rule that are only counted, at the severity that the policy gives them. As JSON it is
// the object "omitted" of the schema.
type Omitted struct {
	Rule     spec.ID       `json:"rule"`
	Severity spec.Severity `json:"severity"`
	Count    int           `json:"count"`
}

// Checker checks inputs. Its zero value checks with the default options and shows everything.
type Checker struct {
	Options  validator.Options
	Policy   Policy
	Baseline *Baseline // what is known, or nil

	// Times says that reports tell when files were modified, so that somebody can go on with one.
	Times bool

	// Hash, if it isn't nil, reports whether to hash the next file with findings, which has to be read once more
	// for that. It must be safe for concurrent use.
	Hash func() bool
}

// Check opens an input and checks it. Whatever goes wrong is told of in the file that it returns, never nil.
func (c *Checker) Check(ctx context.Context, in Input) *File {
	source, err := in.Open()
	if err != nil {
		f := c.File(in, nil, err)
		_, f.InEveryShard = in.(InEveryShard)
		return f
	}
	defer source.Close()
	r, err := source.Check(ctx, &c.Options)
	f := c.File(in, r, err)
	if s, ok := source.(interface{ Size() int64 }); ok {
		f.Size = s.Size()
	}
	if s, ok := source.(interface{ ETag() string }); ok {
		f.ETag = s.ETag()
	}
	if s, ok := source.(interface{ Modified() time.Time }); ok && c.Times {
		f.Modified = s.Modified()
	}
	if len(f.Findings) > 0 && c.Hash != nil && c.Hash() {
		f.SHA256 = hash(ctx, source)
	}
	return f
}

// hash returns the SHA-256 of what was opened, or "" if it can't be read again, or not to the end that it had.
func hash(ctx context.Context, source Source) string {
	file, ok := source.(interface {
		io.ReaderAt
		Size() int64
	})
	if !ok {
		return ""
	}
	h := sha256.New()
	piece := make([]byte, 256<<10)
	for at := int64(0); at < file.Size(); {
		n, err := file.ReadAt(piece[:min(int64(len(piece)), file.Size()-at)], at)
		if n == 0 || err != nil && err != io.EOF || ctx.Err() != nil {
			return ""
		}
		h.Write(piece[:n])
		at += int64(n)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// File returns what to say of an input after its check, which returned a report or an error.
func (c *Checker) File(in Input, r *validator.Report, err error) *File {
	f := &File{Path: in.Name(), Size: -1, Format: validator.Unknown, Verdict: validator.Unreadable, Err: err}
	_, f.Stdin = in.(Stdin)
	if err != nil {
		return f
	}
	f.Format, f.Verdict, f.Array, f.Members = r.Format, r.Verdict(), r.Array, r.Members
	f.Imports, f.ImportsOmitted = r.Imports, r.ImportsOmitted
	f.Unverified = len(r.Members) > 0 && c.Options.Depth != validator.Full
	if r.Incomplete != "" {
		f.Err = errors.New(r.Incomplete)
	}
	c.Policy.judge(f, r)
	if c.Baseline != nil {
		c.Baseline.accept(f)
	}
	return f
}
