package check

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
)

// resumption continues a report as JSON Lines that an earlier run wrote, and writes the report that a single run would
// have written. The old report stays in place until the new one is complete, so that whenever the run is
// killed, the two together have all results.
type resumption struct {
	name  string
	head  report.Head
	fresh func(context.Context, files.Input) *report.File // checks what the old report lacks

	old     *os.File // or nil
	has     lineIndex
	known   []atomic.Bool // whether this run knows at least as much of the file in a line that has has
	outdate sync.Once
	taken   atomic.Int64 // files that were not checked again

	out *os.File
}

// openResumption opens a report to continue, if it exists and has that head. The caller must call end.
func openResumption(ctx context.Context, name string, head report.Head, fresh func(context.Context, files.Input) *report.File) (*resumption, error) {
	name = runner.ResumedFile(name)
	r := &resumption{name: name, head: head, fresh: fresh}
	if err := gather(ctx, name); err != nil {
		return nil, err
	}
	if old, err := openPartial(name + runner.OldSuffix); old != nil {
		old.Close()
	} else if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.out, err = createLocked(ctx, name, 0)
		return r, err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, cli.Usagef("--resume %s: not a regular file", cli.Quoted(name))
	}
	if r.old, err = os.OpenFile(name, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	if err := cli.Lock(r.old); err != nil {
		r.old.Close()
		return nil, fmt.Errorf("%s: %w", cli.QuotedText(name), err)
	}
	if r.hardlyBegun(info.Size()) {
		r.old.Close()
		r.old = nil
		r.out, err = createLocked(ctx, name, 0)
		return r, err
	}
	if err = r.read(ctx); err == nil {
		r.out, err = createLocked(ctx, name+runner.PartSuffix, os.O_EXCL)
	}
	if err != nil {
		r.old.Close()
	}
	return r, err
}

// createLocked is createFile for reports. If another run is writing the report, it leaves it alone.
func createLocked(ctx context.Context, name string, flags int) (*os.File, error) {
	file, err := cli.Await(ctx, name, func() (*os.File, error) {
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flags, 0o666)
	})
	if err != nil {
		return nil, err
	}
	if err = cli.Lock(file); err == nil {
		err = file.Truncate(0)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", cli.QuotedText(name), err)
	}
	return file, nil
}

// hardlyBegun reports whether the old report, of that size, was cut off in its first line.
func (r *resumption) hardlyBegun(size int64) bool {
	var first bytes.Buffer
	report.NewJSONLines(r.head).Begin(&first)
	text := make([]byte, min(size, int64(first.Len())))
	_, err := r.old.ReadAt(text, 0)
	return size < int64(first.Len()) && (err == nil || err == io.EOF) && bytes.HasPrefix(first.Bytes(), text)
}

// read indexes the files in the old report.
func (r *resumption) read(ctx context.Context) error {
	lines, err := report.NewLinesReader(r.old)
	if err != nil {
		return cli.Usagef("--resume %s: %s", cli.Quoted(r.name), report.ErrorText(err))
	}
	if why := runner.OtherRun(lines.Head(), r.head); why != "" {
		return cli.Usagef("--resume %s: the report was made %s; name another file, or remove it", cli.Quoted(r.name), why)
	}
	if r.has, err = indexLines(ctx, lines); err != nil {
		return fmt.Errorf("%s: %w", cli.QuotedText(r.name), err)
	}
	r.known = make([]atomic.Bool, len(r.has.lines))
	return nil
}

// check returns what the old report says about an input if that is unchanged, or else checks it.
func (r *resumption) check(ctx context.Context, in files.Input) *report.File {
	if r.old == nil {
		return r.fresh(ctx, in)
	}
	from, to := r.has.find(in.Name())
	var before *report.File
	if from < to {
		f, err := r.head.FileAt(r.old, r.has.lines[from].offset)
		if err == nil && f.Path == in.Name() && f.Err == nil {
			before = f
		}
	}
	f := before
	if f != nil && unchanged(in, f) {
		r.taken.Add(1)
	} else {
		// The old report is no longer true. Without its trailer merge refuses it, should this run be killed.
		r.outdate.Do(func() { r.old.Truncate(r.has.end) })
		f = r.fresh(ctx, in)
	}
	if before == nil || f.Err == nil {
		for i := from; i < to; i++ { // a file may be named several times
			r.known[i].Store(true)
		}
	}
	return f
}

// lost returns how many files of the old report this run lacks or could not read.
func (r *resumption) lost() (n int64) {
	for i := range r.known {
		if !r.known[i].Load() {
			n++
		}
	}
	return n
}

// unchanged reports whether an input is still in the state that a report describes.
func unchanged(in files.Input, f *report.File) bool {
	switch in := in.(type) {
	case files.RemoteFile:
		return in.Etag != "" && in.Etag == f.ETag && in.Size == f.Size
	case *files.DiskFile:
		info, err := files.StatPath(in.Path)
		if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || !info.ModTime().Equal(f.Modified) {
			return false
		}
		if in.Bar != nil {
			in.Bar.Bytes.Add(f.Size)
		}
		return true
	}
	return false
}

