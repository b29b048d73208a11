package viewer

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix"
	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
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
func (f *File) Fix(ctx context.Context) ([]byte, error) {
	if f.checked == nil {
		return nil, errors.New("the file was not checked")
	}
	doc := fixJSON{Doubts: f.doubts()}
	var err error
	if doc.Text, doc.Command, err = f.remedy(ctx); err != nil {
		return nil, err
	}
	return text.AppendJSON(nil, doc), nil
}

// remedy says what npycheck fix does, and with which command, as its plan for the file has it.
func (f *File) remedy(ctx context.Context) (about, command string, err error) {
	if !f.full || fix.Hopeless(f.checked.Findings) {
		return "", "", nil
	}
	src := fix.Source{ReaderAt: f.source.ReaderAt, Size: f.source.size, Name: f.source.name}
	const unknown = "The file is too large to find out here what it fixes."
	check := "npycheck fix --check " + shellName(f.source.name)
	outlook, err := fix.Look(ctx, src, f.checked, spec.Note)
	if err != nil {
		return unknown, check, ctx.Err()
	}
	with := remedy.Fix(0)
	for i := range f.checked.Findings {
		with |= outlook.Of(&f.checked.Findings[i])
	}
	if with == 0 {
		return "", "", nil
	}
	plan, err := fix.Make(ctx, src, fix.Options{}.With(with))
	if err != nil {
		return unknown, check, ctx.Err()
	}
	defer plan.Close()
	if !plan.Changes() { // each of the flags helps, and all together don't
		return "", "", nil
	}
	return f.about(plan), "npycheck fix" + with.Flags() + " " + shellName(f.source.name), nil
}

// about says what a plan fixes, and what doesn't stay as it is.
func (f *File) about(plan *fix.Plan) string {
	fixed, all, outlook := 0, len(f.checked.Findings), plan.Outlook()
	for i := range f.checked.Findings {
		if outlook.Of(&f.checked.Findings[i]) == remedy.Fixed {
			fixed++
		}
	}
	s := []string{"It fixes what was found."}
	if fixed < all {
		s[0] = fmt.Sprintf("It fixes %d of %s.", fixed, text.Count(int64(all), "finding"))
	}
	if cut := plan.Cut(); cut != "" {
		s = append(s, "It cuts off "+cut+".")
	}
	if n := len(plan.Dropped); n > 0 {
		s = append(s, fmt.Sprintf("It drops %s.", text.Count(int64(n), "member")))
	}
	if n := len(plan.Files); n > 1 {
		s = append(s, "Each array gets a file of its own.")
	}
	if plan.Rename {
		s = append(s, fmt.Sprintf("The file gets a name that ends in .%s.", plan.Format))
	}
	if len(plan.Files) > 0 {
		value := "No value"
		if len(plan.Dropped) > 0 {
			value = "No other value"
		}
		s = append(s, value+" changes: the new file replaces the old one once a second reader has compared their arrays.")
	}
	return strings.Join(s, " ")
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
	for found := range inspect.Doubts(f.checked) {
		if len(all) == maxDoubts {
			break
		}
		d := doubtJSON{inspect.PlaceOf(found), found.Rule.String()}
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}
