package zip

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Bounds on names that every file system keeps.
const (
	maxNamePart  = 255
	maxName      = 1024
	maxNameParts = 64
)

// checkNames checks the names of all members, each on its own and against the others (clauses npz-4.1 to npz-4.6).
func checkNames(members []Member, faults *finding.List) {
	for i := range members {
		checkName(&members[i], members[i].reporter(faults))
	}
	byName := NewIndex(members, nil)
	for _, same := range byName.equal() {
		r := same[1].reporter(faults)
		at, n := same[1].NameRange()
		r.report(spec.ZipNameDuplicate, at, n, "another member is also named %s: readers differ in which one they use", same[1].Quoted())
	}
	for i := range members {
		members[i].checkFolder(byName, faults)
	}
	for _, same := range NewIndex(members, func(name string) string { return normalized(foldCase(normalized(name))) }).equal() {
		if what := collision(same[0].Name(), same[1].Name()); what != "" {
			r := same[1].reporter(faults)
			at, n := same[1].NameRange()
			r.report(spec.ZipNameCollision, at, n, "members %s and %s "+what, same[0].Quoted(), same[1].Quoted())
		}
	}
}

// collision says how two names differ that are the same on some system. It ignores equal ones.
func collision(a, b string) string {
	switch {
	case a == b:
		return ""
	case normalized(a) == normalized(b):
		return "have the same name after Unicode normalization"
	case foldCase(a) == foldCase(b):
		return "differ only in case"
	}
	return "differ only in case after Unicode normalization"
}

// checkFolder reports a member in a folder that has the name of another one.
func (m *Member) checkFolder(byName *Index, faults *finding.List) {
	if m.Hidden || strings.IndexByte(m.central.name, '/') < 0 {
		return
	}
	name := m.Name()
	for at, parts := 0, 0; parts < maxNameParts; parts++ {
		n := strings.IndexByte(name[at:], '/')
		if n < 0 {
			return
		}
		at += n
		if other := byName.Find(name[:at]); other != nil {
			at, n := m.NameRange()
			m.reporter(faults).report(spec.ZipNameCollision, at, n, "member is in a folder with the name of another member, %s", other.Quoted())
			return
		}
		at++
	}
}

// checkName checks one name.
func checkName(m *Member, r reporter) {
	h := &m.central
	at, n := m.NameRange()
	if n == 0 {
		r.report(spec.ZipNameEmpty, h.at, int64(h.size), "member has no name")
		return
	}
	s := h.decoded()
	say := func(rule spec.ID, format string, args ...any) { r.report(rule, at, n, format, args...) }
	switch {
	case h.flags&flagUTF8 != 0 && !utf8.ValidString(h.name):
		say(spec.ZipNameEncoding, "name is flagged as UTF-8 but is not valid UTF-8")
	case h.flags&flagUTF8 == 0 && !ascii(h.name):
		say(spec.ZipNameNotFlagged, "name has non-ASCII bytes but is not flagged as UTF-8: it reads as %s", text.Literal(s))
	}
	switch {
	case strings.IndexByte(h.name, 0) >= 0:
		say(spec.ZipNameNul, "name contains a NUL byte, where some readers cut it off")
	case strings.ContainsFunc(s, unicode.IsControl):
		say(spec.ZipNameControl, "name contains a control character")
	case utf8.ValidString(s) && strings.ContainsFunc(s, invisible):
		say(spec.ZipNameInvisible, "name contains an invisible character")
	}
	checkPath(s, say)
}

func invisible(r rune) bool { return !strconv.IsPrint(r) && !unicode.IsControl(r) }

// checkPath checks the name as a path, on any system.
func checkPath(text string, say func(rule spec.ID, format string, args ...any)) {
	absolute, parent := LeadsOut(text)
	if absolute {
		say(spec.ZipNameAbsolute, "name is an absolute path")
	}
	if parent {
		say(spec.ZipNameParent, "name leads outside its folder")
	}
	if strings.Contains(text, `\`) && !absolute {
		say(spec.ZipNameBackslash, "name contains a backslash, a separator on some systems")
	}
	if absolute || parent {
		return
	}
	if what := unusual(text); what != "" {
		say(spec.ZipNameUnusual, "name %s", what)
	}
}

// LeadsOut reports whether a name is an absolute path on some system, and whether it has the part `..`.
func LeadsOut(text string) (absolute, parent bool) {
	text = slashed(text)
	for part := range strings.SplitSeq(text, "/") {
		parent = parent || part == ".."
	}
	return strings.HasPrefix(text, "/") || driveName(text) && strings.HasPrefix(text[2:], "/"), parent
}

// driveName reports whether a name begins with what Windows treats as a drive. Without a slash after it, as in the w:0
// of TensorFlow, it is not a path elsewhere.
func driveName(text string) bool {
	return len(text) > 1 && text[1] == ':' && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z'
}

func slashed(text string) string { return strings.ReplaceAll(text, `\`, "/") }

func unusual(text string) string {
	text = slashed(text)
	if len(text) > maxName {
		return "has more than 1024 bytes"
	}
	parts := strings.TrimSuffix(text, "/")
	if strings.Count(parts, "/") >= maxNameParts {
		return "has more than 64 parts"
	}
	if driveName(text) {
		return "starts with a letter and a colon, a drive on Windows"
	}
	for part := range strings.SplitSeq(parts, "/") {
		stem, _, _ := strings.Cut(strings.ToUpper(part), ".")
		switch {
		case part == "" || part == ".":
			return "has an empty part"
		case len(part) > maxNamePart:
			return "has a part of more than 255 bytes"
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " "):
			return "has a part that ends in a dot or a space"
		case reserved(stem):
			return "is reserved on Windows"
		case strings.ContainsAny(part, `<>:"|?*`):
			return "has a character that Windows doesn't allow"
		}
	}
	return ""
}

