package viewer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
)

// fixJSON is what npycheck fix does about the findings of a file.
type fixJSON struct {
	Text    string `json:"text"`
	Command string `json:"command"`
}

// fix returns what npycheck fix does about the findings, or nil if there is nothing that it can do.
func (f *File) fix() *fixJSON {
	report := f.contents.Report
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
		return nil
	}
	if worst == spec.Note {
		flags = append(flags, "--level note")
	}
	text = append(text, "No value changes: the new file replaces the old one once a second reader has compared their arrays.")
	return &fixJSON{strings.Join(text, " "), strings.Join(slices.Concat([]string{"npycheck fix"}, flags, []string{shellName(f.source.name)}), " ")}
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

// doubt says which findings leave the values of an array in doubt, "" if none does.
func (f *File) doubt(p Place) string {
	var rules []string
	for i := range f.contents.Report.Findings {
		found := &f.contents.Report.Findings[i]
		if found.Member != p.Member || found.Array > 0 && found.Array != p.Array+1 || !remedy.Of(found.Rule).Doubt && found.Rule != spec.HeaderFinalNewline {
			continue
		}
		if name := found.Rule.String(); !slices.Contains(rules, name) {
			rules = append(rules, name)
		}
	}
	return strings.Join(rules, ", ")
}
