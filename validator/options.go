package validator

import "errors"

// Depth is how far into a file a check goes.
type Depth uint8

// The depths. A deeper check reports everything that a shallower one does. The zero Depth stands for Full.
const (
	Header    Depth = iota + 1 // headers and records of archives only
	Structure                  // also lengths, and pickles
	Full                       // also the data itself: values, compressed streams, checksums; the default
)

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
	return errors.New("expected header, structure or full")
}

func depthNames() [Full + 1]string {
	return [...]string{Header: "header", Structure: "structure", Full: "full"}
}

func (d Depth) orDefault() Depth {
	if d == 0 {
		return Full
	}
	return min(d, Full)
}

// The limits for a zero in Options.
const (
	DefaultMaxHeaderSize = 1 << 20 // about 100 times what NumPy reads by default
	DefaultMaxMembers    = 100_000
	DefaultMaxSpool      = 1 << 30
	DefaultMaxFindings   = 1000
)

// Options adjusts a check. The zero value, and a nil pointer, are the defaults.
type Options struct {
	Name          string // of the file, for Check and CheckStream: its suffix is compared with what the file is
	Depth         Depth  // Full if it is zero
	MaxHeaderSize int64  // bytes; a longer header is reported and not read
	MaxMembers    int    // of an archive, and arrays of a file or a member; more are reported and not looked at
	MaxSpool      int64  // bytes; a longer archive from a stream, which goes through a temporary file, is not checked
	MaxFindings   int    // per file; more are only counted (Report.Omitted), but affect verdict and duty

	// Decompressors are for compression methods of members, by number, before those of the package, for deflate (8)
	// and bzip2 (12). A member with a method for which there is none makes the report incomplete, and so do members
	// of methods other than deflate that expand to more than MaxExpansion.
	Decompressors map[uint16]Decompressor

	// Trace is called for each range of bytes that the check identifies, roughly in the order of
	// the file. At depth Full calls come from several goroutines.
	Trace func(Region)

	// Opcodes is called before the first opcode of each pickle, with the place of the array that it stands in for, as in
	// Finding. It returns functions, or nil: step is called for each opcode that the check follows, with its name, as
	// Python's pickletools has it, and the text or bytes that it makes, or its argument as it is in the file, or the
	// first bytes of either, which are not to be kept; n is the number of characters or bytes of the whole, or the slot
	// of the memo that the opcode stores or reads. end is called after the last opcode that is followed: STOP, unless
	// the pickle is damaged or goes beyond a limit. Of a pickle for which reading fails, end is not called.
	//
	// At depth Full pickles are followed at the same time, each in a goroutine of its own.
	Opcodes func(member, array int, memberName string) (step func(op string, arg []byte, n int64), end func())
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

// Region is a range of bytes whose meaning is known.
type Region struct {
	Offset int64
	Length int64
	Base   Base   // what the offset counts from
	Name   string // what the bytes are, with their value
	Bytes  []byte // the first of them, if they were read; not to be kept

	Array      int    // of several consecutive arrays, as in Finding
	Member     int    // index in Report.Members of the member whose content they are, or NoMember
	MemberName string // as it will be in Report.Members
}
