package validator

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// Bounds on names that every file system keeps.
const (
	maxNamePart  = 255
	maxName      = 1024
	maxNameParts = 64
)

// cp437 is what the bytes from 0x80 on mean in a name that is not marked as UTF-8. It is never
// written to.
var cp437 = [128]rune([]rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
	"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"))

// decodeName returns the name that the bytes of a header stand for.
func decodeName(name string, flags uint16) string {
	if flags&flagUTF8 != 0 || ascii(name) {
		return name
	}
	var b strings.Builder
	b.Grow(2 * len(name))
	for i := range len(name) {
		if c := name[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(cp437[c-0x80])
		}
	}
	return b.String()
}

// names checks the names of all members, each for itself and against the others (clauses npz-4.1
// to npz-4.6).
func (w *walk) names(a *archive) {
	for i := range a.members {
		m := &a.members[i]
		w.member = m.name()
		w.memberName(&m.central, m.nameAt())
	}
	w.member = ""
	byName := indexNames(a, func(name string) string { return name })
	for _, same := range byName.equal() {
		w.member = same[1].name()
		w.report(spec.ZipNameDuplicate, same[1].nameAt(), int64(len(same[1].central.name)), "", "another member has the name %s too: readers differ in which of them they take", same[1].display())
	}
	for i := range a.members {
		w.keyTaken(&a.members[i], byName)
		w.folderTaken(&a.members[i], byName)
	}
	for _, same := range indexNames(a, func(name string) string { return normalized(foldCase(normalized(name))) }).equal() {
		if what := collision(same[0].name(), same[1].name()); what != "" {
			w.member = same[1].name()
			w.report(spec.ZipNameCollision, same[1].nameAt(), int64(len(same[1].central.name)), "", "members %s and %s "+what, same[0].display(), same[1].display())
		}
	}
	w.member = ""
}

// collision says how two names differ that are one on some system. Equal ones it leaves to others.
func collision(a, b string) string {
	switch {
	case a == b:
		return ""
	case normalized(a) == normalized(b):
		return "are the same characters in Unicode, encoded in two ways"
	case foldCase(a) == foldCase(b):
		return "differ in case only"
	}
	return "are the same characters in Unicode but for case"
}

// keyTaken reports a member whose key is the name of another one, which wins over keys.
func (w *walk) keyTaken(m *zipMember, byName *nameIndex) {
	key, ok := strings.CutSuffix(m.central.name, ".npy")
	if !ok || m.hidden {
		return
	}
	if other := byName.find(decodeName(key, m.central.flags)); other != nil {
		w.member = m.name()
		w.report(spec.NpzKeyAmbiguous, m.nameAt(), int64(len(m.central.name)), "", "key of the member is the name of another one, %s", other.display())
	}
}

// folderTaken reports a member in a folder that has the name of another one.
func (w *walk) folderTaken(m *zipMember, byName *nameIndex) {
	if m.hidden || strings.IndexByte(m.central.name, '/') < 0 {
		return
	}
	name := decodeName(m.central.name, m.central.flags)
	for at, parts := 0, 0; parts < maxNameParts; parts++ {
		n := strings.IndexByte(name[at:], '/')
		if n < 0 {
			return
		}
		at += n
		if other := byName.find(name[:at]); other != nil {
			w.member = m.name()
			w.report(spec.ZipNameCollision, m.nameAt(), int64(len(m.central.name)), "", "member is in a folder that has the name of another one, %s", other.display())
			return
		}
		at++
	}
}

// name returns the member's name, decoded.
func (m *zipMember) name() string { return decodeName(m.central.name, m.central.flags) }

// nameAt returns the offset of the member's name.
func (m *zipMember) nameAt() int64 {
	if m.hidden {
		return m.central.at + localSize
	}
	return m.central.at + centralSize
}

// foldCase maps every character to the least of those that simple case folding makes equal.
func foldCase(s string) string {
	if !utf8.ValidString(s) {
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

// nameIndex finds listed members by their names, in the form that a function gives to them. It keeps hashes,
// so that no name is formed and compared more than twice, and goes by a seed of its own, so that
// nobody can choose names of equal hashes.
type nameIndex struct {
	members []zipMember
	form    func(string) string
	seed    maphash.Seed
	order   []nameHash
}

type nameHash struct {
	hash   uint64
	member int32
}

func indexNames(a *archive, form func(string) string) *nameIndex {
	x := &nameIndex{members: a.members, form: form, seed: maphash.MakeSeed(), order: make([]nameHash, 0, len(a.members))}
	for i := range x.members {
		if !x.members[i].hidden {
			x.order = append(x.order, nameHash{maphash.String(x.seed, x.name(int32(i))), int32(i)})
		}
	}
	slices.SortFunc(x.order, func(a, b nameHash) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.member, b.member)) })
	return x
}

func (x *nameIndex) name(i int32) string {
	return x.form(x.members[i].name())
}

