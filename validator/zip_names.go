package validator

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on names that every file system keeps.
const (
	maxNamePart  = 255
	maxName      = 1024
	maxNameParts = 64
)

// cp437 is what the bytes from 0x80 on mean in a name that is not marked as UTF-8.
const cp437 = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
	"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"

// decodeName returns the name that the bytes of a header stand for.
func decodeName(name string, flags uint16) string {
	if flags&flagUTF8 != 0 || ascii([]byte(name)) {
		return name
	}
	table := []rune(cp437)
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(table[c-0x80])
		}
	}
	return b.String()
}

// names checks the names of all members, each for itself and against the others (clauses npz-4.1
// to npz-4.6).
func (w *walk) names(a *archive) {
	for i := range a.members {
		m := &a.members[i]
		w.member = m.display()
		w.memberName(&m.central, m.nameAt())
	}
	w.member = ""
	order := make([]int32, len(a.members))
	for i := range order {
		order[i] = int32(i)
	}
	w.sameNames(a, order, func(s string) string { return s }, func(m, _ *zipMember) {
		w.report("zip-name-duplicate", m.nameAt(), int64(len(m.central.name)), "", "another member has the name %s too: readers differ in which of them they take", m.display())
	})
	w.keysTaken(a, order)
	w.sameNames(a, order, foldCase, func(m, other *zipMember) {
		if m.central.name != other.central.name {
			w.report("zip-name-collision", m.nameAt(), int64(len(m.central.name)), "", "members %s and %s differ in case only", other.display(), m.display())
		}
	})
}

// keysTaken reports members whose key is the name of another member, which wins over keys. Order
// has the members sorted by name.
func (w *walk) keysTaken(a *archive, order []int32) {
	for i := range a.members {
		m := &a.members[i]
		key, ok := strings.CutSuffix(m.central.name, ".npy")
		if !ok {
			continue
		}
		key = decodeName(key, m.central.flags)
		at, found := slices.BinarySearchFunc(order, key, func(j int32, key string) int {
			h := &a.members[j].central
			return cmp.Compare(decodeName(h.name, h.flags), key)
		})
		if found {
			w.member = m.display()
			w.report("npz-key-ambiguous", m.nameAt(), int64(len(m.central.name)), "", "key of the member is the name of another one, %s", a.members[order[at]].display())
			w.member = ""
		}
	}
}

// nameAt returns the offset of the member's name.
func (m *zipMember) nameAt() int64 {
	if m.hidden {
		return m.central.at + localSize
	}
	return m.central.at + centralSize
}

func foldCase(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// sameNames calls found for each member whose name, as form makes it, is that of one before it.
func (w *walk) sameNames(a *archive, order []int32, form func(string) string, found func(m, other *zipMember)) {
	name := func(i int32) string {
		h := &a.members[i].central
		return form(decodeName(h.name, h.flags))
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Or(cmp.Compare(name(i), name(j)), cmp.Compare(i, j)) })
	for k := 1; k < len(order); k++ {
		m, other := &a.members[order[k]], &a.members[order[k-1]]
		if name(order[k]) == name(order[k-1]) && !m.sameHeader(other) {
			w.member = m.display()
			found(m, other)
			w.member = ""
		}
	}
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
		w.report("zip-name-empty", h.at, h.size, "", "member has no name")
		return
	}
	text := decodeName(h.name, h.flags)
	say := func(rule, format string, args ...any) { w.report(rule, at, n, "", format, args...) }
	switch {
	case h.flags&flagUTF8 != 0 && !utf8.ValidString(h.name):
		say("zip-name-encoding", "name is marked as UTF-8 and is none")
	case h.flags&flagUTF8 == 0 && !ascii([]byte(h.name)):
		say("zip-name-not-flagged", "name has non-ASCII bytes and is not marked as UTF-8: it reads as %s", Quote(text))
	}
	switch {
	case strings.IndexByte(h.name, 0) >= 0:
		say("zip-name-nul", "name holds a NUL byte, where some readers cut it")
	case strings.ContainsFunc(text, unicode.IsControl):
		say("zip-name-control", "name holds a control character")
	case utf8.ValidString(text) && strings.ContainsFunc(text, invisible):
		say("zip-name-invisible", "name holds an invisible character")
	}
	w.namePath(text, say)
}

func invisible(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsControl(r) }

// namePath checks the name as a path, on any system.
func (w *walk) namePath(text string, say func(rule, format string, args ...any)) {
	slashes := strings.ReplaceAll(text, `\`, "/")
	drive := len(text) > 1 && text[1] == ':' && letter(text[0])
	absolute := drive || strings.HasPrefix(slashes, "/")
	if absolute {
		say("zip-name-absolute", "name is an absolute path")
	}
	parts := strings.Split(strings.TrimSuffix(slashes, "/"), "/")
	parent := slices.Contains(parts, "..")
	if parent {
		say("zip-name-parent", "name leads out of its folder")
	}
	if strings.Contains(text, `\`) && !absolute {
		say("zip-name-backslash", "name holds a backslash, which is a separator on some systems")
	}
	if absolute || parent {
		return
	}
	if what := unusual(text, parts); what != "" {
		say("zip-name-unusual", "name %s, which not every system can store", what)
	}
}

func unusual(text string, parts []string) string {
	if len(text) > maxName {
		return "has more than 1024 bytes"
	}
	if len(parts) > maxNameParts {
		return "has more than 64 parts"
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
