// Package cases describes the vectors: for each, its bytes, what the file is and what a reader must
// do with it. Both are written by hand, next to each other. Nothing here is computed by the
// validator.
//
// A file of cases needs [Case], what family.go says about similar cases, the files from which arrays, headers, pickles
// and archives are put together (dtypes.go, dictionaries.go, objects.go and the *_parts.go), and recorded bytes. No file
// of cases needs another; all.go lists them.
package cases

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus/internal/header"
)

// Version is the version of the corpus: patch for wording, minor for new cases, major for a changed
// verdict; before 1.0.0, minor for both.
const Version = "0.2.0"

// Areas lists the areas of the cases, in the order in which a file is read.
func Areas() []string {
	return []string{"prefix", "header", "literal", "keys", "descr", "shape", "order", "data", "pickle", "zip", "npz"}
}

// Duty is what a reader must do with a file.
type Duty string

// The duties.
const (
	Accept  Duty = "accept"  // read it and get every value right
	Reject  Duty = "reject"  // refuse it
	Either  Duty = "either"  // read it right or refuse it; flags say which readers do which
	Survive Duty = "survive" // do either in bounded time and memory
)

// Importance says which cases to look at first.
type Importance string

// The degrees of importance.
const (
	High   Importance = "high"   // those of high.txt
	Medium Importance = "medium" // those that say nothing else
	Low    Importance = "low"    // files that no current writer produces
)

// Case is one vector.
type Case struct {
	ID         string // "<area>/<name>"; see File for the name of the file
	Story      string // what the file is: "conforming except that …"
	Bytes      []byte
	Duty       Duty
	Rules      string // the rules that it breaks, separated by spaces, exactly
	Violates   bool   // it has an error of the kind conformance: the file doesn't conform
	Stage      string // where a reader notices the fault, or would choke on a conforming file: an area
	Flags      string // for Either: what a reader must tolerate to read it
	Features   string // what a reader must support beyond the flags, where no header states it: see Needs
	Importance Importance
	Twin       string    // the ID of the case without the fault
	Array      *Array    // what a reader gets if it reads the file right; nil if it can't
	Members    []Content // the same for an archive; empty for no members
	More       int       // how many members follow those of Members, where these are only the first
	Since      string    // the version of the corpus that first had it; "" for 0.1.0
	Withdrawn  string    // why the case was wrong: it is kept for its ID and must be skipped
}

// Content is a member of an archive.
type Content struct {
	Name  string // the name in the central directory, decoded
	Array *Array // nil for a member that is not an array, or an object array of more than plain values
}

// Key returns the key under which NumPy offers the member.
func (c Content) Key() string { return strings.TrimSuffix(c.Name, ".npy") }

// Array is the array in the file.
type Array struct {
	DType  string  // little-endian
	Shape  []int64 // nil for zero dimensions
	F      bool    // stored in Fortran order
	Data   []byte  // the elements in C order, little-endian
	Values []any   // the same for people: numbers, strings; 64-bit integers and non-finite numbers as strings. nil for a large array

	// Reprs is the elements of an object array in C order, as Python 3's repr writes them. It has no Data.
	Reprs []string
}

// IsObject reports whether the elements are Python objects.
func (a *Array) IsObject() bool { return a.DType == "|O" }

// Area returns the first part of the ID.
func (c Case) Area() string {
	area, _, _ := strings.Cut(c.ID, "/")
	return area
}

// Format returns what the file is, or would be without its fault: "npy" or "npz".
func (c Case) Format() string {
	switch c.Area() {
	case "zip", "npz":
		return "npz"
	}
	return "npy"
}

// File returns the path of the vector below the folder vectors.
func (c Case) File() string { return string(c.Duty) + "/" + c.ID + "." + c.Format() }

// maxValues is the number of elements up to which an array has its values. For a larger one the manifest has only the
// hash, to stay small.
const maxValues = 1000

// elements returns the number of elements of an array whose data is in the corpus.
func elements(shape []int64) (int64, bool) {
	if slices.Contains(shape, 0) {
		return 0, true
	}
	count := int64(1)
	for _, d := range shape {
		if d < 0 || d > 1<<21 || count*d > 1<<21 {
			return 0, false
		}
		count *= d
	}
	return count, true
}

// Needs returns the features that a reader needs to read the file, or to get as far as its fault: those that
// its header states, in the order of Features. For an archive, and where the header can't be read, they are
// those that are written by hand, or if there are none, those of the twin.
func (c Case) Needs() (needs []string) {
	stated, ok := header.Features(c.Bytes)
	if !ok {
		return strings.Fields(c.Features)
	}
	for _, f := range Features() {
		if slices.Contains(stated, f.Name) {
			needs = append(needs, f.Name)
		}
	}
	return needs
}

// needLikeTwins gives the features of the twin to the cases that have none and whose header can't be read.
func needLikeTwins(all []Case) {
	byID := make(map[string]Case, len(all))
	for _, c := range all {
		byID[c.ID] = c
	}
	for i, c := range all {
		if c.Features == "" && c.Twin != "" && len(c.Needs()) == 0 {
			all[i].Features = strings.Join(byID[c.Twin].Needs(), " ")
		}
	}
}