// equal returns the members whose name is that of one before them, each behind that one, in their
// order in the archive.
func (x *nameIndex) equal() [][2]*zipMember {
	var later [][2]int32
	for k := 1; k < len(x.order); k++ {
		a, b := x.order[k-1], x.order[k]
		if a.hash == b.hash && !x.members[b.member].sameHeader(&x.members[a.member]) && x.name(a.member) == x.name(b.member) {
			later = append(later, [2]int32{a.member, b.member})
		}
	}
	slices.SortFunc(later, func(a, b [2]int32) int { return cmp.Compare(a[1], b[1]) })
	pairs := make([][2]*zipMember, len(later))
	for i, p := range later {
		pairs[i] = [2]*zipMember{&x.members[p[0]], &x.members[p[1]]}
	}
	return pairs
}

// find returns the first member of a name, or nil.
func (x *nameIndex) find(name string) *zipMember {
	hash := maphash.String(x.seed, name)
	k, _ := slices.BinarySearchFunc(x.order, hash, func(h nameHash, hash uint64) int { return cmp.Compare(h.hash, hash) })
	if k < len(x.order) && x.order[k].hash == hash && x.name(x.order[k].member) == name {
		return &x.members[x.order[k].member]
	}
	return nil
}

// sameHeader reports whether two entries are about one local header, which is an overlap and not a
// question of names.
func (m *zipMember) sameHeader(other *zipMember) bool {
	return m.found && other.found && m.local.at == other.local.at && m.central.name == other.central.name
}

// memberName checks one name.
func (w *walk) memberName(h *memberHeader, at int64) {
	n := int64(len(h.name))
	if n == 0 {
		w.report(spec.ZipNameEmpty, h.at, int64(h.size), "", "member has no name")
		return
	}
	text := decodeName(h.name, h.flags)
	say := func(rule spec.ID, format string, args ...any) { w.report(rule, at, n, "", format, args...) }
	switch {
	case h.flags&flagUTF8 != 0 && !utf8.ValidString(h.name):
		say(spec.ZipNameEncoding, "name is marked as UTF-8 and is none")
	case h.flags&flagUTF8 == 0 && !ascii(h.name):
		say(spec.ZipNameNotFlagged, "name has non-ASCII bytes and is not marked as UTF-8: it reads as %s", quote.String(text))
	}
	switch {
	case strings.IndexByte(h.name, 0) >= 0:
		say(spec.ZipNameNul, "name holds a NUL byte, where some readers cut it")
	case strings.ContainsFunc(text, unicode.IsControl):
		say(spec.ZipNameControl, "name holds a control character")
	case utf8.ValidString(text) && strings.ContainsFunc(text, invisible):
		say(spec.ZipNameInvisible, "name holds an invisible character")
	}
	w.namePath(text, say)
}

func invisible(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsControl(r) }

// namePath checks the name as a path, on any system.
func (w *walk) namePath(text string, say func(rule spec.ID, format string, args ...any)) {
	absolute, parent := leadsOut(text)
	if absolute {
		say(spec.ZipNameAbsolute, "name is an absolute path")
	}
	if parent {
		say(spec.ZipNameParent, "name leads out of its folder")
	}
	if strings.Contains(text, `\`) && !absolute {
		say(spec.ZipNameBackslash, "name holds a backslash, which is a separator on some systems")
	}
	if absolute || parent {
		return
	}
	if what := unusual(text); what != "" {
		say(spec.ZipNameUnusual, "name %s, so that not every system can store it", what)
	}
}

// leadsOut reports whether a name is an absolute path on some system, and whether it has the part `..`.
func leadsOut(text string) (absolute, parent bool) {
	text = slashed(text)
	return strings.HasPrefix(text, "/") || driveName(text) && strings.HasPrefix(text[2:], "/"), slices.Contains(strings.Split(text, "/"), "..")
}

// driveName reports whether a name begins with what Windows takes for a drive. Without a slash after it,
// as in the w:0 of TensorFlow, it is not a path elsewhere.
func driveName(text string) bool {
	return len(text) > 1 && text[1] == ':' && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z'
}

func slashed(text string) string { return strings.ReplaceAll(text, `\`, "/") }

func unusual(text string) string {
	parts := strings.Split(strings.TrimSuffix(slashed(text), "/"), "/")
	if len(text) > maxName {
		return "has more than 1024 bytes"
	}
	if len(parts) > maxNameParts {
		return "has more than 64 parts"
	}
	if driveName(text) {
		return "begins with a letter and a colon, a drive on Windows"
	}
	for _, part := range parts {
		stem, _, _ := strings.Cut(strings.ToUpper(part), ".")
		switch {
		case part == "" || part == ".":
			return "has an empty part"
		case len(part) > maxNamePart:
			return "has a part of more than 255 bytes"
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " "):
			return "has a part that ends with a dot or a blank"
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
