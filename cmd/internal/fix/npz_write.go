package fix

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/validator"
)

// archiveFile returns the new file of an archive.
func archiveFile(f *file, members []*member, fixed []validator.Finding, opt Options) *New {
	return &New{
		name: "a.npz",
		law:  func() ([]Loss, error) { return archiveLaw(f, members, fixed, opt) },
		write: func(ctx context.Context, w io.WriteSeeker) error {
			a := zipwrite.New(w)
			for _, m := range members {
				if err := m.write(ctx, a); err != nil {
					return err
				}
			}
			return a.Close()
		},
		verify: func(ctx context.Context, now Source) error { return verifyArchive(ctx, members, now, opt) },
	}
}

func (m *member) write(ctx context.Context, a *zipwrite.Archive) error {
	if !m.repaired() && (m.Stored || m.Method == zipwrite.Deflated) {
		data := io.NewSectionReader(m.file, m.Offset, int64(m.packed))
		return a.Raw(m.name, m.newMethod(), m.size, m.crc, m.packed, within(ctx, data))
	}
	r, err := m.content(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	if !m.repaired() {
		return a.Content(m.name, m.newMethod(), m.size, r)
	}
	if _, err := io.CopyN(io.Discard, r, m.array.DataOffset); err != nil {
		return err
	}
	rest := m.length() - m.array.DataOffset - m.cut
	content := io.MultiReader(bytes.NewReader(m.header), io.LimitReader(r, rest))
	return a.Content(m.name, m.newMethod(), uint64(int64(len(m.header))+rest), content)
}

var (
	errMembers = errors.New("the repaired archive has other members")
	errRecords = errors.New("the second reader of archives rejects the repaired archive")
)

// verifyArchive reads the new archive with package archive/zip, which has no part in writing it, and compares the
// members with the old ones.
func verifyArchive(ctx context.Context, members []*member, now Source, opt Options) error {
	z, err := zip.NewReader(now, now.Size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return errRecords
	}
	if len(z.File) != len(members) {
		return errMembers
	}
	for i, m := range members {
		if z.File[i].Name != m.name {
			return errMembers
		}
		if err := m.verify(ctx, z.File[i], opt); err != nil {
			return err
		}
	}
	return nil
}

func (m *member) verify(ctx context.Context, f *zip.File, opt Options) error {
	r, err := f.Open() // compares the checksum at the end
	if err != nil {
		return errRecords
	}
	defer r.Close()
	old, err := m.content(ctx)
	if err != nil {
		return err
	}
	defer old.Close()
	if !m.repaired() {
		return second.Identical(old, bufio.NewReader(within(ctx, r)))
	}
	if _, err := io.CopyN(io.Discard, old, m.array.DataOffset); err != nil {
		return err
	}
	data := io.LimitReader(old, m.length()-m.array.DataOffset-m.cut)
	return m.array.equal(ctx, opt, data, r)
}
