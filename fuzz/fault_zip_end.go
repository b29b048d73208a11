package fuzz

import "strings"

// noEndRecord cuts the file, somewhere from the directory on.
func noEndRecord(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	size := len(a.bytes())
	a.cut = pickOf(g, size-a.directory, 1+g.n(size-a.directory), 1+g.n(len(a.end.append(nil))))
	return true
}

// severalEndRecords puts another record into the comment of the archive or of an entry.
func severalEndRecords(g *Gen, a *archive) bool {
	other := a.end
	if len(a.entries) == 0 || a.end64 != nil {
		return false
	}
	if g.one(2) {
		other = zipEnd{}
	}
	text := strings.Repeat("c", g.n(10)) + string(other.append(nil)) + strings.Repeat("c", g.n(2)*g.n(10))
	if g.one(3) {
		g.any(a).entry.comment = text
	} else {
		a.end.comment = text
	}
	a.settle()
	return true
}

// endRecordMismatch makes one number of the end record false.
func endRecordMismatch(g *Gen, a *archive) bool {
	e := &a.end
	if len(a.entries) == 0 {
		return false
	}
	if z := a.end64; z != nil {
		switch {
		case e.here == deferred16 && e.all == deferred16:
			z.here, z.all = z.here+1, z.all+uint64(1+g.n(2))
		case e.offset == deferred32:
			z.offset += uint64(1 + g.n(1000))
		default:
			return false
		}
		return true
	}
	switch g.n(6) {
	case 0:
		e.here += uint16(1 + g.n(1000))
	case 1:
		e.all += uint16(1 + g.n(1000))
	case 2:
		e.here--
		e.all--
	case 3:
		e.size += uint32(1 + g.n(20))
	case 4:
		e.size -= uint32(1 + g.n(20))
	case 5:
		e.offset += uint32(1 + g.n(1000))
	}
	return true
}

func comment(g *Gen, a *archive) bool {
	a.end.comment = pickOf(g, "c", "three measurements", strings.Repeat("comment ", 1+g.n(100)), "PK\x01\x02", "\x00")
	a.settle()
	return true
}

func commentTruncated(g *Gen, a *archive) bool {
	a.end.comment = strings.Repeat("c", g.n(2)*g.n(20))
	a.end.commentLen = uint16(len(a.end.comment) + 1 + g.n(pickOf(g, 2, 60000)))
	return true
}

func trailingBytes(g *Gen, a *archive) bool {
	a.tail = pickOf(g, []byte("\n"), []byte("\r\n"), make([]byte, 1+g.n(1000)), []byte("PK\x01\x02"), []byte("<!-- more -->"))
	return true
}

// multiDisk gives one of the numbers of disks a value that only a part of an archive has.
func multiDisk(g *Gen, a *archive) bool {
	disk := uint32(1 + g.n(1<<16-2))
	switch z := a.end64; g.n(3) {
	case 0:
		*pickOf(g, &a.end.disk, &a.end.dirDisk) = uint16(disk)
	case 1:
		r := g.any(a)
		if r == nil {
			return false
		}
		r.entry.disk = uint16(disk)
	case 2:
		if z == nil {
			return false
		}
		*pickOf(g, &z.disk, &z.dirDisk, &z.locatorDisk, &z.locatorDisks) = disk + 1
	}
	return true
}

// zip64Record makes the zip64 end record or its locator false, or leaves it out.
func zip64Record(g *Gen, a *archive) bool {
	if len(a.entries) > 0 && a.end64 == nil && g.one(2) {
		a.zip64(pickOf[byte](g, endOffset64, endHere64|endAll64))
		a.settle()
		a.keep()
	}
	z, e := a.end64, &a.end
	if z == nil {
		if len(a.entries) == 0 {
			return false
		}
		*pickOf(g, &e.size, &e.offset) = deferred32
		return true
	}
	switch g.n(8) {
	case 0:
		z.length += pickOf[uint64](g, 1, 8, 12, 1<<32)
	case 1:
		z.at += uint64(1 + g.n(100))
	case 2:
		z.after = g.junk(1 + g.n(30))
	case 3:
		z.noLocator = true
	default:
		return g.endsDiffer(e, z)
	}
	return true
}

// endsDiffer makes the two end records differ. It reports false if the first leaves everything to the other.
func (g *Gen) endsDiffer(e *zipEnd, z *zipEnd64) bool {
	var ways []func()
	if e.here != deferred16 && e.all != deferred16 {
		ways = append(ways,
			func() { e.here++ },
			func() { e.here, e.all = e.here+1, e.all+1 }, // whoever goes by the other record reads the archive
			func() { z.here++ },
			func() { z.all++ })
	}
	if e.size != deferred32 {
		ways = append(ways, func() { e.size++ }, func() { z.size++ })
	}
	if e.offset != deferred32 {
		ways = append(ways, func() { e.offset++ })
	}
	if len(ways) == 0 {
		return false
	}
	pickOf(g, ways...)()
	return true
}

func zip64Unneeded(g *Gen, a *archive) bool {
	if a.end64 != nil || len(a.entries) == 0 {
		return false
	}
	a.zip64(pickOf[byte](g, 0, endSize64))
	a.settle()
	return true
}

// diskSentinel leaves the number of a disk to zip64.
func diskSentinel(g *Gen, a *archive) bool {
	if a.end64 != nil && g.one(2) {
		*pickOf(g, &a.end.disk, &a.end.dirDisk) = deferred16
		return true
	}
	r := g.any(a)
	if r == nil {
		return false
	}
	switch r.style.whole64 {
	case 0, 24:
		r.entry.zip64 = append(r.entry.zip64, 0, 0, 0, 0)
	case 28: // the block has it already
	default:
		return false
	}
	r.entry.disk = deferred16
	a.settle()
	return true
}