// end closes the reports. The new one replaces the old one, which is kept beside it on request.
func (r *resumption) end(ctx context.Context, complete, keep bool) error {
	err := r.out.Sync()
	if err = errors.Join(err, r.out.Close()); err != nil {
		err = &cli.WriteError{What: runner.ReportIn(r.name), Err: err}
	}
	if r.old == nil {
		return err
	}
	r.old.Close()
	switch {
	case err != nil:
		return err
	case !complete:
		return gather(context.WithoutCancel(ctx), r.name)
	case keep:
		if err := os.Rename(r.name, r.name+runner.OldSuffix); err != nil {
			return err
		}
	}
	return os.Rename(r.name+runner.PartSuffix, r.name)
}

// lineIndex says which line of a report has which file, in 16 bytes per file.
type lineIndex struct {
	seed  maphash.Seed
	lines []indexedLine // sorted by hash
	end   int64         // offset of what follows the last of them
}

type indexedLine struct {
	hash   uint64 // of the path
	offset int64
}

// indexLines reads the lines to their end, or to where they were cut off.
func indexLines(ctx context.Context, lines *report.LinesReader) (lineIndex, error) {
	x := lineIndex{seed: maphash.MakeSeed()}
	for {
		path, offset, err := lines.NextPath()
		switch {
		case err == io.EOF || errors.Is(err, report.ErrCutOff):
			x.end = offset
			slices.SortFunc(x.lines, func(a, b indexedLine) int { return cmp.Compare(a.hash, b.hash) })
			return x, nil
		case err != nil:
			return x, err
		case ctx.Err() != nil:
			return x, errors.New("interrupted")
		}
		x.lines = append(x.lines, indexedLine{maphash.String(x.seed, path), offset})
	}
}

// find returns the lines whose paths have the hash of a path: nearly always one, that of the path itself.
func (x *lineIndex) find(path string) (from, to int) {
	hash := maphash.String(x.seed, path)
	from, _ = slices.BinarySearchFunc(x.lines, hash, func(l indexedLine, hash uint64) int { return cmp.Compare(l.hash, hash) })
	for to = from; to < len(x.lines) && x.lines[to].hash == hash; {
		to++
	}
	return from, to
}

// gather replaces the old report by the new one of a run that was cut short, with the lines of files that
// the run didn't reach. Neither is enough alone: the old one is wrong about files that have changed, and the new one
// lacks the files at the end of the run. The old one stays until all is done.
func gather(ctx context.Context, name string) error {
	part, err := openPartial(name + runner.PartSuffix)
	if part == nil {
		return err
	}
	defer part.Close()
	before, err := cli.OpenText(ctx, name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	defer before.Close()
	newLines, newErr := report.NewLinesReader(part)
	if err != nil || newErr != nil { // a check starts over, or the new report was cut off in its first line
		part.Close()
		return os.Remove(name + runner.PartSuffix)
	}
	oldLines, err := report.NewLinesReader(before)
	if err != nil {
		return nil // the next reader of it reports that
	}
	if runner.OtherRun(oldLines.Head(), newLines.Head()) != "" { // somebody put another report in its place
		part.Close()
		return os.Remove(name + runner.PartSuffix)
	}
	has, err := indexLines(ctx, newLines)
	if err == nil {
		if err = part.Truncate(has.end); err == nil {
			_, err = part.Seek(has.end, io.SeekStart)
		}
	}
	if err == nil {
		err = copyMissing(ctx, part, before, oldLines, &has)
	}
	if err = errors.Join(err, part.Sync(), part.Close(), before.Close()); err != nil {
		return fmt.Errorf("%s: %w", cli.QuotedText(name+runner.PartSuffix), err)
	}
	return os.Rename(name+runner.PartSuffix, name)
}

// openPartial opens a report that a run wrote beside the one that it would replace, or returns nil if there is none.
func openPartial(name string) (*os.File, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, cli.Usagef("--resume: %s is not a regular file", cli.Quoted(name))
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	const begin = `{"head":`
	text := make([]byte, len(begin))
	n, _ := file.ReadAt(text, 0)
	switch err := cli.Lock(file); {
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s: %w", cli.QuotedText(name), err)
	case !strings.HasPrefix(begin, string(text[:n])):
		file.Close()
		return nil, cli.Usagef("--resume: %s is not a report of npycheck check --format jsonl", cli.Quoted(name))
	}
	return file, nil
}

// copyMissing copies the lines of the files that an index doesn't have.
func copyMissing(ctx context.Context, w io.Writer, r io.ReaderAt, lines *report.LinesReader, has *lineIndex) error {
	start := int64(-1) // of lines to copy, or -1
	for {
		path, offset, err := lines.NextPath()
		ended := err == io.EOF || errors.Is(err, report.ErrCutOff)
		switch {
		case err != nil && !ended:
			return err
		case ctx.Err() != nil:
			return errors.New("interrupted")
		}
		from, to := has.find(path)
		known := from < to
		if start >= 0 && (ended || known) {
			if _, err := io.Copy(w, io.NewSectionReader(r, start, offset-start)); err != nil {
				return err
			}
			start = -1
		}
		if ended {
			return nil
		}
		if start < 0 && !known {
			start = offset
		}
	}
}
