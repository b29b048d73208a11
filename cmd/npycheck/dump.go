package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/validator"
)

func newDump() *cobra.Command {
	rows := 2
	cmd := &cobra.Command{
		Use:   "dump FILE",
		Short: "Show a file as annotated hex",
		Long: `dump shows a file as hexadecimal bytes with the meaning of each range: of an .npy
file the prefix, the parts of the header, and the data; of an .npz file the
records of the archive, and below them the content of each member, with offsets
inside of it. It says nothing of what is wrong; that is for check.`,
		Example: "  npycheck dump a.npy\n  npycheck dump --rows 100 a.npz",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("want one FILE to dump, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if rows < 1 {
				return usagef("--rows %d: want at least 1", rows)
			}
			return dump(cmd, args[0], rows)
		},
	}
	cmd.Flags().IntVar(&rows, "rows", rows, "show at most this `NUMBER` of rows of a range")
	return cmd
}

func dump(cmd *cobra.Command, path string, rows int) error {
	var regions []validator.Region
	opt := &validator.Options{
		Inflate: inflate,
		Trace: func(r validator.Region) {
			r.Bytes = slices.Clone(r.Bytes)
			regions = append(regions, r)
		},
	}
	report, err := validator.CheckFile(cmd.Context(), path, opt)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	dumper{out: out, rows: int64(rows)}.file(f, info.Size(), regions)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("the dump could not be written: %s", errorText(err))
	}
	if report.Incomplete != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s\n", inert(validator.Quote(report.Incomplete)))
		return exitCode(exitIncomplete)
	}
	return nil
}

// dumper writes regions as rows of bytes, with the name of the region behind the first.
type dumper struct {
	out   io.Writer
	rows  int64
	marks []validator.Finding // carets stand under their bytes
}

// file shows all bytes of a file, and below them what is known of its members.
func (d dumper) file(src io.ReaderAt, size int64, regions []validator.Region) {
	members := []string{""}
	for _, r := range regions {
		if !slices.Contains(members[max(0, len(members)-1):], r.Member) && r.Member != "" {
			members = append(members, r.Member)
		}
	}
	slices.SortStableFunc(regions, func(a, b validator.Region) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, member := range members {
		if member != "" {
			fmt.Fprintf(d.out, "\nmember %s\n", inert(member))
		}
		end := int64(0)
		for _, r := range regions {
			if r.Member != member {
				continue
			}
			if member == "" {
				d.unnamed(src, end, r.Offset)
				d.region(src, r)
			} else {
				d.region(nil, r)
			}
			end = max(end, r.Offset+r.Length)
		}
		if member == "" {
			d.unnamed(src, end, size)
		}
	}
}

// unnamed shows bytes that no region holds.
func (d dumper) unnamed(src io.ReaderAt, from, to int64) {
	if from < to {
		d.region(src, validator.Region{Offset: from, Length: to - from, Name: "not part of anything that is known"})
	}
}

func (d dumper) region(src io.ReaderAt, r validator.Region) {
	data := r.Bytes
	if want := min(r.Length, d.rows*rowBytes); src != nil && int64(len(data)) < want {
		buf := make([]byte, want)
		n, _ := src.ReadAt(buf, r.Offset)
		data = buf[:n]
	}
	data = data[:min(int64(len(data)), r.Length, d.rows*rowBytes)]
	name := inert(r.Name)
	if len(data) == 0 {
		fmt.Fprintf(d.out, "%08x  %s %s\n", r.Offset, plural(r.Length, "byte"), name)
		return
	}
	for at := 0; at < len(data); at += rowBytes {
		row := appendHex(nil, r.Offset+int64(at), 8)
		row = appendColumns(append(row, "  "...), data[at:min(at+rowBytes, len(data))])
		fmt.Fprintf(d.out, "%-80s", row)
		if at == 0 {
			fmt.Fprintf(d.out, "%s", name)
		}
		fmt.Fprintln(d.out)
		d.carets(r.Member, r.Offset+int64(at), int64(min(rowBytes, len(data)-at)))
	}
	if rest := r.Length - int64(len(data)); rest > 0 {
		fmt.Fprintf(d.out, "          … %s more\n", plural(rest, "byte"))
	}
}

// carets shows which of n bytes at an offset the marks are about.
func (d dumper) carets(member string, at, n int64) {
	line := make([]byte, column(rowBytes))
	used := 0
	for _, f := range d.marks {
		if insideMember(f) != (member != "") || member != "" && f.Member != member {
			continue
		}
		end := f.Offset - at + min(max(f.Length, 1), 1<<62)
		for i := max(f.Offset-at, 0); i < min(end, n); i++ {
			from := column(int(i))
			line[from], line[from+1] = '^', '^'
			used = from + 2
		}
	}
	if used > 0 {
		fmt.Fprintf(d.out, "%10s%s\n", "", bytes.ReplaceAll(line[:used], []byte{0}, []byte{' '}))
	}
}
