package fix

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Salvaged is what is left of a damaged archive.
type Salvaged struct {
	File  *New     // an archive of the members that are whole; nil if there are none, or if nothing is wrong
	Saved []string // their names
	Lost  []Lost
	Whole bool // there is nothing to save: the file has no error, or isn't an archive
	Open  bool // its directory is lost, at least in part, so that it may have had other members, too
}

// Salvage finds the members of an archive whose content agrees with a checksum, by its directory and by their own
// headers, which an archive without an end has, too. The new archive never replaces the old one, which may have
// more in it. The source stays open until it is written.
func Salvage(ctx context.Context, src Source) (*Salvaged, error) {
	f, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	faulty := slices.ContainsFunc(f.all(), func(found validator.Finding) bool { return found.Severity() == spec.Error })
	if !faulty && f.report.Incomplete == "" {
		return &Salvaged{Whole: true}, nil
	}
	s := &search{records: &records{ctx: ctx, src: src, budget: 8*src.Size + 64<<20}}
	if err := s.run(); err != nil {
		return nil, err
	}
	if f.report.Format != validator.Npz && len(s.locals)+len(s.directory) == 0 {
		return &Salvaged{Whole: true}, nil
	}
	result := &Salvaged{Lost: s.lost, Open: !s.complete}
	saved := slices.DeleteFunc(s.whole, func(w whole) bool { return w.hidden })
	for _, w := range saved {
		result.Saved = append(result.Saved, w.name)
	}
	if len(saved) > 0 {
		result.File = salvagedFile(src, saved)
	}
	return result, nil
}

// salvagedFile returns the new archive.
func salvagedFile(src Source, saved []whole) *New {
	n := &New{
		name: "a.npz",
		write: func(ctx context.Context, w io.WriteSeeker) error {
			a := zipwrite.New(w)
			for _, m := range saved {
				data := io.NewSectionReader(src, m.data, m.packed)
				if err := a.Raw(m.name, m.method, uint64(m.size), m.crc, uint64(m.packed), within(ctx, data)); err != nil {
					return err
				}
			}
			return a.Close()
		},
		verify: func(ctx context.Context, now Source) error { return verifySalvaged(ctx, src, saved, now) },
	}
	// The members have the faults that they had: only the archive around them is new.
	about := []spec.ID{spec.ZipRatio, spec.ZipMemberCount, spec.ZipNameCollision, spec.ZipNameUnusual}
	for _, r := range spec.Rules() {
		if r.Area() != "zip" || slices.Contains(about, r.ID) {
			n.left = append(n.left, r.ID)
		}
	}
	return n
}

// verifySalvaged reads the new archive with package archive/zip, which compares the checksums, and compares the contents
// with those in the old archive.
func verifySalvaged(ctx context.Context, src Source, saved []whole, now Source) error {
	z, err := zip.NewReader(now, now.Size)
	if err != nil {
		return errRecords
	}
	if len(z.File) != len(saved) {
		return errMembers
	}
	for i, m := range saved {
		if z.File[i].Name != m.name {
			return errMembers
		}
		if err := verifyContent(ctx, src, m, z.File[i]); err != nil {
			return fmt.Errorf("member %s: %w", validator.Quote(m.name), err)
		}
	}
	return nil
}

func verifyContent(ctx context.Context, src Source, m whole, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	old := io.LimitReader(content(m.method, io.NewSectionReader(src, m.data, m.packed)), m.size)
	return second.Identical(within(ctx, old), within(ctx, r))
}
