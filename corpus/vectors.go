package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// FS holds the vectors, unpacked. The File of a case is its name in FS.
var FS fs.FS = newVectors()

// maxVector is the size in bytes of the largest vector. No file of the folder unpacks to more.
const maxVector = 32 << 20

// gzipSuffix ends the name of a file of the folder that is a vector in the gzip format.
const gzipSuffix = ".gz"

// vectors is a folder whose files that end with gzipSuffix appear without it, unpacked.
type vectors struct{ folder fs.FS }

func newVectors() vectors {
	folder, err := fs.Sub(Folder, "vectors")
	if err != nil {
		panic(err) // only for a name that is not a path
	}
	return vectors{folder}
}

// Open implements fs.FS.
func (v vectors) Open(name string) (fs.File, error) {
	if path.Ext(name) == gzipSuffix {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := v.folder.Open(name)
	if dir, ok := f.(fs.ReadDirFile); ok {
		return openFolder{dir, v, name}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	info, notPacked := fs.Stat(v.folder, name+gzipSuffix)
	if notPacked != nil {
		return nil, err
	}
	content, err := v.unpack(name)
	if err != nil {
		return nil, err
	}
	return vector{bytes.NewReader(content), unpacked{info, int64(len(content))}}, nil
}

// ReadFile implements fs.ReadFileFS: other than a reader of an open file it copies nothing.
func (v vectors) ReadFile(name string) ([]byte, error) {
	if path.Ext(name) == gzipSuffix {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	content, err := fs.ReadFile(v.folder, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	if _, notPacked := fs.Stat(v.folder, name+gzipSuffix); notPacked != nil {
		return nil, err
	}
	return v.unpack(name)
}

// unpack returns the content of a vector that the folder has in the gzip format, at most maxVector bytes.
func (v vectors) unpack(name string) ([]byte, error) {
	packed, err := fs.ReadFile(v.folder, name+gzipSuffix)
	if err != nil {
		return nil, err
	}
	content, err := gunzip(packed)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return content, nil
}

func gunzip(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(packed[len(packed)-4:]) // as its last field says; bytes.Buffer needs room to see the end
	content := bytes.NewBuffer(make([]byte, 0, min(size, maxVector)+bytes.MinRead))
	_, err = content.ReadFrom(io.LimitReader(r, maxVector+1))
	if err == nil && content.Len() > maxVector {
		err = fmt.Errorf("unpacks to more than %d bytes", maxVector)
	}
	return content.Bytes(), err
}

// openFolder is an open folder of vectors.
type openFolder struct {
	fs.ReadDirFile
	in   vectors
	name string
}

func (f openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := f.ReadDirFile.ReadDir(n)
	for i, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), gzipSuffix); ok {
			entries[i] = packedEntry{e, f.in, path.Join(f.name, name)}
		}
	}
	return entries, err
}

// vector is an open file that was unpacked.
type vector struct {
	*bytes.Reader
	info unpacked
}

func (f vector) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f vector) Close() error               { return nil }

// unpacked describes a file that was unpacked.
type unpacked struct {
	fs.FileInfo
	size int64
}

func (u unpacked) Name() string { return strings.TrimSuffix(u.FileInfo.Name(), gzipSuffix) }
func (u unpacked) Size() int64  { return u.size }

// packedEntry is a file in a listing that will be unpacked when it is opened.
type packedEntry struct {
	fs.DirEntry
	in   vectors
	name string // its path, without gzipSuffix
}

func (e packedEntry) Name() string { return path.Base(e.name) }

func (e packedEntry) Info() (fs.FileInfo, error) {
	f, err := e.in.Open(e.name)
	if err != nil {
		return nil, err
	}
	return f.Stat()
}
