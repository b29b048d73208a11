package validator

// Depth is how far into a file a check goes.
type Depth uint8

// The depths. A deeper check reports everything a shallower one does.
const (
	Structure Depth = iota // header, and lengths against the size of the file; the default
	Header                 // prefix and header only
	Full                   // also every byte of the data
)

func (d Depth) String() string { return [...]string{"structure", "header", "full"}[d] }

// DefaultMaxHeaderSize is the size in bytes up to which headers are read when Options doesn't
// say. It is 100 times what NumPy reads by default.
const DefaultMaxHeaderSize = 1 << 20

// DefaultMaxFindings is the number of findings kept for a file when Options doesn't say.
const DefaultMaxFindings = 1000

// Options adjusts a check. The zero value, and a nil pointer, are the defaults.
type Options struct {
	Depth         Depth
	MaxHeaderSize int64 // bytes; a longer header is reported and not read
	MaxFindings   int   // per file; the rest is only counted, in Report.Omitted
}

func (o *Options) depth() Depth {
	if o == nil {
		return Structure
	}
	return o.Depth
}

func (o *Options) maxHeaderSize() int64 {
	if o == nil || o.MaxHeaderSize <= 0 {
		return DefaultMaxHeaderSize
	}
	return o.MaxHeaderSize
}

func (o *Options) maxFindings() int {
	if o == nil || o.MaxFindings <= 0 {
		return DefaultMaxFindings
	}
	return o.MaxFindings
}
