package viewer

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
)

// fixJSON is what npycheck fix does about the findings of a file, and what they mean for its values.
type fixJSON struct {
	Text    string          `json:"text"` // "" if there is nothing that it can do
	Command string          `json:"command"`
	Doubts  list[doubtJSON] `json:"doubts"`
}

// doubtJSON is a rule whose finding leaves the values of an array in doubt.
type doubtJSON struct {
	Place
	Rule string `json:"rule"`
}

// Fix returns an object with what npycheck fix does about the findings of the last report.
func (f *File) Fix() ([]byte, error) {
	if f.checked == nil {
		return nil, errors.New("the file was not checked")
	}
	fix := fixJSON{Doubts: f.doubts()}
	fix.Text, fix.Command = f.remedy()
	return encode(fix), nil
}

// remedy says what npycheck fix does, and with which command.
func (f *File) remedy() (about, command string) {
	report := f.checked
	count := map[remedy.Way]int{}
	worst := spec.Note
	var flags []string
	for i, way := range remedy.Expect(report, f.source.name) {
		found := &report.Findings[i]
		count[way]++
		if way != remedy.Leaves {
			worst = max(worst, found.Severity())
		}
		if flag := remedy.Flag(found.Rule, way); flag != "" && !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	can := count[remedy.Fixes] + count[remedy.Asks]
	var text []string
	all := len(report.Findings)
	switch {
	case can == all && all > 0:
		text = append(text, "It fixes what was found.")
	case can > 0:
		text = append(text, fmt.Sprintf("It fixes %d of %d findings.", can, all))
	}
	switch n := count[remedy.May]; {
	case n == all && n > 0:
		text = append(text, "It may fix what was found, if the bytes prove how.")
	case n > 0:
		text = append(text, fmt.Sprintf("It may fix %d of %d findings, if the bytes prove how.", n, all))
	}
	if len(text) == 0 {
		return "", ""
	}
	if worst == spec.Note {
		flags = append(flags, "--level note")
	}
	text = append(text, "No value changes: the new file replaces the old one once a second reader has compared their arrays.")
	return strings.Join(text, " "), strings.Join(slices.Concat([]string{"npycheck fix"}, flags, []string{shellName(f.source.name)}), " ")
}

// shellName returns the name of a file, without its folders, as a shell takes it; and FILE for one with characters that
// can't be seen or quoted in the same way everywhere.
func shellName(name string) string {
	name = path.Base(name)
	plain := true
	for _, c := range name {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.ContainsRune("._-", c):
		case c == ' ', c == '(', c == ')', c == '+', c == ',', c == '=', c == '@', c == '#', c == '[', c == ']':
			plain = false
		default:
			return "FILE"
		}
	}
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	if !plain {
		return `"` + name + `"`
	}
	return name
}

// maxDoubts is the number of doubts that are listed.
const maxDoubts = 1000

// doubts returns which findings leave the values of which arrays in doubt, each rule once for an array.
func (f *File) doubts() (all []doubtJSON) {
	for i := range f.checked.Findings {
		found := &f.checked.Findings[i]
		if len(all) == maxDoubts || !remedy.Of(found.Rule).Doubt && found.Rule != spec.HeaderFinalNewline {
			continue
		}
		d := doubtJSON{Place{found.Member, max(found.Array-1, 0)}, found.Rule.String()}
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}
