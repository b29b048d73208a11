package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"slices"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/fix"
	"github.com/npycheck/npycheck/cmd/internal/fix/replace"
	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// FileChecker opens inputs and checks them.
type FileChecker struct {
	report.Checker

	// Times says that reports include modification times, which --resume needs.
	Times bool

	// Hash, if it isn't nil, reports whether to hash the next file with findings, which has to be read once more
	// for that. It must be safe for concurrent use.
	Hash func() bool

	// Fixes is the severity of findings from which on reports say what npycheck fix does about them; with 0
	// they say nothing.
	Fixes spec.Severity

	// Trees, if it isn't nil, returns what takes the trees of the Python objects of the next file, or nil if the
	// reports have no room for them. It must be safe for concurrent use.
	Trees func() *inspect.Trees
}

// Check opens an input and checks it. Whatever goes wrong is reported in the file that it returns, never nil.
func (c *FileChecker) Check(ctx context.Context, in files.Input) *report.File {
	source, err := in.Open()
	if err != nil {
		f := c.File(in, nil, err)
		_, f.InEveryShard = in.(files.InEveryShard)
		return f
	}
	defer source.Close()
	options := c.Options
	options.Depth = report.DepthOf(options.Depth, in.Name())
	var trees *inspect.Trees
	if c.Trees != nil {
		if trees = c.Trees(); trees != nil {
			options.Opcodes = trees.Opcodes
		}
	}
	if s, ok := source.(interface{ Stat() error }); ok && c.Times {
		err = s.Stat() // before the check, so that no later time is recorded as that of what was checked
	}
	var r *validator.Report
	if err == nil {
		r, err = source.Check(ctx, &options)
	}
	f := c.File(in, r, err)
	f.Trees = trees
	if s, ok := source.(interface{ Size() int64 }); ok {
		f.Size = s.Size()
	}
	if s, ok := source.(interface{ ETag() string }); ok {
		f.ETag = s.ETag()
	}
	if s, ok := source.(interface{ Modified() time.Time }); ok && c.Times {
		f.Modified = s.Modified()
	}
	if len(f.Findings) > 0 && r != nil && c.Fixes > 0 {
		c.look(ctx, f, source, r)
	}
	if len(f.Findings) > 0 && c.Hash != nil && c.Hash() {
		f.SHA256 = hash(ctx, source)
	}
	return f
}

// look finds out what npycheck fix does about the findings of a file that was checked.
func (c *FileChecker) look(ctx context.Context, f *report.File, source files.Source, r *validator.Report) {
	if f.Err != nil || len(r.Omitted) == 0 && fix.Hopeless(r.Findings) || !slices.ContainsFunc(f.Findings, func(found report.Finding) bool { return found.Severity >= c.Fixes }) {
		return
	}
	file, ok := source.(interface {
		io.ReaderAt
		Size() int64
	})
	local := ok && !f.Stdin && !report.IsRemote(f.Path)
	if info, err := os.Lstat(f.Path); local && (err != nil || !info.Mode().IsRegular() || replace.Names(info) > 1) {
		return // fix leaves links alone
	}
	f.FixUnknown = true
	if !local || report.DepthOf(c.Options.Depth, f.Path) != validator.Full {
		return
	}
	plan, err := fix.Look(ctx, fix.Source{ReaderAt: file, Size: file.Size(), Name: f.Path}, r, c.Fixes)
	if err != nil {
		return
	}
	f.FixUnknown = false
	for i := range f.Findings {
		f.Findings[i].Fix = plan.Of(&f.Findings[i].Finding)
	}
}

// hash returns the SHA-256 of what was opened, or "" if it can't be read again, or not to its end.
func hash(ctx context.Context, source files.Source) string {
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
