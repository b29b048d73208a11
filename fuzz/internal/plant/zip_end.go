package plant

import (
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// noEndRecord cuts the file somewhere from the directory on.
func noEndRecord(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Records) == 0 {
		return false
	}
	size := len(a.Bytes())
	a.Cut = choice.Of(g, size-a.Directory, 1+g.N(size-a.Directory), 1+g.N(len(a.End.Append(nil))))
	return true
}

// severalEndRecords puts another record into the comment of the archive or of an entry.
func severalEndRecords(g *choice.Chooser, a *archive.Archive) bool {
	other := a.End
	if len(a.Entries) == 0 || a.End64 != nil {
		return false
	}
	if g.One(2) {
		other = archive.End{}
	}
	text := strings.Repeat("c", g.N(10)) + string(other.Append(nil)) + strings.Repeat("c", g.N(2)*g.N(10))
	if g.One(3) {
		anyMember(g, a).Entry.Comment = text
	} else {
		a.End.Comment = text
	}
	a.Settle()
	return true
}

// endRecordMismatch makes one number of the end record false.
func endRecordMismatch(g *choice.Chooser, a *archive.Archive) bool {
	e := &a.End
	if len(a.Entries) == 0 {
		return false
	}
	if z := a.End64; z != nil {
		switch {
		case e.Here == archive.Deferred16 && e.All == archive.Deferred16:
			z.Here, z.All = z.Here+1, z.All+uint64(1+g.N(2))
		case e.Offset == archive.Deferred32:
			z.Offset += uint64(1 + g.N(1000))
		default:
			return false
		}
		return true
	}
	switch g.N(6) {
	case 0:
		e.Here += uint16(1 + g.N(1000))
	case 1:
		e.All += uint16(1 + g.N(1000))
	case 2:
		e.Here--
		e.All--
	case 3:
		e.Size += uint32(1 + g.N(20))
	case 4:
		e.Size -= uint32(1 + g.N(20))
	case 5:
		e.Offset += uint32(1 + g.N(1000))
	}
	return true
}

func comment(g *choice.Chooser, a *archive.Archive) bool {
	a.End.Comment = choice.Of(g, "c", "three measurements", strings.Repeat("comment ", 1+g.N(100)), "PK\x01\x02", "\x00")
	a.Settle()
	return true
}

func commentTruncated(g *choice.Chooser, a *archive.Archive) bool {
	a.End.Comment = strings.Repeat("c", g.N(2)*g.N(20))
	a.End.CommentLen = uint16(len(a.End.Comment) + 1 + g.N(choice.Of(g, 2, 60000)))
	return true
}

func trailingBytes(g *choice.Chooser, a *archive.Archive) bool {
	a.Tail = choice.Of(g, []byte("\n"), []byte("\r\n"), make([]byte, 1+g.N(1000)), []byte("PK\x01\x02"), []byte("<!-- more -->"))
	return true
}

// multiDisk gives one of the disk numbers a value that only a split archive has.
func multiDisk(g *choice.Chooser, a *archive.Archive) bool {
	disk := uint32(1 + g.N(1<<16-2))
	switch z := a.End64; g.N(3) {
	case 0:
		*choice.Of(g, &a.End.Disk, &a.End.DirDisk) = uint16(disk)
	case 1:
		r := anyMember(g, a)
		if r == nil {
			return false
		}
		r.Entry.Disk = uint16(disk)
	case 2:
		if z == nil {
			return false
		}
		*choice.Of(g, &z.Disk, &z.DirDisk, &z.LocatorDisk, &z.LocatorDisks) = disk + 1
	}
	return true
}

// zip64Record makes the zip64 end record or its locator false, or leaves it out.
func zip64Record(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Entries) > 0 && a.End64 == nil && g.One(2) {
		a.Zip64(choice.Of[byte](g, archive.EndOffset64, archive.EndHere64|archive.EndAll64))
		a.Settle()
		a.Keep()
	}
	z, e := a.End64, &a.End
	if z == nil {
		if len(a.Entries) == 0 {
			return false
		}
		*choice.Of(g, &e.Size, &e.Offset) = archive.Deferred32
		return true
	}
	switch g.N(8) {
	case 0:
		z.Length += choice.Of[uint64](g, 1, 8, 12, 1<<32)
	case 1:
		z.At += uint64(1 + g.N(100))
	case 2:
		z.After = g.Bytes(1 + g.N(30))
	case 3:
		z.NoLocator = true
	default:
		return endsDiffer(g, e, z)
	}
	return true
}

// endsDiffer makes the two end records differ. It reports false if the first leaves everything to the other.
func endsDiffer(g *choice.Chooser, e *archive.End, z *archive.End64) bool {
	var ways []func()
	if e.Here != archive.Deferred16 && e.All != archive.Deferred16 {
		ways = append(ways,
			func() { e.Here++ },
			func() { e.Here, e.All = e.Here+1, e.All+1 }, // readers that use the other record read the archive
			func() { z.Here++ },
			func() { z.All++ })
	}
	if e.Size != archive.Deferred32 {
		ways = append(ways, func() { e.Size++ }, func() { z.Size++ })
	}
	if e.Offset != archive.Deferred32 {
		ways = append(ways, func() { e.Offset++ })
	}
	if len(ways) == 0 {
		return false
	}
	choice.Of(g, ways...)()
	return true
}

func zip64Unneeded(g *choice.Chooser, a *archive.Archive) bool {
	if a.End64 != nil || len(a.Entries) == 0 {
		return false
	}
	a.Zip64(choice.Of[byte](g, 0, archive.EndSize64))
	a.Settle()
	return true
}

// diskSentinel leaves the number of a disk to zip64.
func diskSentinel(g *choice.Chooser, a *archive.Archive) bool {
	if a.End64 != nil && g.One(2) {
		*choice.Of(g, &a.End.Disk, &a.End.DirDisk) = archive.Deferred16
		return true
	}
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	switch r.Style.Whole64 {
	case 0, 24:
		r.Entry.Zip64 = append(r.Entry.Zip64, 0, 0, 0, 0)
	case 28: // the block has it already
	default:
		return false
	}
	r.Entry.Disk = archive.Deferred16
	a.Settle()
	return true
}
