package properties

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
)

// archiver makes archives.
type archiver struct {
	out    bytes.Buffer
	packed bytes.Buffer
	w      *flate.Writer
}

// archive returns an archive of one member, which is valid until the next call.
func (a *archiver) archive(name string, content []byte, method uint16) ([]byte, error) {
	packed := content
	if method == zip.Deflate {
		if a.w == nil {
			a.w, _ = flate.NewWriter(nil, flate.BestSpeed)
		}
		a.packed.Reset()
		a.w.Reset(&a.packed)
		if _, err := a.w.Write(content); err != nil {
			return nil, err
		}
		if err := a.w.Close(); err != nil {
			return nil, err
		}
		packed = a.packed.Bytes()
	}
	return a.raw(&zip.FileHeader{
		Name: name, Method: method, CRC32: crc32.ChecksumIEEE(content),
		CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(content)),
	}, packed)
}

// raw returns an archive of one member with the given headers, true or not, which is valid until the next call.
func (a *archiver) raw(h *zip.FileHeader, packed []byte) ([]byte, error) {
	a.out.Reset()
	w := zip.NewWriter(&a.out)
	member, err := w.CreateRaw(h)
	if err != nil {
		return nil, err
	}
	if _, err := member.Write(packed); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return a.out.Bytes(), nil
}
