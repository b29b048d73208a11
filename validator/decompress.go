package validator

import (
	"bufio"
	"compress/flate"
	"io"
	"maps"
	"sync"

	"github.com/npycheck/npycheck/validator/internal/zip"
)

// Decompressor makes a reader of the content of a member of an archive from its data, for one compression method
// (clause npz-2.2). Size is how many bytes the content has if the headers are right, and never more than the data can
// become: what the data themselves ask for, such as a window, needs no more. Flags are the general purpose flags of
// the member.
//
// The reader must leave in data what follows the end of the compressed stream, and return what it has before it
// returns an error. It is closed in the end, and may serve for another member then. If its error is a
// [DecompressorLimit], the data may be right, but are not checked further, and the report is incomplete.
type Decompressor = zip.Decompressor

// DecompressorLimit says why data is not decompressed although it may be right: it needs too much memory.
type DecompressorLimit = zip.Limit

// The methods that the package decompresses by itself.
const (
	deflated = 8
	bzipped  = 12
)

// standard is how members are decompressed if Options doesn't say.
var standard = map[uint16]Decompressor{deflated: ReuseInflaters(flate.NewReader), bzipped: newBzip2Reader}

// MaxExpansion returns how many bytes the members of an archive of the given size may become together, apart from
// stored and deflated ones: 64 MiB, and 1032 for each byte, which is what deflate can make of it.
func MaxExpansion(archive int64) int64 { return zip.MaxExpansion(archive) }

func (o *Options) decompressors() map[uint16]Decompressor {
	if o == nil || len(o.Decompressors) == 0 {
		return standard
	}
	all := maps.Clone(standard)
	maps.Copy(all, o.Decompressors)
	return all
}

// ReuseInflaters returns a decompressor of deflate streams that makes readers with newReader, and uses those that
// are closed again: each allocates some 40 KiB. They have to implement compress/flate.Resetter and, like those of
// compress/flate, to read no further than the end of the stream from a reader with a ReadByte method.
func ReuseInflaters(newReader func(io.Reader) io.ReadCloser) Decompressor {
	closed := new(sync.Pool)
	return func(src *bufio.Reader, _ uint64, _ uint16) io.ReadCloser {
		i, ok := closed.Get().(*inflater)
		if !ok {
			return &inflater{newReader(src), closed}
		}
		i.ReadCloser.(flate.Resetter).Reset(src, nil) // the error is about the dictionary, and there is none
		return i
	}
}

// inflater may be used again after Close.
type inflater struct {
	io.ReadCloser
	closed *sync.Pool
}

func (i *inflater) Close() error {
	i.closed.Put(i)
	return nil
}
