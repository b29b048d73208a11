package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// archives has Python's zipfile, Java's ZipFile and Go's archive/zip read archives.
func (r *run) archives() oracle {
	return oracle{name: "archives", subject: archiveSubject, readers: []command{
		r.python("zipfile", "python3", "zipfile"),
		{name: "ZipFile", args: []string{"java", "-XX:TieredStopAtLevel=1", filepath.Join(r.programs, "Reader.java")}},
		{name: "archive/zip", read: readByGo},
	}}
}

// member is a member as a reader sees it.
type member struct {
	Name string // "" if the reader doesn't decode it
	Size int64
	CRC  uint32
}

func (m member) String() string {
	return fmt.Sprintf("%+q of %d bytes with CRC %08x", m.Name, m.Size, m.CRC)
}

func archiveSubject(ctx context.Context, seed, number uint64) (*subject, error) {
	content, format := made(seed, number, archiveAreas)
	if format != string(validator.Npz) {
		content, format = plant.Npz(choice.Numbered(seed, number)), string(validator.Npz)
	}
	report, err := validator.Check(ctx, bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: "file.npz"})
	if err != nil {
		return nil, err
	}
	s := &subject{content: content, format: format, sent: content, class: report.Duty().String()}
	switch {
	case report.Incomplete != "" && report.Duty() != spec.Reject:
		s.sent, s.class = nil, "not checked to the end"
		return s, nil
	case report.Format != validator.Npz:
		s.sent, s.class = nil, "not an archive"
		return s, nil
	}
	var want []member
	for _, m := range report.Members {
		if m.Hidden {
			continue
		}
		size, crc, err := sum(content, &m)
		if err != nil && report.Duty() == spec.Accept {
			return nil, fmt.Errorf("member %q: %w", m.Name, err)
		}
		want = append(want, member{m.Name, size, crc})
	}
	s.judge = func(reader string, a *answer) *disagreement { return judgeArchive(reader, report, want, a) }
	return s, nil
}

// sum returns the size and the checksum of a member's content.
func sum(content []byte, m *validator.Member) (int64, uint32, error) {
	if m.Offset < 0 || m.Offset > int64(len(content)) {
		return 0, 0, fmt.Errorf("at offset %d", m.Offset)
	}
	var in io.Reader = bytes.NewReader(content[m.Offset:])
	if !m.Stored {
		in = flate.NewReader(in)
	}
	crc := crc32.NewIEEE()
	size, err := io.Copy(crc, io.LimitReader(in, m.Size))
	return size, crc.Sum32(), err
}

// judgeArchive says how a reader's view disagrees with npycheck's. A file that readers have to reject is npycheck's
// word against theirs, which matters only for NumPy, and files that they may refuse need not be read.
func judgeArchive(reader string, report *validator.Report, want []member, a *answer) *disagreement {
	d := &disagreement{reader: reader}
	var got []member
	switch {
	case a.death != "":
		d.kind, d.what = dies, a.death
	case a.Error != "":
		if report.Duty() != spec.Accept {
			return nil
		}
		d.kind, d.what = refuses, a.Error
	default:
		if err := json.Unmarshal(a.Members, &got); err != nil {
			d.kind, d.what = dies, err.Error()
			break
		}
		if report.Duty() == spec.Reject {
			return nil
		}
		d.kind, d.what = differs, difference(got, want)
		if d.what == "" {
			return nil
		}
	}
	d.rules = rulesOfReport(report, spec.Accept)
	return d
}

// difference says how the members that a reader sees differ from npycheck's, or returns "".
func difference(got, want []member) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d members, expected %d", len(got), len(want))
	}
	for i := range got {
		if got[i].Name == "" {
			got[i].Name = want[i].Name
		}
		if got[i] != want[i] {
			return fmt.Sprintf("member %s, expected %s", got[i], want[i])
		}
	}
	return ""
}

// readByGo reads an archive with archive/zip.
func readByGo(content []byte) answer {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return answer{Error: err.Error()}
	}
	members := []member{}
	for _, f := range archive.File {
		m := member{Name: f.Name}
		if f.NonUTF8 || !utf8.ValidString(f.Name) || slices.Contains([]byte(f.Name), 0) {
			m.Name = "" // archive/zip leaves the encoding to its user
		}
		in, err := f.Open()
		if err != nil {
			return answer{Error: err.Error()}
		}
		crc := crc32.NewIEEE()
		if m.Size, err = io.Copy(crc, in); err != nil {
			return answer{Error: err.Error()}
		}
		in.Close()
		m.CRC = crc.Sum32()
		members = append(members, m)
	}
	text, err := json.Marshal(members)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Members: text}
}
