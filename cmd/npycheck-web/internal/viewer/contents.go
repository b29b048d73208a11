package viewer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// The limits of what is listed.
const (
	maxMembers     = 2000
	maxRegions     = 4000 // of a file and its members: a pickle has one for each opcode
	maxRegionBytes = 16   // of each
)

// contentsJSON is what is in a file besides what npycheck info prints.
type contentsJSON struct {
	Arrays         list[arrayJSON]  `json:"arrays"`
	Load           list[string]     `json:"load"` // how np.load reads it, a line each
	Regions        list[regionJSON] `json:"regions"`
	RegionsOmitted int              `json:"regions_omitted"`
}

type arrayJSON struct {
	Place
	Member  string       `json:"name"` // of the member, "" for none
	Shape   string       `json:"shape"`
	Lengths list[string] `json:"lengths"` // of the axes, which JavaScript might round
	Order   string       `json:"order"`
	Type    typeJSON     `json:"type"`
	Tree    list[string] `json:"tree,omitempty"` // lines
	Unread  string       `json:"unread,omitempty"`
}

type regionJSON struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Name   string `json:"name"`
	Bytes  string `json:"bytes"`  // the first, in hexadecimal
	Member int    `json:"member"` // whose content it is in, or NoMember
	Array  int    `json:"array,omitempty"`
}

// Contents returns an object with what npycheck info prints as "info", and what else the page shows of it.
func (f *File) Contents(ctx context.Context) []byte {
	var shown contentsJSON
	f.look(ctx, func(r validator.Region) {
		if len(shown.Regions) == maxRegions {
			shown.RegionsOmitted++
			return
		}
		shown.Regions = append(shown.Regions, region(r))
	})
	slices.SortStableFunc(shown.Regions, func(a, b regionJSON) int {
		return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Offset, b.Offset))
	})
	if f.contents.Report != nil {
		shown.Arrays = f.arrays()
		shown.Load = validator.LoadLines(f.contents.Load())
	}
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	w.WriteString(`{"info":`)
	f.contents.WriteJSON(w)
	w.WriteString(`,"shown":`)
	w.Write(text.AppendJSON(nil, shown))
	w.WriteByte('}')
	w.Flush()
	return b.Bytes()
}

func region(r validator.Region) regionJSON {
	member := validator.NoMember
	if r.Base == validator.BaseContent {
		member = r.Member
	}
	first := r.Bytes[:min(len(r.Bytes), maxRegionBytes)]
	return regionJSON{
		Offset: r.Offset, Length: r.Length, Name: text.Inert(r.Name), Bytes: hex.EncodeToString(first), Member: member, Array: r.Array,
	}
}

// arrays describes all arrays of the file.
func (f *File) arrays() (all []arrayJSON) {
	report := f.contents.Report
	if report.Array != nil || len(report.Arrays) > 0 {
		all = append(all, f.array(Place{Member: validator.NoMember, Array: 0}, f.contents.Tree(0)))
	}
	for i := 1; i < len(report.Arrays); i++ {
		all = append(all, f.array(Place{Member: validator.NoMember, Array: i}, f.contents.Tree(i)))
	}
	for i := range min(len(report.Members), maxMembers) {
		all = append(all, f.array(Place{Member: i}, f.contents.Trees.Get(i, 0)))
	}
	return all
}

func (f *File) array(p Place, tree *inspect.Tree) arrayJSON {
	a, m, _ := f.at(p)
	described := arrayJSON{Place: p}
	if m != nil {
		described.Member = validator.Quote(m.Name)
	}
	if tree != nil {
		described.Tree = tree.Lines()
	}
	if a == nil {
		return described
	}
	described.Shape, described.Order = text.Shape(a.Shape), "C"
	if a.FortranOrder {
		described.Order = "Fortran"
	}
	described.Lengths = lengths(a.Shape)
	described.Type = describe(&a.DType)
	described.Unread = f.contents.Unread(a, m)
	return described
}

// Statistics returns an object with the statistics of an array, as npycheck info --stats has them.
func (f *File) Statistics(ctx context.Context, p Place) ([]byte, error) {
	a, m, err := f.at(p)
	if err != nil {
		return nil, err
	}
	f.contents.Context, f.contents.Options = ctx, inspect.Options{Stats: true}
	return f.contents.AppendValues(nil, a, m), nil
}
