package zip

import (
	"encoding/binary"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
)

// fieldNames are the fields of a record of a zip archive in their order: width in bytes and name.
type fieldNames []struct {
	width int64
	name  string
}

// fields traces each field of a record.
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
			t.tell(at+pos, f.width, part, "%s %d%s", f.name, v, meaning(f.name, v))
		}
		pos += f.width
	}
	return at + pos
}

// meaning says what the number in a field means, if it isn't a count, a size or an offset.
func meaning(field string, v uint64) string {
	switch {
	case field == "method" && methodName(uint16(v)) != "compressed":
		return ", " + methodName(uint16(v))
	case field == "time":
		return fmt.Sprintf(", %02d:%02d:%02d", v>>11, v>>5&0x3f, v&0x1f*2)
	case v == sentinel32 && (field == "compressed size" || field == "uncompressed size" || field == "local header offset"):
		return ", in the zip64 extra field"
	case field == "date":
		return fmt.Sprintf(", %04d-%02d-%02d", 1980+v>>9, v>>5&0xf, v&0x1f)
	}
	return ""
}

// local traces the local header b.
func (t tracer) local(h *header, b []byte) {
	if t == nil {
		return
	}
	t.tell(h.at, 4, b[:4], "local header: signature")
	t.fields(h.at+4, b[4:localSize], fieldNames{
		{2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"},
	})
	t.variable(h, b, localSize, int(binary.LittleEndian.Uint16(b[28:])), deferred{{22, "uncompressed size"}, {18, "compressed size"}})
}

// entry traces the entry b of the directory.
func (t tracer) entry(h *header, b []byte) {
	if t == nil {
		return
	}
	t.tell(h.at, 4, b[:4], "directory entry: signature")
	t.fields(h.at+4, b[4:centralSize], fieldNames{
		{2, "version made by"}, {2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"}, {2, "comment length"},
		{2, "disk"}, {2, "internal attributes"}, {4, "attributes"}, {4, "local header offset"},
	})
	t.variable(h, b, centralSize, int(binary.LittleEndian.Uint16(b[30:])),
		deferred{{24, "uncompressed size"}, {20, "compressed size"}, {42, "local header offset"}})
}

// deferred has the fields that a header can defer to the zip64 extra field, in their order there: the offset in the
// header, and the name.
type deferred []struct {
	at   int
	name string
}

// variable traces the bytes after the fixed part of the header b: the name, the extra fields and the comment.
func (t tracer) variable(h *header, b []byte, fixed, extraLen int, fields deferred) {
	pos := fixed + len(h.name)
	t.tell(h.at+int64(fixed), int64(len(h.name)), b[fixed:pos], "name %s", text.Quote(h.decoded()))
	end := pos + extraLen
	for pos+4 <= end {
		id, n := binary.LittleEndian.Uint16(b[pos:]), int(binary.LittleEndian.Uint16(b[pos+2:]))
		if n > end-pos-4 {
			break
		}
		what := fmt.Sprintf("extra field 0x%04x", id)
		if id == extraZip64 {
			what = "zip64 extra field"
		}
		t.tell(h.at+int64(pos), 4, b[pos:pos+4], "%s of %s", what, text.Count(int64(n), "byte"))
		pos += 4
		data := pos + n
		for _, f := range fields {
			if id == extraZip64 && data-pos >= 8 && binary.LittleEndian.Uint32(b[f.at:]) == sentinel32 {
				t.tell(h.at+int64(pos), 8, b[pos:pos+8], "%s %d", f.name, binary.LittleEndian.Uint64(b[pos:]))
				pos += 8
			}
		}
		t.tell(h.at+int64(pos), int64(data-pos), b[pos:data], "%s: data", what)
		pos = data
	}
	t.tell(h.at+int64(pos), int64(end-pos), b[pos:end], "extra field, truncated")
	t.tell(h.at+int64(end), int64(len(b)-end), b[end:], "comment")
}

// end traces the end record at the offset at of a file, and of the comment.
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

// end64 traces the zip64 end record, and of its locator if it has one.
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
	case methodBzip2:
		return "bzip2"
	case methodLZMA:
		return "LZMA"
	case methodZstandard:
		return "Zstandard"
	}
	return "compressed"
}
