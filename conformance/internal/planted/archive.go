package planted

import (
	"path"
	"slices"
	"strings"
)

// archive reads an .npz file. Every byte has to belong to something.
func (r archiveReader) archive(file []byte) *Array {
	if len(file) < endLength || string(file[:4]) != "PK\x03\x04" && string(file[:4]) != "PK\x05\x06" {
		r.must(false, "archive-prefix", "no archive")
	}
	entries, directory := r.directory(file)
	a := &Array{Members: map[string]*Array{}}
	names := map[string]bool{}
	for _, e := range entries {
		r.must(!names[e.name], "duplicate-members", "two members have one name")
		names[e.name] = true
	}
	bodies := r.bodies(file, entries, directory)
	for i, e := range entries {
		if strings.HasSuffix(e.name, "/") {
			continue
		}
		key := r.key(e.name)
		if r.has("ambiguous-keys") { // NumPy finds a member by its name first
			if named := slices.IndexFunc(entries, func(e entry) bool { return e.name == key }); named >= 0 {
				i = named
			}
		}
		if r.has("members-20") && len(a.Members) == 20 || r.has("members-first-only") && i > 0 || r.has("members-last-lost") && i > 0 && i == len(entries)-1 {
			continue
		}
		a.Members[key] = r.member(bodies[i])
	}
	return a
}

// inMembers are bugs that occur only in members, each with the bug that it is there.
var inMembers = map[string]string{
	"member-order":      "order-ignored",
	"member-big-endian": "big-endian-ignored",
	"member-half-bits":  "half-bits-lost",
	"member-u8":         "u8-saturates",
	"member-i8":         "i8-through-double",
	"member-empty":      "empty-refused",
	"member-3d":         "fortran-2d-only",
	"member-f4":         "f4-7-digits",
}

func (r archiveReader) member(data []byte) *Array {
	switch {
	case r.has("member-version-2") && len(data) > 6 && data[6] == 2, r.has("member-version-3") && len(data) > 6 && data[6] == 3:
		refuse("a version")
	case r.has("member-long-header") && len(data) > 10 && u16(data, 8) > 256:
		refuse("a long header")
	}
	if len(data) >= 2 && string(data[:2]) == "PK" {
		refuse("a member that is an archive")
	}
	inner := r.Reader
	if name, ok := inMembers[r.Bug]; ok {
		inner = &Reader{Lax: r.Lax, Bug: name}
	}
	return inner.array(data, true)
}

func (r archiveReader) key(name string) string {
	switch {
	case r.has("suffixes-removed"):
		for strings.HasSuffix(name, ".npy") {
			name = strings.TrimSuffix(name, ".npy")
		}
		return name
	case r.has("keys-base"):
		name = path.Base(name)
	case r.has("keys-lower"):
		name = strings.ToLower(name)
	case r.has("keys-to-first-dot"):
		key, _, _ := strings.Cut(name, ".")
		return key
	case r.has("keys-ascii"):
		name = strings.Map(func(c rune) rune {
			if c >= 0x80 {
				return '?'
			}
			return c
		}, name)
	case r.has("keys-without-folder-marks"):
		name = strings.ReplaceAll(name, "/", "_")
	}
	key, ok := strings.CutSuffix(name, ".npy")
	if !ok && !r.Lax {
		refuse("a member that is not called .npy")
	}
	return key
}
