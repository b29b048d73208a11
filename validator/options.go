package validator

import "errors"

// Depth is how far into a file a check goes.
type Depth uint8

// The depths, from the shallowest on. A deeper check reports everything a shallower one does. The zero Depth
// stands for Full.
const (
	Header    Depth = iota + 1 // headers and records of archives only
	Structure                  // also lengths, and pickles
	Full                       // also what can be wrong in the data: values, compressed data, checksums; the default
)

// String returns the name of the depth: "header", "structure" or "full".
func (d Depth) String() string { return depthNames()[d.orDefault()] }

// MarshalText returns the name of the depth.
func (d Depth) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes the name of a depth.
func (d *Depth) UnmarshalText(name []byte) error {
	names := depthNames()
	for depth := Header; depth <= Full; depth++ {
		if names[depth] == string(name) {
			*d = depth
			return nil
		}
	}
	return errors.New("want header, structure or full")
}

func depthNames() [Full + 1]string {
	return [...]string{Header: "header", Structure: "structure", Full: "full"}
}

// orDefault returns a depth that there is.
func (d Depth) orDefault() Depth {
	if d == 0 {
		return Full
	}
	return min(d, Full)
}

// DefaultMaxHeaderSize is the size in bytes up to which headers are read when Options doesn't
// say. It is about 100 times what NumPy reads by default.
const DefaultMaxHeaderSize = 1 << 20

// DefaultMaxFindings is the number of findings kept for a file when Options doesn't say.
const DefaultMaxFindings = 1000

// DefaultMaxMembers is the number of members of an archive, and of arrays in a file or in a member, that are looked
// at when Options doesn't say. It bounds the memory that a report takes.
const DefaultMaxMembers = 100_000

// DefaultMaxSpool is the size in bytes of the largest archive that is taken from a stream when
// Options doesn't say. It goes through a temporary file, since an archive is read from its end.
const DefaultMaxSpool = 1 << 30

// Options adjusts a check. The zero value, and a nil pointer, are the defaults.
type Options struct {
	Name          string // of the file, for Check and CheckStream: its suffix is compared with what the file is
	Depth         Depth  // Full if it is zero
	MaxHeaderSize int64  // bytes; a longer header is reported and not read
	MaxMembers    int    // of an archive, and arrays of a file; more are reported and not looked at
	MaxSpool      int64  // bytes; a longer archive from a stream is not checked

	// Decompressors has a decompressor for each compression method of members, by its number. They come before
	// those that the package has, for deflate (8) and bzip2 (12). A member with a method that neither has, and
	// that a reader may know, makes the report incomplete, and so do members of other methods than deflate that
	// expand to more than MaxExpansion.
	Decompressors map[uint16]Decompressor

	// Trace is called for each range of bytes that the check gets to know, about in the order of
	// the file. At depth Full members are judged at the same time, and calls come from several
	// goroutines.
	Trace func(Region)

	// MaxFindings is the number of findings kept for a file: the first that the check comes across.
	// The rest is only counted, in Report.Omitted; verdict and duty take all into account.
	MaxFindings int
}

func (o *Options) depth() Depth {
	if o == nil {
		return Full
	}
	return o.Depth.orDefault()
}

func (o *Options) maxHeaderSize() int64 {
	if o == nil || o.MaxHeaderSize <= 0 {
		return DefaultMaxHeaderSize
	}
	return o.MaxHeaderSize
}

func (o *Options) maxMembers() int {
	if o == nil || o.MaxMembers <= 0 {
		return DefaultMaxMembers
	}
	return o.MaxMembers
}

func (o *Options) maxSpool() int64 {
	if o == nil || o.MaxSpool <= 0 {
		return DefaultMaxSpool
	}
	return o.MaxSpool
}

func (o *Options) maxFindings() int {
	if o == nil || o.MaxFindings <= 0 {
		return DefaultMaxFindings
	}
	return o.MaxFindings
}

// Region is a range of bytes with a meaning, as a check comes across it.
type Region struct {
	Offset int64
	Length int64
	Base   Base   // what the offset counts from
	Name   string // what the bytes are, with the value they hold
	Bytes  []byte // the first of them, if they were read; not to be kept

	Array      int    // of several arrays in a row, as in Finding
	Member     int    // index in Report.Members of the member whose content they are, or NoMember
	MemberName string // as it will be in Report.Members
}
