package zip

import "encoding/binary"

// fieldNames are the fields of a record of a zip archive in their order: width in bytes and name.
type fieldNames []struct {
	width int64
	name  string
}

// fields tells of each field of a record.
func (t tracer) fields(at int64, b []byte, fields fieldNames) int64 {
	pos := int64(0)
	for _, f := range fields {
		if pos+f.width > int64(len(b)) {
			break
		}
		part := b[pos : pos+f.width]
		var v uint64
		for i := len(part) - 1; i >= 0; i-- {
			v = v<<8 | uint64(part[i])
		}
		switch f.name {
		case "checksum", "flags", "attributes":
			t.tell(at+pos, f.width, part, "%s 0x%0*x", f.name, 2*int(f.width), v)
		default:
			t.tell(at+pos, f.width, part, "%s %d", f.name, v)
		}
		pos += f.width
	}
	return at + pos
}

func (t tracer) local(h *header, fixed []byte) {
	if t == nil {
		return
	}
	t.tell(h.at, 4, fixed[:4], "local header: signature")
	at := t.fields(h.at+4, fixed[4:], fieldNames{
		{2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"},
	})
	t.name(h, at, h.at+int64(h.size))
}

func (t tracer) entry(h *header, fixed []byte) {
	if t == nil {
		return
	}
	t.tell(h.at, 4, fixed[:4], "directory entry: signature")
	at := t.fields(h.at+4, fixed[4:], fieldNames{
		{2, "version made by"}, {2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"}, {2, "comment length"},
		{2, "disk"}, {2, "internal attributes"}, {4, "attributes"}, {4, "local header offset"},
	})
	t.name(h, at, h.at+int64(h.size))
}

// name tells of what follows the fixed part of a header.
func (t tracer) name(h *header, at, end int64) {
	n := int64(len(h.name))
	t.tell(at, n, []byte(h.name), "name %s", h.quoted())
	t.tell(at+n, end-at-n, nil, "extra fields and comment")
}

// end tells of the end record at the offset at of a file, and of the comment.
func (t tracer) end(end, size int64, rec []byte) {
	if t == nil {
		return
	}
	t.tell(end, 4, rec[:4], "end record: signature")
	at := t.fields(end+4, rec[4:endSize], fieldNames{
		{2, "disk"}, {2, "disk of the directory"}, {2, "members on this disk"}, {2, "members"},
		{4, "directory size"}, {4, "directory offset"}, {2, "comment length"},
	})
	comment := int64(binary.LittleEndian.Uint16(rec[20:]))
	t.tell(at, min(comment, size-at), rec[endSize:], "archive comment")
	if rest := size - at - comment; rest > 0 {
		t.tell(at+comment, rest, nil, "bytes after the archive")
	}
}

// end64 tells of the zip64 end record, and of its locator if it has one.
func (t tracer) end64(recordAt int64, rec []byte, at int64, locator []byte) {
	if t == nil {
		return
	}
	t.tell(recordAt, 4, rec[:4], "zip64 end record: signature")
	t.fields(recordAt+4, rec[4:], fieldNames{
		{8, "record size"}, {2, "version made by"}, {2, "version needed"}, {4, "disk"}, {4, "disk of the directory"},
		{8, "members on this disk"}, {8, "members"}, {8, "directory size"}, {8, "directory offset"},
	})
	if locator == nil {
		return
	}
	t.tell(at, 4, locator[:4], "zip64 locator: signature")
	t.fields(at+4, locator[4:], fieldNames{{4, "disk of the record"}, {8, "offset of the record"}, {4, "disks"}})
}

func methodName(method uint16) string {
	switch method {
	case methodStored:
		return "stored"
	case methodDeflate:
		return "deflated"
	}
	return "compressed"
}
