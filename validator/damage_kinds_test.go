package validator

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// The ways in which files are spoiled, a function each.

// cut is what a killed writer, a full disk and a broken download leave.
func cut(b []byte, n int) []byte { return b[:n] }

// crlf is what a file opened in text mode has on Windows.
func crlf(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }

// lf is what Git leaves of a file that it treats as text.
func lf(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }

// latin1 is decoded as Latin-1 and encoded as UTF-8.
func latin1(b []byte) (text []byte) {
	for _, c := range b {
		text = utf8.AppendRune(text, rune(c))
	}
	return text
}

// replaced is decoded as UTF-8, with U+FFFD for what isn't, and encoded again.
func replaced(b []byte) []byte { return []byte(string([]rune(string(b)))) }

// chunked is the body of an HTTP response in chunks of a size, as it was sent.
func chunked(b []byte, size int) (body []byte) {
	for len(b) > 0 {
		n := min(size, len(b))
		body = fmt.Appendf(body, "%x\r\n%s\r\n", n, b[:n])
		b = b[n:]
	}
	return append(body, "0\r\n\r\n"...)
}

// multipart is the body of a form that a browser uploads.
func multipart(b []byte) []byte {
	const boundary = "------WebKitFormBoundary7MA4YWxkTrZu0gW"
	return fmt.Appendf(nil, "%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.npy\"\r\n"+
		"Content-Type: application/octet-stream\r\n\r\n%s\r\n%[1]s--\r\n", boundary, b)
}

// withHeaders is an HTTP response as curl -i saves it.
func withHeaders(b []byte) []byte {
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n\r\n%s", len(b), b)
}

// conflict is what a merge leaves of two versions.
func conflict(ours, theirs []byte) []byte {
	return fmt.Appendf(nil, "<<<<<<< HEAD\n%s\n=======\n%s\n>>>>>>> theirs\n", ours, theirs)
}

// base64Lines is base64 in lines, as the program base64 writes it.
func base64Lines(b []byte) []byte {
	text := base64.StdEncoding.EncodeToString(b)
	var lines strings.Builder
	for len(text) > 0 {
		n := min(76, len(text))
		lines.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	return []byte(lines.String())
}

// fromBase64 decodes base64, with or without line ends.
func fromBase64(text []byte) []byte {
	b, _ := io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text)))
	return b
}

// fromHex decodes hexadecimal text.
func fromHex(text []byte) []byte {
	b, _ := hex.DecodeString(string(text))
	return b
}

// zipped is what gzip makes of a file, and gunzip undoes it.
func zipped(b []byte) []byte {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Write(b)
	w.Close()
	return file.Bytes()
}

func gunzip(file []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil
	}
	b, _ := io.ReadAll(r)
	return b
}

// zstdFrame is a Zstandard frame of one block that isn't compressed, and fromZstd has what is in such a frame.
func zstdFrame(b []byte) []byte {
	frame := binary.LittleEndian.AppendUint32([]byte("\x28\xb5\x2f\xfd\xa0"), uint32(len(b)))
	block := uint32(len(b))<<3 | 1
	return append(append(frame, byte(block), byte(block>>8), byte(block>>16)), b...)
}

func fromZstd(frame []byte) []byte {
	n := binary.LittleEndian.Uint32(frame[5:])
	return frame[12:][:n]
}

// inTar is a tar archive of a.npy, and untar has what is in such an archive.
func inTar(b []byte) []byte {
	var file bytes.Buffer
	w := tar.NewWriter(&file)
	w.WriteHeader(&tar.Header{Name: "a.npy", Mode: 0o644, Size: int64(len(b))})
	w.Write(b)
	w.Close()
	return file.Bytes()
}

func untar(file []byte) []byte {
	r := tar.NewReader(bytes.NewReader(file))
	if _, err := r.Next(); err != nil {
		return nil
	}
	b, _ := io.ReadAll(r)
	return b
}

// ours is the first of the two versions that a merge couldn't put together.
func ours(file []byte) []byte {
	_, b, _ := bytes.Cut(file, []byte("<<<<<<< HEAD\n"))
	b, _, _ = bytes.Cut(b, []byte("\n=======\n"))
	return b
}

// withoutMember is an archive without one of its members.
func withoutMember(file []byte, name string) []byte {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil
	}
	var members []build.File
	for _, f := range r.File {
		if f.Name == name {
			continue
		}
		content, err := f.Open()
		if err != nil {
			return nil
		}
		b, _ := io.ReadAll(content)
		members = append(members, build.File{Name: f.Name, Content: b})
	}
	return build.Archive("", members...)
}

// flip turns one bit over.
func flip(b []byte, at, bit int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 1 << bit
	return b
}

// zeroed is a file of which some blocks never reached the disk.
func zeroed(b []byte, from, to int) []byte {
	b = bytes.Clone(b)
	clear(b[from:to])
	return b
}

// overwritten has a file written over the start of another one that isn't cut before.
func overwritten(old, by []byte) []byte {
	if len(by) >= len(old) {
		return by
	}
	return append(bytes.Clone(by), old[len(by):]...)
}

// twoWriters has two programs write to one file at once, a block each in turn.
func twoWriters(a, b []byte, block int) (file []byte) {
	for i := 0; i < max(len(a), len(b)); i += block {
		from := a
		if i/block%2 == 1 && i < len(b) || i >= len(a) {
			from = b
		}
		file = append(file, from[i:min(i+block, len(from))]...)
	}
	return file
}

// prefixed has bytes before it.
func prefixed(b []byte, before string) []byte { return append([]byte(before), b...) }

// appended has bytes after it.
func appended(b []byte, after ...byte) []byte { return append(bytes.Clone(b), after...) }

// retyped is a file with another text in it, as an editor leaves it.
func retyped(b []byte, old, by string) []byte { return bytes.Replace(b, []byte(old), []byte(by), 1) }

// replace has a part of the header replaced by one of the same length, in place.
func replace(b []byte, old, by string) []byte {
	if len(old) != len(by) || !bytes.Contains(b, []byte(old)) {
		panic(old)
	}
	return bytes.Replace(b, []byte(old), []byte(by), 1)
}

// npyOf returns a file as numpy.save writes it.
func npyOf(descr, shape string, data []byte) []byte {
	text := "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }"
	n := (10 + len(text) + 1 + 20 + 63) / 64 * 64
	b := append([]byte("\x93NUMPY\x01\x00"), binary.LittleEndian.AppendUint16(nil, uint16(n-10))...)
	b = append(b, text...)
	for len(b) < n-1 {
		b = append(b, ' ')
	}
	return append(append(b, '\n'), data...)
}

// uncompressed is a deflate stream of one block without compression.
func uncompressed(b []byte) []byte {
	n := uint16(len(b))
	block := binary.LittleEndian.AppendUint16([]byte{1}, n)
	return append(binary.LittleEndian.AppendUint16(block, ^n), b...)
}

// npzOf returns an archive of a.npy and b.npy.
func npzOf(deflated bool, a, b []byte) []byte {
	members := []build.File{{Name: "a.npy", Content: a}, {Name: "b.npy", Content: b}}
	for i := range members {
		if deflated {
			members[i].Packed = build.Deflate(members[i].Content)
		}
	}
	return build.Archive("", members...)
}
