package planted

import (
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/second"
)

// archive reads an .npz file.
func (r *Reader) archive(file []byte) *Array {
	members, err := r.reader().Archive(file)
	r.must(err)
	if r.has("members-100") {
		members = members[:min(len(members), 100)]
	}
	a := &Array{Members: map[string]*Array{}}
	for i, m := range members {
		if r.has("deflate-refused") && m.Deflated || r.has("streamed-refused") && m.Streamed || r.has("nested-refused") && strings.Contains(m.Name, "/") {
			refuse("a member of this kind")
		}
		if strings.HasSuffix(m.Name, "/") {
			continue
		}
		key := r.key(m.Name)
		if r.has("ambiguous-keys") { // NumPy finds a member by its name first
			if named := slices.IndexFunc(members, func(m second.Member) bool { return m.Name == key }); named >= 0 {
				m = members[named]
			}
		}
		if r.has("members-20") && len(a.Members) == 20 || r.has("members-first-only") && i > 0 || r.has("members-last-lost") && i > 0 && i == len(members)-1 {
			continue
		}
		if m.Deflated {
			bug(r.Bug).lose(m.Data)
		}
		a.Members[key] = r.member(m.Data)
	}
	return a
}

// lose has the bugs of buffers between the inflated data and the array.
func (b bug) lose(data []byte) {
	for _, lost := range []struct {
		name string
		size int
	}{{"inflate-512", 512}, {"inflate-4k", 4 << 10}, {"inflate-32k", 32 << 10}, {"inflate-64k", 64 << 10}} {
		if b.has(lost.name) && len(data) > lost.size {
			clear(data[lost.size:])
		}
	}
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

func (r *Reader) member(data []byte) *Array {
	switch {
	case r.has("member-version-2") && len(data) > 6 && data[6] == 2, r.has("member-version-3") && len(data) > 6 && data[6] == 3:
		refuse("a version")
	case r.has("member-long-header") && len(data) > 10 && data[9] > 0:
		refuse("a long header")
	}
	if len(data) >= 2 && string(data[:2]) == "PK" {
		refuse("a member that is an archive")
	}
	inner := r
	if name, ok := inMembers[r.Bug]; ok {
		inner = &Reader{Lax: r.Lax, Bug: name}
	}
	return inner.array(data, true)
}

func (r *Reader) key(name string) string {
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
