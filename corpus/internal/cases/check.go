package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/corpus/internal/header"
	"github.com/npycheck/npycheck/internal/testing/build"
)

// Check returns everything that is wrong with the descriptions of the cases. It doesn't look at the
// content of the files: whether the verdicts are right is for the tests and for reviewers.
func Check(all []Case) error {
	byID := make(map[string]Case, len(all))
	var errs []error
	for _, c := range all {
		if _, twice := byID[c.ID]; twice {
			errs = append(errs, fmt.Errorf("%s: another case has this ID", c.ID))
		}
		byID[c.ID] = c
	}
	for _, c := range all {
		errs = append(errs, c.Check(byID))
	}
	return errors.Join(errs...)
}

// Check returns everything that is wrong with the description of a case, whose twin is among others.
func (c Case) Check(byID map[string]Case) error {
	var errs []error
	for _, fault := range slices.Concat(c.faults(), c.twinFaults(byID), c.arrayFaults()) {
		errs = append(errs, fmt.Errorf("%s: %s", c.ID, fault))
	}
	return errors.Join(errs...)
}

var (
	names    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	releases = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

	// Windows opens a device for such a name, whatever its extension.
	devices = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
)

func (c Case) faults() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	oneOf := func(what, got string, words []string) {
		if !slices.Contains(words, got) {
			fault("unknown %s %q, expected one of %s", what, got, strings.Join(words, " "))
		}
	}

	_, name, _ := strings.Cut(c.ID, "/")
	oneOf("area", c.Area(), Areas())
	if !names.MatchString(name) {
		fault("the ID is not <area>/<name> with a name in kebab case")
	}
	if devices.MatchString(name) {
		fault("%s is the name of a device on Windows", name)
	}
	if c.Story == "" || strings.ContainsAny(c.Story, "\n\t") || strings.HasSuffix(c.Story, ".") {
		fault("the story %q is not one line without a period", c.Story)
	}
	if c.Since != "" && !releases.MatchString(c.Since) {
		fault("since %q is not a version", c.Since)
	}
	oneOf("duty", string(c.Duty), []string{string(Accept), string(Reject), string(Either), string(Survive)})
	oneOf("stage", c.Stage, Areas())
	oneOf("importance", string(c.Importance), []string{string(High), string(Medium), string(Low)})

	for _, list := range []struct{ what, words string }{
		{"rule", c.Rules}, {"flag", c.Flags}, {"feature", c.Features},
	} {
		words := strings.Fields(list.words)
		for i, word := range words {
			if !names.MatchString(word) {
				fault("%s %q is not in kebab case", list.what, word)
			}
			if slices.Contains(words[:i], word) {
				fault("%s %s occurs twice", list.what, word)
			}
		}
	}
	for _, f := range strings.Fields(c.Flags) {
		if !slices.ContainsFunc(Flags(), func(known Flag) bool { return known.Name == f }) {
			fault("unknown flag %q", f)
		}
	}
	for _, f := range strings.Fields(c.Features) {
		if !slices.ContainsFunc(Features(), func(known Feature) bool { return known.Name == f }) {
			fault("unknown feature %q", f)
		}
	}
	needs := c.Needs()
	if len(needs) == 0 {
		fault("no features")
	}
	if c.Features != "" {
		if _, stated := header.Features(c.Bytes); stated {
			fault("the header states what a reader needs, so the features %q are to be left out", c.Features)
		}
	}
	if version := c.version(); version != "" && !slices.Contains(needs, version) {
		fault("the file is of version %s, which is not among its features", version)
	}

	bad := c.Duty == Reject || c.Duty == Either
	switch {
	case (c.Violates || bad) && c.Rules == "":
		fault("it is not to be accepted, or violates the format, and breaks no rule")
	case c.Duty == Either && c.Flags == "":
		fault("the duty is either, and no flag says who accepts it")
	case (c.Duty == Accept || c.Duty == Reject) && c.Flags != "":
		fault("the duty is %s, and flags are for either", c.Duty)
	}
	// A fault inside a member breaks the rules of other areas.
	if bad && c.Rules != "" && c.Area() != "npz" && !slices.ContainsFunc(strings.Fields(c.Rules), func(rule string) bool {
		return strings.HasPrefix(rule, c.Area()+"-")
	}) {
		fault("the area is %s, and no rule of that area is broken", c.Area())
	}
	return faults
}

