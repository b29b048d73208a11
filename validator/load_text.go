package validator

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// Arguments returns what np.load is given after the path, as Python has it: "allow_pickle=True, encoding='latin1'", or
// "".
func (l *Load) Arguments() string {
	var list []string
	if l.AllowPickle {
		list = append(list, "allow_pickle=True")
	}
	if l.Encoding != "" {
		list = append(list, "encoding='"+l.Encoding+"'")
	}
	if l.MaxHeaderSize > 0 {
		list = append(list, fmt.Sprintf("max_header_size=%d", l.MaxHeaderSize))
	}
	return strings.Join(list, ", ")
}

// Call returns the Python expression that reads the array or the object, with np for numpy:
// "np.load(path, allow_pickle=True)['w'].item()". It is "" if np.load fails or holds a danger. The key may hold any
// characters that repr of Python 3 doesn't escape.
func (l *Load) Call() string {
	if l.Fails != "" {
		return ""
	}
	call := "np.load(path"
	if arguments := l.Arguments(); arguments != "" {
		call += ", " + arguments
	}
	call += ")"
	if l.Member != NoMember {
		call += "[" + string(text.AppendRepr(nil, l.Key)) + "]"
	}
	switch {
	case l.Item:
		call += ".item()"
	case l.View == ">bfloat16":
		call += ".view('>u2').astype('u2')"
	}
	if l.View != "" {
		call += ".view(ml_dtypes.bfloat16)"
	}
	return call
}

// Remarks returns what there is to say besides the call: what it needs and what it returns, or why there is no call.
func (l *Load) Remarks() string {
	switch {
	case l.Unsafe:
		return "don't load it, it may run code: " + l.Fails
	case l.Fails != "":
		return "np.load fails: " + l.Fails
	}
	var list []string
	if l.View != "" {
		list = append(list, "import ml_dtypes")
	}
	if len(l.Needs) > 0 {
		list = append(list, "needs "+strings.Join(l.Needs, ", "))
	}
	if l.Returns != "" {
		list = append(list, "returns "+l.Returns)
	}
	return strings.Join(list, "; ")
}

// LoadLines returns the lines that say how np.load reads a file, fit for a terminal: one for all members that are loaded
// alike, with the first key.
func LoadLines(loads []Load) (lines []string) {
	type group struct {
		first *Load
		more  int64
	}
	var groups []group
	alike := map[loadKey]int{}
	for i := range loads {
		l := &loads[i]
		key := loadKey{l.Arguments(), l.View, l.Remarks(), l.Item}
		if like, ok := alike[key]; ok {
			groups[like].more++
		} else {
			alike[key] = len(groups)
			groups = append(groups, group{first: l})
		}
	}
	for _, g := range groups {
		line := g.first.String()
		if g.first.Fails != "" && g.first.Member != NoMember {
			line = string(text.AppendRepr(nil, g.first.Key)) + ": " + line
		}
		if g.more > 0 {
			line += fmt.Sprintf("; %s alike", text.Count(g.more, "more member"))
		}
		lines = append(lines, Quote(line))
	}
	return lines
}

// loadKey is equal for members that are loaded alike.
type loadKey struct {
	arguments, view, remarks string
	item                     bool
}

// String returns the line that says how to load it: the call and the remarks.
func (l *Load) String() string {
	call, remarks := l.Call(), l.Remarks()
	if call != "" && remarks != "" {
		return call + "  # " + remarks
	}
	return call + remarks
}
