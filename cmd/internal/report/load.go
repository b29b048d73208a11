package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// loadGroup are the files of which the last line says the same about how np.load reads them.
type loadGroup struct {
	one, many string // what a file is, and what several are: "holds Python objects"
	then      string // what follows from it, or ""
	files     int64
	first     string // the path of the first, as it is shown
	header    int    // the largest max_header_size, in characters; 0 for the default
}

// loadGroups are in the order of the files.
type loadGroups []loadGroup

// groupLoads returns what there is to say about a file, each once.
func groupLoads(path string, loads []validator.Load) (groups loadGroups) {
	add := func(one, many, then string) *loadGroup {
		i := slices.IndexFunc(groups, func(g loadGroup) bool { return g.one == one && g.then == then })
		if i < 0 {
			i = len(groups)
			groups = append(groups, loadGroup{one: one, many: many, then: then, files: 1, first: path})
		}
		return &groups[i]
	}
	for i := range loads {
		l := &loads[i]
		if l.Unsafe { // nobody should be advised to load it
			add("holds Python objects", "hold Python objects", "")
		}
		if l.Fails != "" {
			continue // the findings say why
		}
		needs := strings.Join(l.Needs, ", ")
		switch then := strings.Join(slices.DeleteFunc([]string{l.Arguments(), needs}, isEmpty), ", and "); {
		case l.Encoding != "":
			add("holds Python objects, from Python 2", "hold Python objects, from Python 2", "np.load needs "+then)
		case l.AllowPickle:
			add("holds Python objects", "hold Python objects", "np.load needs "+then)
		case l.MaxHeaderSize > 0:
			then = ""
			if needs != "" {
				then = "and " + needs
			}
			g := add("has a header of over 10000 characters", "have headers of over 10000 characters", then)
			g.header = max(g.header, l.MaxHeaderSize)
		case needs != "":
			add("can't be loaded everywhere", "can't be loaded everywhere", "np.load needs "+then)
		}
		if l.View != "" {
			array := validator.Load{Member: validator.NoMember, View: l.View} // whatever its name is
			view, _ := strings.CutPrefix(array.Call(), "np.load(path)")
			add("holds bfloat16", "hold bfloat16", "import ml_dtypes, then a"+view)
		}
		switch l.Returns {
		case "", validator.ReturnsBytes:
		case validator.ReturnsNothing:
			add("holds no array", "hold no array", "")
		case validator.ReturnsRaw:
			add("holds raw bytes whose type is lost", "hold raw bytes whose type is lost", "")
		default:
			if l.Member == validator.NoMember {
				add("holds several arrays", "hold several arrays", "np.load returns the first")
			} else {
				add("has a member of several arrays", "have members of several arrays", "np.load returns the first")
			}
		}
	}
	return groups
}

func isEmpty(s string) bool { return s == "" }

// add adds the groups of a file, or of another part of the run.
func (l *loadGroups) add(groups loadGroups) {
	for _, g := range groups {
		i := slices.IndexFunc(*l, func(old loadGroup) bool { return old.one == g.one && old.then == g.then })
		if i < 0 {
			*l = append(*l, g)
			continue
		}
		(*l)[i].files += g.files
		(*l)[i].header = max((*l)[i].header, g.header)
	}
}

// maxLoads is the number of groups that the last line has.
const maxLoads = 4

// parts says how np.load reads them, where a run has checked that many files.
func (l loadGroups) parts(files int64) (parts []string) {
	for i, g := range l {
		if i == maxLoads {
			return append(parts, "npycheck info says how to load the others")
		}
		is := g.many
		if g.files == 1 {
			is = g.one
		}
		part := text.Count(g.files, "file") + " " + is
		switch {
		case files == 1:
		case g.files == 1:
			part += " (" + g.first + ")"
		default:
			part += fmt.Sprintf(" (%s and %d more)", g.first, g.files-1)
		}
		switch {
		case g.header > 0 && g.then != "":
			part += fmt.Sprintf(": np.load needs max_header_size=%d, %s", g.header, g.then)
		case g.header > 0:
			part += fmt.Sprintf(": np.load needs max_header_size=%d", g.header)
		case g.then != "":
			part += ": " + g.then
		}
		parts = append(parts, part)
	}
	return parts
}

// helpsToLoad reports whether a finding says what np.load needs, where it fails or that it returns something else, and
// nothing speaks against loading the file.
func (f *File) helpsToLoad(found *Finding) bool {
	unsafe := func(l validator.Load) bool { return l.Unsafe }
	if len(f.Load) == 0 || found.Array > 0 || slices.ContainsFunc(f.Load, unsafe) {
		return false
	}
	switch found.Rule {
	case spec.PicklePresent, spec.PickleNumpyCore, spec.PickleNewerName, spec.PickleStringDtype, spec.PicklePython2Text, spec.PicklePlatform,
		spec.HeaderLengthOver10000, spec.DescrOtherPlatformFloat, spec.DescrVoidLostType, spec.ShapeRankOver32, spec.DataSecondArray, spec.NpzEmpty:
		return true
	}
	return false
}
