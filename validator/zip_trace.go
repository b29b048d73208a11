package validator

import (
	"encoding/binary"

	"github.com/npycheck/npycheck/validator/internal/quote"
)

// fieldNames are the fields of a record of a zip archive in their order: width in bytes and name.
type fieldNames []struct {
	width int64
	name  string
}

func (w *walk) traceFields(at int64, b []byte, fields fieldNames) int64 {
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
		case "signature":
			w.trace(at+pos, f.width, part, "signature")
		case "checksum", "flags", "attributes":
			w.trace(at+pos, f.width, part, "%s 0x%0*x", f.name, 2*int(f.width), v)
		default:
			w.trace(at+pos, f.width, part, "%s %d", f.name, v)
		}
		pos += f.width
	}
	return at + pos
}

func (w *walk) traceLocal(h *memberHeader, fixed []byte) {
	if !w.tracing() {
		return
	}
	w.trace(h.at, 4, fixed[:4], "local header: signature")
	at := w.traceFields(h.at+4, fixed[4:], fieldNames{
		{2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"},
	})
	w.traceName(h, at, h.at+int64(h.size))
}

func (w *walk) traceCentral(h *memberHeader, fixed []byte) {
	if !w.tracing() {
		return
	}
	w.trace(h.at, 4, fixed[:4], "directory entry: signature")
	at := w.traceFields(h.at+4, fixed[4:], fieldNames{
		{2, "version made by"}, {2, "version needed"}, {2, "flags"}, {2, "method"}, {2, "time"}, {2, "date"}, {4, "checksum"},
		{4, "compressed size"}, {4, "uncompressed size"}, {2, "name length"}, {2, "extra length"}, {2, "comment length"},
		{2, "disk"}, {2, "internal attributes"}, {4, "attributes"}, {4, "offset of the local header"},
	})
	w.traceName(h, at, h.at+int64(h.size))
}

// traceName tells of what follows the fixed part of a header.
func (w *walk) traceName(h *memberHeader, at, end int64) {
	n := int64(len(h.name))
	w.trace(at, n, []byte(h.name), "name %s", quote.String(decodeName(h.name, h.flags)))
	w.trace(at+n, end-at-n, nil, "extra fields and comment")
}

func (w *walk) traceEnd(a *archive, rec []byte) {
	if !w.tracing() {
		return
	}
	w.trace(a.end, 4, rec[:4], "end of central directory: signature")
	at := w.traceFields(a.end+4, rec[4:endSize], fieldNames{
		{2, "disk"}, {2, "disk of the directory"}, {2, "members on this disk"}, {2, "members"},
		{4, "directory size"}, {4, "directory offset"}, {2, "comment length"},
	})
	comment := int64(binary.LittleEndian.Uint16(rec[20:]))
	w.trace(at, min(comment, w.size-at), rec[endSize:], "archive comment")
	if behind := w.size - at - comment; behind > 0 {
		w.trace(at+comment, behind, nil, "bytes behind the archive")
	}
}

func (w *walk) traceEnd64(recordAt int64, rec []byte, at int64, locator []byte) {
	if !w.tracing() {
		return
	}
	w.trace(recordAt, 4, rec[:4], "zip64 end of central directory: signature")
	w.traceFields(recordAt+4, rec[4:], fieldNames{
		{8, "record size"}, {2, "version made by"}, {2, "version needed"}, {4, "disk"}, {4, "disk of the directory"},
		{8, "members on this disk"}, {8, "members"}, {8, "directory size"}, {8, "directory offset"},
	})
	if locator == nil {
		return
	}
	w.trace(at, 4, locator[:4], "zip64 locator: signature")
	w.traceFields(at+4, locator[4:], fieldNames{{4, "disk of the record"}, {8, "offset of the record"}, {4, "disks"}})
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
