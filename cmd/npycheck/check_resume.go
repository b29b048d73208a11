package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// resumption goes on with a report as JSON Lines that an earlier run wrote, and writes the report that one run would
// have written. The report of before stays where it is until the new one is complete, so that whenever the run is
// killed, one of them has what was done.
type resumption struct {
	name  string
	head  report.Head
	check func(context.Context, report.Input) *report.File // for what the report of before doesn't have

	old   *os.File // or nil
	seed  maphash.Seed
	lines []oldLine     // sorted by hash
	known []atomic.Bool // whether this run knows no less of the file in a line
	taken atomic.Int64  // files that were not checked again

	out *os.File
}

// oldLine is where the report of before has a file.
type oldLine struct {
	hash   uint64 // of the path
	offset int64
}

// reportBegins is the beginning of each report.
const reportBegins = `{"head":`

// partSuffix is what the name of the new report ends with until it takes the place of the one before, and oldSuffix
// that of the one before if it is kept.
const (
	partSuffix = ".part"
	oldSuffix  = ".old"
)

// openResumption opens a report to go on with, if it is there and has that head. The caller must call end.
func openResumption(ctx context.Context, name string, head report.Head) (*resumption, error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link stays one
	}
	r := &resumption{name: name, head: head, seed: maphash.MakeSeed()}
	if err := keepLonger(ctx, name); err != nil {
		return nil, err
	}
	if err := checkReport(ctx, name+oldSuffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.out, err = createFile(ctx, name)
		return r, err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, usagef("--resume %s: not a regular file", quoted(name))
	}
	if r.old, err = os.Open(name); err != nil {
		return nil, err
	}
	if r.hardlyBegun(info.Size()) {
		r.old.Close()
		r.old = nil
		r.out, err = createFile(ctx, name)
		return r, err
	}
	if err = r.read(ctx); err == nil {
		r.out, err = createFile(ctx, name+partSuffix)
	}
	if err != nil {
		r.old.Close()
	}
	return r, err
}

// hardlyBegun reports whether the report of before, of so many bytes, was cut off in its first line.
func (r *resumption) hardlyBegun(size int64) bool {
	var first bytes.Buffer
	report.NewJSONLines(r.head).Begin(&first)
	text := make([]byte, min(size, int64(first.Len())))
	_, err := r.old.ReadAt(text, 0)
	return size < int64(first.Len()) && (err == nil || err == io.EOF) && bytes.HasPrefix(first.Bytes(), text)
}

// read reads where the report of before has which file.
func (r *resumption) read(ctx context.Context) error {
	lines, err := report.NewLinesReader(r.old)
	if err != nil {
		return usagef("--resume %s: %s", quoted(r.name), report.ErrorText(err))
	}
	if why := otherRun(lines.Head(), r.head); why != "" {
		return usagef("--resume %s: the report was made %s; name another file, or remove it", quoted(r.name), why)
	}
	for {
		path, offset, err := lines.NextPath()
		switch {
		case err == io.EOF || errors.Is(err, report.ErrCutOff):
			slices.SortFunc(r.lines, func(a, b oldLine) int { return cmp.Compare(a.hash, b.hash) })
			r.known = make([]atomic.Bool, len(r.lines))
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", quotedText(r.name), err)
		case ctx.Err() != nil:
			return errors.New("interrupted")
		}
		r.lines = append(r.lines, oldLine{maphash.String(r.seed, path), offset})
	}
}

// otherRun returns how the report of before was made, if a run would make another one now.
func otherRun(before, now report.Head) string {
	switch {
	case before.Tool != now.Tool || before.Schema != now.Schema || before.Rules != now.Rules:
		return "by another version of npycheck, " + validator.Quote(before.Tool.Version)
	case before.Shard != now.Shard:
		return "of " + cmp.Or(shardName(before.Shard), "all files")
	}
	if option := otherOption(before.Options, now.Options); option != "" {
		return "with other options: " + option
	}
	return ""
}

func shardName(shard string) string {
	if shard == "" {
		return ""
	}
	return "shard " + validator.Quote(shard)
}

