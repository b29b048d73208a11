package corpus

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"sync"
)

// Duty is what a reader must do with a file.
type Duty string

// The duties.
const (
	Accept  Duty = "accept"  // read it and get every value right
	Reject  Duty = "reject"  // reject it
	Either  Duty = "either"  // read it correctly or reject it
	Survive Duty = "survive" // do either, in bounded time and memory; what is read doesn't matter

	// Unsupported is the verdict of a profile on a file with a feature that its readers don't
	// support. No case has it as its duty.
	Unsupported Duty = "unsupported"
)

// Case describes one vector. Its JSON form is an entry of manifest.json.
type Case struct {
	ID            string `json:"id"`             // "<area>/<name>"; never changes and is never reused
	File          string `json:"file"`           // "<duty>/<area>/<name>.npy" or ".npz", below the folder vectors
	SHA256        string `json:"sha256"`         // of the file
	Size          int64  `json:"size"`           // of the file, in bytes
	Gzip          bool   `json:"gzip,omitempty"` // the folder has it in the gzip format, as File with ".gz" after it
	Format        string `json:"format"`         // "npy" or "npz": what it is, or would be without the fault
	FormatVersion string `json:"format_version,omitempty"`

	Conforms bool      `json:"conforms"` // it has no error of the kind conformance
	Duty     Duty      `json:"duty"`
	Rules    []string  `json:"rules"`    // exactly npycheck's rules that it breaks
	Findings []Finding `json:"findings"` // where: what npycheck reports about the whole file, in its order

	Stage      string   `json:"stage"`      // the area in which a reader notices the fault
	Flags      []string `json:"flags"`      // why the duty is Either
	Features   []string `json:"features"`   // what a reader needs to get as far as the fault
	Importance string   `json:"importance"` // "high", "medium" or "low"
	Comment    string   `json:"comment"`    // what the file is, in one line
	Twin       string   `json:"twin,omitempty"`
	Since      string   `json:"since"`               // the version of the corpus that first had it
	Withdrawn  string   `json:"withdrawn,omitempty"` // why the case is wrong and must be skipped; "" for a good one

	// Array is what a .npy file contains, Members what an archive contains, in the order of its
	// central directory. Both are nil for a file that can't be read correctly; an archive without members
	// has an empty list.
	Array   *Array   `json:"array,omitempty"`
	Members []Member `json:"members,omitzero"`

	// MoreMembers is how many members follow those in Members, for an archive with very many.
	MoreMembers int `json:"more_members,omitempty"`

	// Objects is what a reader gets that unpickles an object array of plain Python values.
	Objects *Objects `json:"objects,omitempty"`

	// NumPy is what np.load does with the file, by NumPy release: accept, warn, reject, exception, crash, hang or memory.
	// NumPyDetail has the releases that behave differently when they read a stream or map the file, or that return
	// something else; each of them once.
	NumPy       map[string]string `json:"numpy,omitempty"`
	NumPyDetail []NumPyDetail     `json:"numpy_detail,omitempty"`
}

// Finding is one violation of a rule, and the bytes that it is about.
type Finding struct {
	Rule    string        `json:"rule"`
	Offset  int64         `json:"offset"`            // of the first byte concerned
	Length  int64         `json:"length"`            // in bytes; 0 for a place between two bytes, and for missing ones
	Base    string        `json:"base,omitempty"`    // "content" if Offset counts from the start of the content of Member, inflated; "" if from that of the file
	Pointer string        `json:"pointer,omitempty"` // place in the header, as a JSON pointer; "" for none
	Array   int           `json:"array,omitempty"`   // which of several consecutive arrays it is about: 2 for the second; 0 for the first
	Member  *FaultyMember `json:"member,omitempty"`  // nil for a .npy file, and for the archive itself
}

// FaultyMember is the member of an archive that a finding is about.
type FaultyMember struct {
	Index int    `json:"index"` // in the central directory
	Name  string `json:"name"`  // there, decoded; U+FFFD stands for a byte that is not text
}

