package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/checking"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

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
	part, err := openPartial(name + checking.PartSuffix)
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
		return os.Remove(name + checking.PartSuffix)
	}
	oldLines, err := report.NewLinesReader(before)
	if err != nil {
		return nil // the next reader of it reports that
	}
	if checking.OtherRun(oldLines.Head(), newLines.Head()) != "" { // somebody put another report in its place
		part.Close()
		return os.Remove(name + checking.PartSuffix)
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
		return fmt.Errorf("%s: %w", cli.QuotedText(name+checking.PartSuffix), err)
	}
	return os.Rename(name+checking.PartSuffix, name)
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
