package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// LinesReader reads a report that [JSONLines] wrote, line by line.
type LinesReader struct {
	r       *bufio.Reader
	line    []byte // without its end
	lines   int    // that were read
	offset  int64  // of the line
	after   int64  // offset of what follows it
	head    Head
	trailer *Trailer
}

// headBegins is the beginning of a report.
const headBegins = `{"head":`

var (
	errNoReport = errors.New("is not a report of npycheck check --format jsonl")

	// ErrCutOff is the error of a report that ends before its trailer.
	ErrCutOff = errors.New("was cut off: it has no trailer")
)

// NewLinesReader returns a reader of the lines of r, after reading the first.
func NewLinesReader(r io.Reader) (*LinesReader, error) {
	l := &LinesReader{r: bufio.NewReaderSize(r, 256<<10)}
	switch begin, err := l.r.Peek(len(headBegins)); { // other files may have a first line as long as a disk
	case err != nil && err != io.EOF:
		return nil, err
	case string(begin) != headBegins:
		return nil, errNoReport
	}
	switch err := l.next(); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, errNoReport
	case err != nil:
		return nil, err
	}
	var first struct {
		Head *Head `json:"head"`
	}
	if err := json.Unmarshal(l.line, &first); err != nil || first.Head == nil || first.Head.Tool.Name != thisTool().Name {
		return nil, errNoReport
	}
	l.head = *first.Head
	return l, nil
}

// Head returns the first line.
func (l *LinesReader) Head() Head { return l.head }

// Trailer returns the last line, or nil if it wasn't read yet.
func (l *LinesReader) Trailer() *Trailer { return l.trailer }

// maxLine is the length in bytes of the longest line that is read, of an archive with very many members.
const maxLine = 1 << 30

// next reads a line. Without its end it is io.ErrUnexpectedEOF.
func (l *LinesReader) next() error {
	l.lines++
	l.line, l.offset = l.line[:0], l.after
	for {
		piece, err := l.r.ReadSlice('\n')
		l.line = append(l.line, piece...)
		l.after += int64(len(piece))
		switch {
		case err == nil:
			l.line = l.line[:len(l.line)-1]
			return nil
		case err == io.EOF && len(l.line) > 0:
			return io.ErrUnexpectedEOF
		case err != bufio.ErrBufferFull:
			return err
		case bytes.IndexByte(piece, 0) >= 0: // a hole takes no space on disk, but would in memory
			return l.errorf("has NUL bytes")
		case len(l.line) > maxLine:
			return l.errorf("is longer than %d bytes", maxLine)
		}
	}
}

func (l *LinesReader) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", l.lines, fmt.Errorf(format, args...))
}

// Next returns the next file. After the trailer the error is io.EOF, and if the report ends before that, ErrCutOff.
// The file has neither the members nor the imports of what was checked, and is written as JSON as it was read.
func (l *LinesReader) Next() (*File, error) {
	if err := l.nextFile(); err != nil {
		return nil, err
	}
	f, err := l.head.file(l.line)
	if err != nil {
		return nil, l.errorf("%w", err)
	}
	return f, nil
}

// NextPath is Next for callers that only index a report: it returns the path of the next file, and the offset of its
// line in bytes, for [Head.FileAt]. With io.EOF and ErrCutOff the offset is where the lines of files end.
func (l *LinesReader) NextPath() (path string, offset int64, err error) {
	if err := l.nextFile(); err != nil {
		return "", l.offset, err
	}
	if path, ok := plainPath(l.line); ok {
		return path, l.offset, nil
	}
	var f struct {
		Path  string `json:"path"`
		Bytes []byte `json:"path_base64"`
	}
	if err := json.Unmarshal(l.line, &f); err != nil {
		return "", 0, l.errorf("%w", err)
	}
	if f.Bytes != nil {
		f.Path = string(f.Bytes)
	}
	return f.Path, l.offset, nil
}

// plainPath returns the path in a line, if it is ASCII without an escape, as most are.
func plainPath(line []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"path":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 || bytes.HasPrefix(rest[end:], []byte(`","path_base64"`)) {
		return "", false
	}
	for _, c := range rest[:end] {
		if c < ' ' || c > '~' || c == '\\' {
			return "", false
		}
	}
	return string(rest[:end]), true
}

// nextFile reads the line of the next file, or the trailer, which is io.EOF.
func (l *LinesReader) nextFile() error {
	if l.trailer != nil {
		return io.EOF
	}
	switch err := l.next(); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return ErrCutOff
	case err != nil:
		return err
	case !bytes.HasPrefix(l.line, []byte(`{"summary":`)):
		return nil
	}
	if err := l.end(); err != nil {
		return err
	}
	return io.EOF
}

// file reads a line of a report with that head.
func (h *Head) file(line []byte) (*File, error) {
	f := new(File)
	if err := f.UnmarshalJSON(line); err != nil {
		return nil, err
	}
	var depth validator.Depth
	if name := h.Options.Depth; name != "" && name != defaultDepth {
		if err := depth.UnmarshalText([]byte(h.Options.Depth)); err != nil {
			return nil, err
		}
	}
	f.Unverified = f.Format == validator.Npz && f.members > 0 && DepthOf(depth, f.Path) != validator.Full
	f.Decide(h.Options.failOn())
	return f, nil
}

// FileAt reads the file whose line begins at an offset of a report with that head.
func (h *Head) FileAt(r io.ReaderAt, offset int64) (*File, error) {
	var line []byte
	for n := 1 << 10; ; n *= 4 {
		have := len(line)
		line = append(line, make([]byte, n)...)
		got, err := r.ReadAt(line[have:], offset+int64(have))
		line = line[:have+got]
		if end := bytes.IndexByte(line[have:], '\n'); end >= 0 {
			return h.file(line[:have+end])
		}
		switch {
		case err == io.EOF:
			return nil, ErrCutOff
		case err != nil:
			return nil, err
		case len(line) > maxLine:
			return nil, fmt.Errorf("a line is longer than %d bytes", maxLine)
		}
	}
}

// end reads the trailer.
func (l *LinesReader) end() error {
	t := new(Trailer)
	if err := json.Unmarshal(l.line, t); err != nil {
		return l.errorf("%w", err)
	}
	if !bytes.Equal(text.AppendJSON(nil, t.Head), text.AppendJSON(nil, l.head)) {
		return l.errorf("the trailer is that of another report")
	}
	if _, err := l.r.ReadByte(); err != io.EOF {
		return l.errorf("the trailer is followed by something else")
	}
	l.trailer = t
	return nil
}

// ReadTrailer reads the last line of a report of that many bytes. If it is not a trailer, the error is ErrCutOff.
func ReadTrailer(r io.ReaderAt, size int64) (*Trailer, error) {
	var line []byte
	for n := int64(4 << 10); ; n *= 4 {
		n = min(n, size)
		line = make([]byte, n)
		if _, err := r.ReadAt(line, size-n); err != nil && err != io.EOF {
			return nil, err
		}
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		if !ended {
			return nil, ErrCutOff
		}
		start := bytes.LastIndexByte(text, '\n')
		if start < 0 && n < min(size, maxTrailer) {
			continue
		}
		t := new(Trailer)
		if start < 0 || json.Unmarshal(text[start+1:], t) != nil || t.Head.Tool.Name != thisTool().Name {
			return nil, ErrCutOff
		}
		return t, nil
	}
}

// maxTrailer is roughly the length in bytes of the longest trailer that is read.
const maxTrailer = 64 << 20