// Member is a member of an archive.
type Member struct {
	Name  string `json:"name"`            // in the central directory
	Key   string `json:"key"`             // under which NumPy offers it: the name without .npy
	Array *Array `json:"array,omitempty"` // nil for a member that is not an array, or an object array

	// Objects is what a reader gets that unpickles an object array of plain Python values.
	Objects *Objects `json:"objects,omitempty"`
}

// Array is what a reader gets if it reads a file correctly.
type Array struct {
	DType        string  `json:"dtype"` // "<f8", or a list of fields as NumPy writes it; always little-endian
	Shape        []int64 `json:"shape"`
	FortranOrder bool    `json:"fortran_order"`
	SHA256       string  `json:"sha256"` // of the elements in C order, little-endian, padding zeroed
	// Values is the elements in C order, in the form that README.md describes; nil for an array of more than
	// 1,000 elements.
	Values []any `json:"values,omitzero"`
}

// Objects is the content of an object array once its pickle is loaded. Its dtype is "|O".
type Objects struct {
	Shape        []int64  `json:"shape"`
	FortranOrder bool     `json:"fortran_order"` // storage order by the header
	Reprs        []string `json:"reprs"`         // of the elements in C order, by Python 3's repr
}

// NumPyDetail is what some NumPy releases do beyond their entries in Case.NumPy.
type NumPyDetail struct {
	Releases    []string     `json:"releases"`
	Stream      string       `json:"stream,omitempty"`       // with a stream that is not a file; "" for no difference
	MMap        string       `json:"mmap,omitempty"`         // with mmap_mode; "" for no difference
	Objects     string       `json:"objects,omitempty"`      // with allow_pickle, if it doesn't return the objects of the case
	Array       *ReadArray   `json:"array,omitempty"`        // what it returns, if that isn't the array of the case
	Members     []ReadMember `json:"members,omitzero"`       // what it returns for an archive, if those aren't the members of the case
	StreamArray *ReadArray   `json:"stream_array,omitempty"` // what it returns for a stream, if that is something else
	MMapArray   *ReadArray   `json:"mmap_array,omitempty"`   // what it returns with mmap_mode, if that is something else
}

// DetailOf returns the details of a NumPy release beyond its entry in NumPy.
func (c Case) DetailOf(release string) NumPyDetail {
	for _, d := range c.NumPyDetail {
		if slices.Contains(d.Releases, release) {
			return d
		}
	}
	return NumPyDetail{}
}

// ReadMember is a member of an archive that NumPy returned.
type ReadMember struct {
	Key   string     `json:"key"`
	Array *ReadArray `json:"array,omitempty"` // nil if NumPy returned bytes
}

// ReadArray is an array that NumPy returned. The fields are those of Array.
type ReadArray struct {
	DType  string  `json:"dtype"`
	Shape  []int64 `json:"shape"`
	SHA256 string  `json:"sha256"`
}

type manifest struct {
	Version     string
	NumPyPython map[string]string `json:"numpy_python"`
	Cases       []Case
}

var parsed = sync.OnceValue(func() (m manifest) {
	text, err := fs.ReadFile(Folder, "manifest.json")
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		panic("corpus: " + err.Error()) // only a bug in the generator can cause it
	}
	return m
})

// Version returns the version of the corpus: the patch number changes with wording, the minor number with new cases; a
// changed verdict changes the minor number before 1.0.0, and the major number later.
func Version() string { return parsed().Version }

// NumPyPython returns the version of CPython that each NumPy release of Case.NumPy ran on. It matters: Python parses
// the header and opens archives.
func NumPyPython() map[string]string { return maps.Clone(parsed().NumPyPython) }

// Cases returns the cases, sorted by ID. Their slices and maps are shared and must not be changed.
func Cases() []Case { return slices.Clone(parsed().Cases) }
