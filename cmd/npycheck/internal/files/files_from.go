package files

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/cmd/internal/remote/s3"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/text"
)

const (
	maxListed     = 64 << 10       // longest name in a list, in bytes; no system has longer paths
	maxListedLine = 16 * maxListed // longest line of npycheck list, which escapes some characters
)

var errListedTooLong = fmt.Errorf("a name in the list is longer than %d bytes; the rest was not read", maxListed)

// errListNUL is about a list of lines with a byte that no name can have, as find -print0 writes it.
var errListNUL = errors.New("the list has NUL bytes; use -0")

// errListUTF16 is about such a list for which -0 would be wrong advice: what PowerShell before version 6
// writes with >.
var errListUTF16 = errors.New("the list is UTF-16; write it as UTF-8, or with npycheck list --output")

// errListNotNUL is about a list whose names should end with NUL and don't: all of it would be one name.
var errListNotNUL = errors.New("npycheck list wrote it without -0; leave -0 out")

// utf8Mark is what some editors of Windows put before a text.
const utf8Mark = "\ufeff"

// listed is a file that a list names.
type listed struct {
	path string
	size int64 // in bytes, or remote.Unknown
	etag string
}

// ListHead is the first line of a list that npycheck list wrote.
type ListHead struct {
	List *report.Tool `json:"list"`
}

// listReader reads the names of a list: one in each line, or what npycheck list wrote.
type listReader struct {
	lines *bufio.Scanner
	end   byte
	json  bool        // npycheck list wrote the list
	total *ListAmount // from its last line, once read
	files int64       // that were read
	line  int         // number of the line, from 1
	err   error
}

// newListReader returns a reader of a list whose names end with a newline or with NUL.
func newListReader(list io.Reader, nul bool) *listReader {
	l := &listReader{lines: bufio.NewScanner(list), end: '\n'}
	if nul {
		l.end = 0
	}
	l.lines.Buffer(nil, maxListedLine)
	l.lines.Split(l.split)
	return l
}

func (l *listReader) split(data []byte, atEOF bool) (int, []byte, error) {
	if l.end == 0 && l.line == 0 {
		if first, _, cut := bytes.Cut(data, []byte("\n")); cut && isListHead(first) {
			return 0, nil, errListNotNUL
		}
	}
	for i, b := range data {
		switch b {
		case l.end:
			return i + 1, data[:i], nil
		case 0:
			if l.line == 0 && (bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))) {
				return 0, nil, errListUTF16
			}
			return 0, nil, errListNUL
		}
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// next returns the next file, and whether there is one. If not, l.err says why, and is nil at the end of the list.
func (l *listReader) next() (listed, bool) {
	for l.lines.Scan() {
		l.line++
		line := l.lines.Bytes()
		if l.end == '\n' {
			line = bytes.TrimSuffix(line, []byte("\r")) // a list from Windows
			if l.line == 1 {
				line = bytes.TrimPrefix(line, []byte(utf8Mark))
			}
		}
		switch {
		case len(line) == 0:
		case l.line == 1 && l.end == '\n' && isListHead(line):
			l.json = true
		case !l.json && len(line) > maxListed:
			l.err = errListedTooLong
			return listed{}, false
		case !l.json:
			return listed{path: string(line), size: remote.Unknown}, true
		default:
			f, err := l.parse(line)
			if err != nil {
				l.err = fmt.Errorf("line %d of the list is not one of npycheck list: %w", l.line, err)
				return listed{}, false
			}
			if l.total == nil {
				l.files++
				return f, true
			}
		}
	}
	if l.err = l.lines.Err(); errors.Is(l.err, bufio.ErrTooLong) {
		l.err = errListedTooLong
	}
	switch {
	case l.err != nil || !l.json:
	case l.total == nil:
		l.err = errors.New("the list was cut off: npycheck list ends it with a line that this one doesn't have")
	case l.total.Files != l.files:
		l.err = fmt.Errorf("the list was changed: it has %s, and its last line says %d", text.Count(l.files, "file"), l.total.Files)
	case l.total.Unreadable > 0:
		l.err = fmt.Errorf("the list has holes: npycheck list could not read %s", text.Count(l.total.Unreadable, "path"))
	}
	return listed{}, false
}

// parse reads a line of npycheck list after the first: that of a file, or the last one, after which none may be.
func (l *listReader) parse(line []byte) (listed, error) {
	if l.total != nil {
		return listed{}, errors.New("it comes after the last")
	}
	if !bytes.HasPrefix(line, []byte(`{"summary":`)) {
		return parseListed(line)
	}
	var end ListEnd
	err := json.Unmarshal(line, &end)
	if err == nil && end.Summary == nil {
		err = errors.New("its summary is empty")
	}
	l.total = end.Summary
	return listed{}, err
}

// isListHead reports whether a line is the head of a list that npycheck list wrote.
func isListHead(line []byte) bool {
	var head ListHead
	return bytes.HasPrefix(line, []byte(`{"list":`)) && json.Unmarshal(line, &head) == nil && head.List != nil
}

// ListLine is a further line of such a list.
type ListLine struct {
	Path      string `json:"path"`
	PathBytes []byte `json:"path_base64,omitempty"` // of one that is not UTF-8
	Size      *int64 `json:"size,omitempty"`        // in bytes
	ETag      string `json:"etag,omitempty"`
}

// ListEnd is its last line.
type ListEnd struct {
	Summary *ListAmount `json:"summary"`
}

type ListAmount struct {
	Files      int64 `json:"files"`
	Bytes      int64 `json:"bytes"`
	Unreadable int64 `json:"unreadable,omitempty"` // files and folders that could not be listed
}

func parseListed(text []byte) (listed, error) {
	var line ListLine
	if err := json.Unmarshal(text, &line); err != nil {
		return listed{}, err
	}
	f := listed{line.Path, remote.Unknown, line.ETag}
	if line.PathBytes != nil {
		f.path = string(line.PathBytes)
	}
	if line.Size != nil {
		f.size = *line.Size
	}
	if f.path == "" || f.size < remote.Unknown {
		return listed{}, errors.New("it has no path, or a negative size")
	}
	return f, nil
}

// listed yields the files of the list, and reports whether the caller took them all.
func (w *walk) listed() bool {
	list := newListReader(w.List, w.ListNUL)
	n := uint64(0)
	for ; ; n++ {
		f, ok := list.next()
		if !ok {
			break
		}
		name := f.path
		if report.IsRemote(name) {
			name = remoteName(name) // a list made for each shard has its own signatures
		}
		w.passed.add(name, "")
		if w.Shard.hasLine(n) && !w.yield(w.listedFile(f)) {
			return false
		}
	}
	switch {
	case list.err != nil:
		return w.none(w.ListName, list.err)
	case n == 0 && !w.AllowEmpty:
		return w.none(w.ListName, errors.New("the list names no files"))
	}
	return true
}

// listedFile returns a file that a list names.
func (w *walk) listedFile(f listed) Input {
	if !report.IsRemote(f.path) {
		return &DiskFile{Path: f.path}
	}
	if bucket, key, ok := s3.Split(f.path); ok {
		return w.Remotes.object(bucket, s3.Object{Key: key, Size: f.size, ETag: f.etag})
	}
	return w.Remotes.File(f.path)
}
