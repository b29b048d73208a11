package spec

import "strconv"

// Magic is the first six bytes of every .npy file (clause npy-1.2).
const Magic = "\x93NUMPY"

// Version is the version of the .npy format that a file declares in bytes 6 and 7. It has
// nothing to do with the version of NumPy.
type Version struct{ Major, Minor uint8 }

// The versions that exist (clause npy-1.3).
var (
	Version1 = Version{1, 0} // NumPy 1.0.5: 2-byte header length, latin1 text
	Version2 = Version{2, 0} // NumPy 1.9: 4-byte header length, latin1 text
	Version3 = Version{3, 0} // NumPy 1.17: 4-byte header length, UTF-8 text
)

func (v Version) String() string {
	return strconv.Itoa(int(v.Major)) + "." + strconv.Itoa(int(v.Minor))
}

// Known reports whether the version exists.
func (v Version) Known() bool { return v == Version1 || v == Version2 || v == Version3 }

// PrefixLen returns the number of bytes before the header text: 10 for version 1.0, 12 after it.
func (v Version) PrefixLen() int {
	if v.Major == 1 {
		return 10
	}
	return 12
}
