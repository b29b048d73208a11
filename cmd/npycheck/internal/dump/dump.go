// Package dump is the command dump, and draws bytes for other commands.
package dump

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func New() *cobra.Command {
	rows := 2
	cmd := &cobra.Command{
		Use:     "dump FILE",
		Short:   "Show a file as annotated hex",
		Example: "  npycheck dump a.npy\n  npycheck dump --rows 100 a.npz",
		Long: `Each range of bytes has its meaning beside it: in an .npy file the prefix, the
parts of the header, and the data; in a pickle each opcode, with what it leaves
on the stack or in the memo. If a file has several arrays, each after the first
comes below its number. For an .npz file there are the records of the archive,
and then the content of each member, with offsets inside it. On a terminal that
is too narrow for the meaning beside the bytes, it is above them.

dump doesn't say what is wrong; npycheck check does.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.MissingArgument(cmd, "dump needs one FILE, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return cli.Usagef("dump doesn't read standard input: expected a FILE (for a file named \"-\": ./-)")
			}
			if rows < 1 {
				return cli.Usagef("--rows %d: expected at least 1", rows)
			}
			return dump(cmd, args[0], rows)
		},
	}
	cmd.Flags().IntVar(&rows, "rows", rows, "show at most this `NUMBER` of rows per range")
	cli.CompleteWords(cmd, "rows")
	return cmd
}

func dump(cmd *cobra.Command, path string, rows int) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	closed := &cli.EndingWriter{W: cmd.OutOrStdout(), End: cancel}
	out := bufio.NewWriter(closed)
	d := &Dumper{Out: out, Rows: int64(rows), columns: cli.TerminalWidth(cmd.OutOrStdout()), Paint: cli.PaintFor(cmd.OutOrStdout()), Kept: NewKeptRegions(MaxKept)}
	file, err := disk.Open(path)
	if err != nil {
		return cli.Missing(path, err)
	}
	defer file.Close()
	d.Src, d.Size = file, file.Size()
	incomplete := ""
	err = d.File(func(trace func(validator.Region)) error {
		checked, err := validator.Check(ctx, file, file.Size(), &validator.Options{Depth: validator.Structure, Decompressors: decompress.Methods(), Trace: trace})
		if err == nil {
			incomplete = checked.Incomplete
		}
		return err
	})
	if closed.Err != nil {
		return &cli.WriteError{What: "the output", Err: closed.Err}
	}
	if err != nil {
		return err
	}
	if d.end == 0 && !d.inside {
		fmt.Fprintf(out, "%08x  the file is empty\n", 0)
	}
	if err := out.Flush(); err != nil {
		return &cli.WriteError{What: "the output", Err: err}
	}
	if incomplete != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s\n", text.Inert(validator.Quote(incomplete)))
		return cli.ExitCode(cli.ExitIncomplete)
	}
	return nil
}

// Dumper writes regions as rows of bytes, with the name of the region after the first. It keeps those
// of the records of an archive, which come out of order, as far as there is room, and no others:
// a pickle has as many as opcodes.
type Dumper struct {
	Out   io.Writer
	Src   io.ReaderAt // nil if the bytes can't be shown
	Size  int64
	Rows  int64
	Marks []validator.Finding // carets go under their bytes
	Paint report.Paint

	columns int // of the terminal, or 0

	Kept   KeptRegions
	end    int64 // where the last region that was shown ends
	array  int   // which of several arrays is shown
	member int   // whose content is shown
	inside bool  // there are regions in members

	window []byte // bytes of src
	at     int64  // where they begin
	line   []byte
}

// File shows all bytes of a file, and below them what is known about its members. It lets check go
// through the file a second time for those, and before that once more each time that there are too many regions to
// be kept.
func (d *Dumper) File(check func(trace func(validator.Region)) error) error {
	for more := true; more; {
		if err := check(d.record); err != nil {
			return err
		}
		d.Kept.each(d.next)
		more = d.Kept.next()
	}
	d.Kept = KeptRegions{}
	d.unnamed(d.Size)
	if !d.inside {
		return nil
	}
	d.member = validator.NoMember
	return check(d.content)
}

// record takes a region of the file itself.
func (d *Dumper) record(r validator.Region) {
	switch {
	case r.Base == validator.BaseContent:
		d.inside = true
	case !d.Kept.wanted(r):
	case r.Offset == d.end && r.Offset < d.Kept.least:
		d.next(r)
	default:
		d.Kept.add(r)
	}
}

// content takes a region of the content of a member.
func (d *Dumper) content(r validator.Region) {
	if r.Base == validator.BaseFile {
		return
	}
	if r.Member != d.member || r.Array != d.array || r.Offset < d.end {
		d.member = r.Member
		d.begin("member "+text.Inert(validator.Quote(r.MemberName)), r.Array)
	}
	d.end = r.Offset + r.Length
	d.region(r, r.Bytes)
}

// begin says where the next regions are, and in which of several arrays.
func (d *Dumper) begin(what string, array int) {
	d.array = array
	if array > 0 {
		what = strings.TrimPrefix(fmt.Sprintf("%s, array %d", what, array), ", ")
	}
	fmt.Fprintln(d.Out)
	d.lines("", what)
}

// next shows a region of the file, and the bytes before it that are in no region.
func (d *Dumper) next(r validator.Region) {
	d.unnamed(r.Offset)
	if r.Array != d.array {
		d.begin("", r.Array)
	}
	data := r.Bytes
	if want := min(r.Length, d.Rows*text.RowBytes); int64(len(data)) < want {
		data = d.bytes(r.Offset, want)
	}
	d.region(r, data)
	d.end = max(d.end, r.Offset+r.Length)
}

func (d *Dumper) unnamed(to int64) {
	if from := d.end; from < to {
		d.next(validator.Region{Offset: from, Length: to - from, Name: "unknown bytes", Array: d.array})
	}
}

// bytes returns n bytes of the file, or as many as there are. They are valid until the next call.
func (d *Dumper) bytes(at, n int64) []byte {
	if d.Src == nil {
		return nil
	}
	if at < d.at || at+n > d.at+int64(len(d.window)) {
		const ahead = 64 << 10
		d.window = slices.Grow(d.window[:0], int(max(n, ahead)))
		got, _ := d.Src.ReadAt(d.window[:max(n, ahead)], at)
		d.window, d.at = d.window[:got], at
	}
	return d.window[at-d.at : min(at-d.at+n, int64(len(d.window)))]
}

func (d *Dumper) region(r validator.Region, data []byte) {
	const nameColumn, shortName = 80, 40
	data = data[:min(int64(len(data)), r.Length, d.Rows*text.RowBytes)]
	name := text.Inert(r.Name)
	if d.columns > 0 && nameColumn+max(utf8.RuneCountInString(name), shortName) > d.columns {
		d.lines("          ", name)
		name = ""
	}
	if len(data) == 0 {
		fmt.Fprintf(d.Out, "%08x  %s\n", r.Offset, strings.TrimSuffix(text.Count(r.Length, "byte")+" "+d.Paint.Bold(name), " "))
		return
	}
	for at := 0; at < len(data); at += text.RowBytes {
		row := text.AppendColumns(d.line[:0], r.Offset+int64(at), data[at:min(at+text.RowBytes, len(data))])
		for at == 0 && name != "" && len(row) < nameColumn {
			row = append(row, ' ')
		}
		if at == 0 {
			row = append(row, d.Paint.Bold(name)...)
		}
		d.line = append(row, '\n')
		d.Out.Write(d.line)
		d.carets(r, r.Offset+int64(at), int64(min(text.RowBytes, len(data)-at)))
	}
	if rest := r.Length - int64(len(data)); rest > 0 {
		fmt.Fprintf(d.Out, "          … %s more\n", text.Count(rest, "byte"))
	}
}

// lines writes names with an indent, wrapped for the terminal.
func (d *Dumper) lines(indent, text string) {
	rest := []rune(text)
	for len(rest) > 0 {
		n := len(rest)
		if d.columns > 0 {
			n = min(n, max(d.columns-len(indent), 1))
		}
		fmt.Fprintf(d.Out, "%s%s\n", indent, d.Paint.Bold(string(rest[:n])))
		rest = rest[n:]
	}
}

// carets shows which of n bytes at an offset of a region the marks are about. A mark without bytes at their end, as
// where a file is cut, is a caret after the last of them.
func (d *Dumper) carets(r validator.Region, at, n int64) {
	line := make([]byte, text.Column(text.RowBytes))
	used, worst := 0, spec.Note
	for _, f := range d.Marks {
		if f.Base != r.Base || f.Base == validator.BaseContent && f.Member != r.Member {
			continue
		}
		if f.Length == 0 && n > 0 && f.Offset == at+n {
			from := text.Column(int(n-1)) + len("00")
			line[from] = '^'
			used = from + 1
			worst = max(worst, f.Severity())
			continue
		}
		end := f.Offset - at + min(max(f.Length, 1), 1<<62)
		for i := max(f.Offset-at, 0); i < min(end, n); i++ {
			from := text.Column(int(i))
			line[from], line[from+1] = '^', '^'
			used, worst = from+2, max(worst, f.Severity())
		}
	}
	if used > 0 {
		carets := string(bytes.ReplaceAll(line[:used], []byte{0}, []byte{' '}))
		fmt.Fprintf(d.Out, "%10s%s\n", "", d.Paint.Severity(worst, carets))
	}
}

// MaxKept is the number of regions of an archive that are kept at a time, about 10 MB.
const MaxKept = 1 << 17

// KeptRegions are regions of an archive that can't be shown yet: those that begin first from an offset on.
// The directory comes before the members, with about twenty regions for each: those for which there is no room
// take another check of the file.
type KeptRegions struct {
	most     int   // that stay
	from, to int64 // of these offsets
	least    int64 // offset of the first
	all      []keptRegion
	names    []byte
}

// keptRegion is a region whose bytes are in the file.
type keptRegion struct {
	offset, length int64
	name, nameEnd  uint32 // in names
}

func NewKeptRegions(most int) KeptRegions {
	return KeptRegions{most: most, to: math.MaxInt64, least: math.MaxInt64}
}

// wanted reports whether a region is between from and to.
func (k *KeptRegions) wanted(r validator.Region) bool { return r.Offset >= k.from && r.Offset < k.to }

// add keeps a region.
func (k *KeptRegions) add(r validator.Region) {
	k.least = min(k.least, r.Offset)
	start := len(k.names)
	k.names = append(k.names, r.Name...)
	k.all = append(k.all, keptRegion{r.Offset, r.Length, uint32(start), uint32(len(k.names))})
	if len(k.all) >= 2*k.most {
		k.cut()
	}
}

func (k *KeptRegions) sort() {
	slices.SortStableFunc(k.all, func(a, b keptRegion) int { return cmp.Compare(a.offset, b.offset) })
}

// cut drops the later half, but never only some of those that begin at one offset,
// unless there are none before them: then the rest of these is dropped for good.
func (k *KeptRegions) cut() {
	k.sort()
	n := k.most
	k.to = k.all[n].offset
	for n > 0 && k.all[n-1].offset == k.to {
		n--
	}
	if n == 0 {
		n = k.most
		k.to++
	}
	names := make([]byte, 0, len(k.names))
	for i := range k.all[:n] {
		r := &k.all[i]
		start := len(names)
		names = append(names, k.names[r.name:r.nameEnd]...)
		r.name, r.nameEnd = uint32(start), uint32(len(names))
	}
	k.all, k.names = k.all[:n], names
}

// each calls f for the regions in their order.
func (k *KeptRegions) each(f func(validator.Region)) {
	k.sort()
	for _, r := range k.all {
		f(validator.Region{Offset: r.offset, Length: r.length, Name: string(k.names[r.name:r.nameEnd])})
	}
}

// next drops all regions, to keep those after them. It reports whether there are any.
func (k *KeptRegions) next() bool {
	more := k.to < math.MaxInt64
	*k = KeptRegions{most: k.most, from: k.to, to: math.MaxInt64, least: math.MaxInt64, all: k.all[:0], names: k.names[:0]}
	return more
}
