package cases

import (
	"slices"
	"strconv"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// pair is the array of the second member, where there are two: two small numbers.
var pair = &Array{DType: "|u1", Shape: dims(2), Data: Bytes(1, 2), Values: values(1, 2)}

// threeFile and pairFile are the .npy files of these arrays.
func threeFile() []byte { return Npy1(plain, three.Data) }
func pairFile() []byte  { return numbersFile(pair.Data) }

// numbersFile returns the .npy file of an array of bytes.
func numbersFile(data []byte) []byte {
	return Npy1(Dict("'|u1'", "False", "("+strconv.Itoa(len(data))+",)"), data)
}

// numbers returns that array.
func numbers(data []byte) *Array {
	a := &Array{DType: "|u1", Shape: dims(int64(len(data))), Data: data}
	for _, b := range data {
		a.Values = append(a.Values, b)
	}
	return a
}

// member and second return the members of most archives, stored.
func member() Member { return Stored("a.npy", threeFile()) }
func second() Member { return Stored("b.npy", pairFile()) }

// deflated and deflatedPair return the same members as zlib deflates them.
func deflated() Member     { return Deflated("a.npy", threeFile(), []byte(zlibThree)) }
func deflatedPair() Member { return Deflated("b.npy", pairFile(), []byte(zlibPair)) }

// holds returns what an archive of one member holds, and holdsTwo what one of both does.
func holds(name string, a *Array) []Content { return []Content{{name, a}} }
func holdsTwo() []Content                   { return []Content{{"a.npy", three}, {"b.npy", pair}} }

// refusedZip is what readers must reject: an archive of three doubles but for its fault.
func refusedZip() Case {
	return Case{
		Story: "conforming except that ", Duty: Reject, Violates: true, Stage: "zip",
		Features: "npz v1 float 1d", Importance: Medium, Twin: "zip/plain",
	}
}

// toleratedZip is what readers may read: three doubles with a fault that leaves no doubt about them.
func toleratedZip(flags string) Case {
	return Case{
		Story: "conforming except that ", Duty: Either, Stage: "zip", Flags: flags,
		Features: "npz v1 float 1d", Importance: Low, Twin: "zip/plain", Members: holds("a.npy", three),
	}
}

// unseenZip is what a reader may read because it follows the directory: three doubles, and a fault in what it
// doesn't look at.
func unseenZip() Case {
	c := toleratedZip("directory-walk").ofImportance(Medium)
	c.Violates = true
	return c
}

// looseZip is what a reader may read because it stops where the array ends: three doubles in a member of another
// size.
func looseZip() Case {
	c := toleratedZip("member-size").ofImportance(High)
	c.Violates = true
	return c
}

// acceptedZip is what readers must read: three doubles, and something that they could take offence at.
func acceptedZip() Case {
	return Case{
		Story: "conforming: ", Duty: Accept, Stage: "zip",
		Features: "npz v1 float 1d", Importance: Medium, Members: holds("a.npy", three),
	}
}

// needing returns the case of a reader that has further features.
func (c Case) needing(features string) Case {
	c.Features += " " + features
	return c
}

// ofTwo returns the case of an archive with both members.
func (c Case) ofTwo() Case {
	if c.Members != nil {
		c.Members = holdsTwo()
	}
	if c.Twin != "" {
		c.Twin = "zip/two"
	}
	return c.needing("uint")
}

// like returns the case with another twin.
func (c Case) like(twin string) Case {
	c.Twin = twin
	return c
}

// ofImportance returns the case with another importance.
func (c Case) ofImportance(i Importance) Case {
	c.Importance = i
	return c
}

func zipCases() []Case {
	return slices.Concat(
		zipEndCases(),
		zipPartitionCases(),
		zipZip64EndCases(),
		zipHeaderCases(),
		zipFlagCases(),
		zipDescriptorCases(),
		zipExtraCases(),
		zipZip64ExtraCases(),
		zipEntryCases(),
		zipDataCases(),
		zipDeflateCases(),
		zipNameCases(),
		zipPathCases(),
		zipEncodingCases(),
		zipWriterCases(),
		zipPythonCases(),
	)
}
