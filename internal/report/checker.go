package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/npycheck/npycheck/validator"
)

// Checker checks inputs. Its zero value checks with the default options and shows everything.
type Checker struct {
	// If its Depth is zero, files are checked at the depth Full, and those of servers, which would have to be fetched
	// whole for that, at the depth Structure.
	Options validator.Options

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
	options := c.Options
	options.Depth = depthOf(options.Depth, in.Name())
	r, err := source.Check(ctx, &options)
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

// File returns what to say of an input after its check, which returned a report or an error.
func (c *Checker) File(in Input, r *validator.Report, err error) *File {
	f := &File{Path: in.Name(), Size: -1, Format: validator.Unknown, Verdict: validator.NotChecked, Err: err}
	_, f.Stdin = in.(Stdin)
	if err != nil {
		return f
	}
	f.Format, f.Verdict, f.Array, f.Arrays, f.Members = r.Format, r.Verdict(), r.Array, r.Arrays, r.Members
	f.Imports, f.ImportsOmitted = r.Imports, r.ImportsOmitted
	f.Unverified = len(r.Members) > 0 && depthOf(c.Options.Depth, f.Path) != validator.Full
	if r.Incomplete != "" {
		f.Err = errors.New(r.Incomplete)
	}
	c.Policy.judge(f, r)
	if c.Baseline != nil {
		c.Baseline.accept(f)
	}
	return f
}

// depthOf returns the depth at which a file is checked if the wanted one may be zero.
func depthOf(depth validator.Depth, path string) validator.Depth {
	switch {
	case depth != 0:
		return depth
	case IsRemote(path):
		return validator.Structure
	}
	return validator.Full
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