func reserved(stem string) bool {
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) && '1' <= stem[3] && stem[3] <= '9'
}

// The syllables of Hangul are composed by arithmetic (section 3.12 of the Unicode standard).
const (
	hangulBase     = 0xac00
	leadBase       = 0x1100
	vowelBase      = 0x1161
	trailBase      = 0x11a7
	vowels, trails = 21, 28
	hangulCount    = 19 * vowels * trails
)

//go:embed normal.txt
var normalText string

// character is what Unicode says about a character.
type character struct {
	class uint8  // the canonical combining class
	to    []rune // what it stands for in the canonical decomposition; nil for itself
}

// characters has those with a combining class other than 0 or a decomposition, except for Hangul. A name that isn't ASCII
// makes it. It panics if the table isn't what normal.py writes.
var characters = sync.OnceValue(func() map[rune]character {
	number := func(text string, base, bits int) uint64 {
		n, err := strconv.ParseUint(text, base, bits)
		if err != nil {
			panic("normal.txt: " + err.Error())
		}
		return n
	}
	_, rows, _ := strings.Cut(normalText, "\n")
	all := make(map[rune]character, strings.Count(rows, "\n"))
	for row := range strings.Lines(rows) {
		columns := strings.Fields(row)
		c := character{class: uint8(number(columns[1], 10, 8))}
		for _, part := range columns[2:] {
			c.to = append(c.to, rune(number(part, 16, 21)))
		}
		all[rune(number(columns[0], 16, 21))] = c
	}
	return all
})

// lookup returns what Unicode says about a character. No character before À has a class or decomposes.
func lookup(r rune) character {
	if r < 'À' {
		return character{}
	}
	return characters()[r]
}

// normalized returns a text in Unicode's normalization form D. Two texts have the same one if and only
// if they have the same form C, to which some file systems and programs bring every name.
func normalized(s string) string {
	if ascii(s) || !utf8.ValidString(s) || !strings.ContainsFunc(s, composed) {
		return s
	}
	runes := make([]rune, 0, len(s))
	for _, r := range s {
		runes = appendDecomposed(runes, r)
	}
	return string(ordered(runes))
}

// composed reports whether a character stands for others, or its place depends on the characters beside it.
func composed(r rune) bool {
	c := lookup(r)
	return c.class != 0 || c.to != nil || r >= hangulBase && r < hangulBase+hangulCount
}

func appendDecomposed(runes []rune, r rune) []rune {
	if n := r - hangulBase; n >= 0 && n < hangulCount {
		runes = append(runes, leadBase+n/(vowels*trails), vowelBase+n/trails%vowels)
		if trail := n % trails; trail > 0 {
			runes = append(runes, trailBase+trail)
		}
		return runes
	}
	if to := lookup(r).to; to != nil {
		return append(runes, to...)
	}
	return append(runes, r)
}

// marked is a combining character with its class.
type marked struct {
	r     rune
	class uint8
}

// ordered sorts each run of combining characters by their classes, and leaves those of one class in their
// order.
func ordered(runes []rune) []rune {
	var run []marked
	for i := 0; i < len(runes); i++ {
		run = run[:0]
		for _, r := range runes[i:] {
			class := lookup(r).class
			if class == 0 {
				break
			}
			run = append(run, marked{r, class})
		}
		if len(run) > 1 {
			slices.SortStableFunc(run, func(a, b marked) int { return cmp.Compare(a.class, b.class) })
			for k, m := range run {
				runes[i+k] = m.r
			}
		}
		i += len(run)
	}
	return runes
}

// foldCase maps every character to the least of those that simple case folding makes equal.
func foldCase(s string) string {
	switch {
	case ascii(s):
		return strings.ToUpper(s)
	case !utf8.ValidString(s):
		return s
	}
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}