// version returns the feature that every reader of the file needs, or "" if there is none.
func (c Case) version() string {
	if len(c.Bytes) < 8 || !bytes.HasPrefix(c.Bytes, []byte(build.Magic)) {
		return ""
	}
	if major, minor := c.Bytes[6], c.Bytes[7]; major >= 1 && major <= 3 && minor == 0 {
		return fmt.Sprintf("v%d", major)
	}
	return ""
}

func (c Case) twinFaults(byID map[string]Case) (faults []string) {
	if c.Twin == "" {
		if c.Violates || c.Duty == Reject || c.Duty == Either {
			return []string{"it has a fault, and no twin without it"}
		}
		return nil
	}
	twin, ok := byID[c.Twin]
	switch rules := strings.Fields(twin.Rules); {
	case c.Twin == c.ID:
		return []string{"it is its own twin"}
	case !ok:
		return []string{fmt.Sprintf("the twin %s does not exist", c.Twin)}
	case !slices.ContainsFunc(strings.Fields(c.Rules), func(rule string) bool { return !slices.Contains(rules, rule) }):
		return []string{fmt.Sprintf("it breaks no rule that its twin %s keeps", c.Twin)}
	}
	return nil
}

func (c Case) arrayFaults() (faults []string) {
	holds := c.Array != nil || c.Members != nil
	switch {
	case c.Duty == Accept && !holds:
		faults = append(faults, "it must be accepted, but nothing says what it holds")
	case c.Duty == Reject && holds:
		faults = append(faults, "it is to be rejected, and has an array")
	case c.Format() == "npy" && c.Members != nil:
		faults = append(faults, "it is not an archive, but has members")
	case c.Format() == "npz" && c.Array != nil:
		faults = append(faults, "it is an archive: its arrays belong to members")
	}
	if c.More > 0 && len(c.Members) == 0 {
		faults = append(faults, "more members follow, and it lists none")
	}
	if c.Array != nil {
		faults = append(faults, c.Array.faults()...)
	}
	for i, m := range c.Members {
		if slices.ContainsFunc(c.Members[:i], func(other Content) bool { return other.Key() == m.Key() }) {
			faults = append(faults, fmt.Sprintf("two members have the key %q", m.Key()))
		}
		if m.Array != nil {
			for _, f := range m.Array.faults() {
				faults = append(faults, fmt.Sprintf("member %q: %s", m.Name, f))
			}
		}
	}
	return faults
}

func (a *Array) faults() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if a.DType == "" || strings.ContainsAny(a.DType[:1], ">=") {
		fault("the dtype %q of the array is not little-endian", a.DType)
	}
	count, ok := elements(a.Shape)
	switch {
	case !ok:
		fault("the shape %v of the array has too many elements", a.Shape)
	case a.IsObject():
		if count != int64(len(a.Reprs)) || len(a.Data)+len(a.Values) > 0 {
			fault("the array has %d elements, %d reprs, %d bytes and %d values", count, len(a.Reprs), len(a.Data), len(a.Values))
		}
	case count > maxValues && len(a.Values) > 0:
		fault("the array has %d values, more than the manifest is to list", len(a.Values))
	case count <= maxValues && count != int64(len(a.Values)):
		fault("the array has %d elements and %d values", count, len(a.Values))
	case count == 0 && len(a.Data) > 0 || count > 0 && int64(len(a.Data))%count != 0:
		fault("the array has %d elements and %d bytes", count, len(a.Data))
	}
	for i, v := range a.Values {
		if err := checkValue(v); err != nil {
			fault("value %d: %v", i, err)
		}
	}
	return faults
}

// checkValue makes sure that every language reads the same in the JSON of a value.
func checkValue(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return nil // the end: the text is our own
		}
		switch t := token.(type) {
		case json.Number:
			n, err := strconv.ParseFloat(t.String(), 64)
			if err != nil || !strings.ContainsAny(t.String(), ".e") && strconv.FormatFloat(n, 'f', -1, 64) != t.String() {
				return fmt.Errorf("%s is an integer that no double holds, expected a string", t)
			}
			if t == "-0" {
				return errors.New("many languages read -0 as 0, expected a string")
			}
		case string:
			if strings.ContainsRune(t, '\ufffd') {
				return fmt.Errorf("%q: text that is not Unicode has no form in JSON", t)
			}
		case nil:
			return errors.New("null has no meaning here")
		}
	}
}
