package plant

import (
	"bytes"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// noEndRecord cuts the file somewhere from the directory on.
func noEndRecord(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	size := len(a.Bytes())
	a.Cut = choice.Of(g, size-a.Directory, 1+g.N(size-a.Directory), 1+g.N(len(a.End.Append(nil))))
	return true
}

// severalEndRecords puts another record into the comment of the archive or of an entry.
func severalEndRecords(g *choice.Chooser, a *archive.Draft) bool {
	other := a.End
	if len(a.Listed) == 0 || a.End64 != nil {
		return false
	}
	if g.One(2) {
		other = archive.New(archive.End)
	}
	text := strings.Repeat("c", g.N(10)) + string(other.Append(nil)) + strings.Repeat("c", g.N(2)*g.N(10))
	if g.One(3) {
		anyMember(g, a).Entry.Put(archive.CommentOf, []byte(text))
	} else {
		a.End.Put(archive.CommentOf, []byte(text))
	}
	a.Settle()
	return true
}

// endRecordMismatch makes one number of the end record false.
func endRecordMismatch(g *choice.Chooser, a *archive.Draft) bool {
	e := &a.End
	if len(a.Listed) == 0 {
		return false
	}
	if z := a.End64; z != nil {
		switch {
		case e.Deferred(archive.Here) && e.Deferred(archive.All):
			z.Add(archive.Here, 1)
			z.Add(archive.All, 1+g.N(2))
		case e.Deferred(archive.Offset):
			z.Add(archive.Offset, 1+g.N(1000))
		default:
			return false
		}
		return true
	}
	switch g.N(6) {
	case 0:
		e.Add(archive.Here, 1+g.N(1000))
	case 1:
		e.Add(archive.All, 1+g.N(1000))
	case 2:
		e.Add(archive.Here, -1)
		e.Add(archive.All, -1)
	case 3:
		e.Add(archive.Size, 1+g.N(20))
	case 4:
		e.Add(archive.Size, -1-g.N(20))
	case 5:
		e.Add(archive.Offset, 1+g.N(1000))
	}
	return true
}

func comment(g *choice.Chooser, a *archive.Draft) bool {
	text := choice.Of(g, "c", "three measurements", strings.Repeat("comment ", 1+g.N(100)), "PK\x01\x02", "\x00")
	a.End.Put(archive.CommentOf, []byte(text))
	a.Settle()
	return true
}

func commentTruncated(g *choice.Chooser, a *archive.Draft) bool {
	a.End.Put(archive.CommentOf, bytes.Repeat([]byte("c"), g.N(2)*g.N(20)))
	a.End.Add(archive.CommentLen, 1+g.N(choice.Of(g, 2, 60000)))
	return true
}

func trailingBytes(g *choice.Chooser, a *archive.Draft) bool {
	a.Tail = choice.Of(g, []byte("\n"), []byte("\r\n"), make([]byte, 1+g.N(1000)), []byte("PK\x01\x02"), []byte("<!-- more -->"))
	return true
}

// multiDisk gives one of the disk numbers a value that only a split archive has.
func multiDisk(g *choice.Chooser, a *archive.Draft) bool {
	disk := uint64(1 + g.N(1<<16-2))
	switch z := a.End64; g.N(3) {
	case 0:
		a.End.Set(choice.Of(g, archive.Disk, archive.DirDisk), disk)
	case 1:
		r := anyMember(g, a)
		if r == nil {
			return false
		}
		r.Entry.Set(archive.Disk, disk)
	case 2:
		if z == nil {
			return false
		}
		record, field := diskField(g, a)
		record.Set(field, disk+1)
	}
	return true
}

// diskField returns a number of a disk in the zip64 end record or its locator.
func diskField(g *choice.Chooser, a *archive.Draft) (*archive.Record, archive.Field) {
	i := g.N(4)
	return []*archive.Record{a.End64, a.End64, a.Locator, a.Locator}[i], []archive.Field{archive.Disk, archive.DirDisk, archive.Disk, archive.Disks}[i]
}

// zip64Record makes the zip64 end record or its locator false, or leaves it out.
func zip64Record(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Listed) > 0 && a.End64 == nil && g.One(2) {
		a.Zip64(choice.Of[byte](g, archive.EndOffset64, archive.EndHere64|archive.EndAll64))
		a.Settle()
		a.Keep()
	}
	z, e := a.End64, &a.End
	if z == nil {
		if len(a.Listed) == 0 {
			return false
		}
		e.Defer(choice.Of(g, archive.Size, archive.Offset))
		return true
	}
	switch g.N(8) {
	case 0:
		z.Set(archive.Length, z.Get(archive.Length)+choice.Of[uint64](g, 1, 8, 12, 1<<32))
	case 1:
		a.Locator.Add(archive.Offset, 1+g.N(100))
	case 2:
		z.After = g.Bytes(1 + g.N(30))
	case 3:
		*a.Locator = archive.Record{}
	default:
		return endsDiffer(g, e, z)
	}
	return true
}

// endsDiffer makes the two end records differ. It reports false if the first leaves everything to the other.
func endsDiffer(g *choice.Chooser, e, z *archive.Record) bool {
	var ways []func()
	if !e.Deferred(archive.Here) && !e.Deferred(archive.All) {
		ways = append(ways,
			func() { e.Add(archive.Here, 1) },
			func() { e.Add(archive.Here, 1); e.Add(archive.All, 1) }, // readers that use the other record read the archive
			func() { z.Add(archive.Here, 1) },
			func() { z.Add(archive.All, 1) })
	}
	if !e.Deferred(archive.Size) {
		ways = append(ways, func() { e.Add(archive.Size, 1) }, func() { z.Add(archive.Size, 1) })
	}
	if !e.Deferred(archive.Offset) {
		ways = append(ways, func() { e.Add(archive.Offset, 1) })
	}
	if len(ways) == 0 {
		return false
	}
	choice.Of(g, ways...)()
	return true
}

func zip64Unneeded(g *choice.Chooser, a *archive.Draft) bool {
	if a.End64 != nil || len(a.Listed) == 0 {
		return false
	}
	a.Zip64(choice.Of[byte](g, 0, archive.EndSize64))
	a.Settle()
	return true
}

// diskSentinel leaves the number of a disk to zip64.
func diskSentinel(g *choice.Chooser, a *archive.Draft) bool {
	if a.End64 != nil && g.One(2) {
		a.End.Defer(choice.Of(g, archive.Disk, archive.DirDisk))
		return true
	}
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	switch r.Style.Whole64 {
	case 0, 24:
		r.Entry.SetZip64(append(r.Entry.Zip64(), 0, 0, 0, 0))
	case 28: // the block has it already
	default:
		return false
	}
	r.Entry.Defer(archive.Disk)
	a.Settle()
	return true
}