// file returns what the report of before says of an input, if that is still as it was, or else checks it.
func (r *resumption) file(ctx context.Context, in report.Input) *report.File {
	hash := maphash.String(r.seed, in.Name())
	i, found := slices.BinarySearchFunc(r.lines, hash, func(l oldLine, hash uint64) int { return cmp.Compare(l.hash, hash) })
	if !found {
		return r.check(ctx, in)
	}
	f, err := r.head.FileAt(r.old, r.lines[i].offset)
	read := err == nil && f.Path == in.Name() && f.Err == nil
	if read && unchanged(in, f) {
		r.taken.Add(1)
	} else {
		f = r.check(ctx, in)
	}
	if !read || f.Err == nil {
		for ; i < len(r.lines) && r.lines[i].hash == hash; i++ { // a file may be named several times
			r.known[i].Store(true)
		}
	}
	return f
}

// lost returns how many files of the report of before this run knows nothing of, or could not read.
func (r *resumption) lost() (n int64) {
	for i := range r.known {
		if !r.known[i].Load() {
			n++
		}
	}
	return n
}

// unchanged reports whether an input is still in the state of which a report tells.
func unchanged(in report.Input, f *report.File) bool {
	switch in := in.(type) {
	case remoteFile:
		return in.etag != "" && in.etag == f.ETag && in.size == f.Size
	case *diskFile:
		info, err := statPath(in.path)
		if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || !info.ModTime().Equal(f.Modified) {
			return false
		}
		if in.bar != nil {
			in.bar.bytes.Add(f.Size)
		}
		return true
	}
	return false
}

// end closes the reports. The new one takes the place of the one before if it is complete, or longer. The one before
// is kept beside it if asked to.
func (r *resumption) end(ctx context.Context, complete, keep bool) error {
	err := r.out.Sync()
	if err = errors.Join(err, r.out.Close()); err != nil {
		err = &writeError{reportIn(r.name), err}
	}
	if r.old == nil {
		return err
	}
	r.old.Close()
	switch {
	case err != nil:
		return err
	case !complete:
		return keepLonger(context.WithoutCancel(ctx), r.name)
	case keep:
		if err := os.Rename(r.name, r.name+oldSuffix); err != nil {
			return err
		}
	}
	return os.Rename(r.name+partSuffix, r.name)
}

// keepLonger puts the new report of a run that was cut short into the place of the one before, if it tells of more
// files, and else removes it: on its way it copies the other one.
func keepLonger(ctx context.Context, name string) error {
	part, err := countLines(ctx, name+partSuffix)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	old, err := countLines(ctx, name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err == nil && part > old {
		return os.Rename(name+partSuffix, name)
	}
	return os.Remove(name + partSuffix)
}

// countLines returns the number of whole lines in a report.
func countLines(ctx context.Context, name string) (int64, error) {
	file, err := openReport(ctx, name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var lines int64
	piece := make([]byte, 256<<10)
	for ctx.Err() == nil {
		n, err := file.Read(piece)
		lines += int64(bytes.Count(piece[:n], []byte("\n")))
		switch {
		case err == io.EOF:
			return lines, nil
		case err != nil:
			return 0, err
		}
	}
	return 0, ctx.Err()
}

// openReport opens a file that a run may replace, which is a report or the beginning of one.
func openReport(ctx context.Context, name string) (*os.File, error) {
	file, err := openText(ctx, name)
	if err != nil {
		return nil, err
	}
	first := make([]byte, len(reportBegins))
	if n, _ := file.ReadAt(first, 0); !strings.HasPrefix(reportBegins, string(first[:n])) {
		file.Close()
		return nil, usagef("--resume: %s is no report of npycheck check --format jsonl", quoted(name))
	}
	return file, nil
}

// checkReport returns an error if a file must not be replaced by a report.
func checkReport(ctx context.Context, name string) error {
	file, err := openReport(ctx, name)
	if err != nil {
		return err
	}
	return file.Close()
}
