package zip

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// TestHidden covers members that the directory doesn't list, whose sizes show only in their data and what follows.
func TestHidden(t *testing.T) {
	le := binary.LittleEndian
	local := func(method uint16, name, extra string) string {
		b := le.AppendUint16([]byte(build.SigLocal+"\x14\x00\x08\x00"), method)
		b = append(b, make([]byte, 16)...)
		b = le.AppendUint16(b, uint16(len(name)))
		return string(le.AppendUint16(b, uint16(len(extra)))) + name + extra
	}
	narrow := func(n, m uint32) string {
		return build.SigDescriptor + string(le.AppendUint32(le.AppendUint32([]byte("\x70\x7b\x39\x6e"), n), m))
	}
	wide := func(n, m uint64) string {
		return build.SigDescriptor + string(le.AppendUint64(le.AppendUint64([]byte("\x70\x7b\x39\x6e"), n), m))
	}
	zip64 := "\x01\x00\x10\x00" + strings.Repeat("\x00", 16)
	x, packed := string(plain), string(build.Deflate(plain))
	n := uint32(len(packed))
	for _, test := range []struct {
		what string
		data string // of the first hidden member, with all that is around it
		next int64  // offset of the second one, 0 if it isn't found
	}{
		{"stored", local(0, "h", "") + x + narrow(152, 152), 199},
		{"stored, zip64", local(0, "h", zip64) + x + wide(152, 152), 227},
		{"stored, no zip64", local(0, "h", "") + x + wide(152, 152), 0},
		{"stored, zip64 and no sizes for it", local(0, "h", zip64) + x + narrow(152, 152), 0},
		{"stored, first size wrong", local(0, "h", "") + x + narrow(151, 152), 0},
		{"stored, second size wrong", local(0, "h", "") + x + narrow(152, 151), 0},
		{"stored, zip64, first size wrong", local(0, "h", zip64) + x + wide(151, 152), 0},
		{"stored, zip64, second size wrong", local(0, "h", zip64) + x + wide(152, 151), 0},
		{"stored, signature in the data", local(0, "h", "") + build.SigDescriptor + x[4:] + narrow(152, 152), 199},
		{"deflated", local(8, "h", "") + packed + narrow(n, 152), int64(47 + n)},
		{"deflated, no signature", local(8, "h", "") + packed + narrow(n, 152)[4:], int64(43 + n)},
		{"deflated, cut", local(8, "h", "") + packed[:n-2], 0},
	} {
		second := build.Archive("", build.File{Name: "second", Content: plain})
		second = second[:36+152]
		b := slices.Concat([]byte(test.data), second, build.Archive("", build.File{Name: "a", Content: plain}))
		before := int64(len(test.data) + len(second))
		// The offsets of the archive count what comes before it.
		end := len(b) - build.EndSize
		le.PutUint32(b[end+16:], le.Uint32(b[end+16:])+uint32(before))
		le.PutUint32(b[end-47+42:], uint32(before))
		faults := read(t, b)
		var got, want []int64
		for _, f := range faults.Kept {
			if f.Rule == spec.ZipHiddenMember {
				got = append(got, f.Offset)
			}
		}
		want = append(want, 0)
		if test.next > 0 {
			want = append(want, test.next)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got hidden members at %v, want them at %v", test.what, got, want)
		}
	}
}

// TestAfter covers what follows a deflate stream within the data of a member.
func TestAfter(t *testing.T) {
	packed := build.Deflate(plain)
	hidden := build.Archive("", build.File{Name: "h", Content: plain})
	hidden = hidden[:31+152]
	twice := bytes.Clone(hidden)
	copy(twice[12:], build.SigLocal) // date and checksum look like the signature of a member after a descriptor
	stream := int64(31 + len(packed))
	for _, test := range []struct {
		what  string
		after string
		want  []int64 // offsets of hidden members from the end of the stream
	}{
		{"a member", string(hidden), []int64{0}},
		{"two members", string(hidden) + string(hidden), []int64{0, 183}},
		{"a member after a descriptor", build.SigDescriptor + "ssssppppuuuu" + string(hidden), []int64{16}},
		{"a member after a wide descriptor", build.SigDescriptor + "ssssppppppppuuuuuuuu" + string(hidden), []int64{24}},
		{"a member after a descriptor without a signature", "ssssppppuuuu" + string(hidden), []int64{12}},
		{"a member after a wide descriptor without a signature", "ssssppppppppuuuuuuuu" + string(hidden), []int64{20}},
		{"a member that holds a signature", string(twice), []int64{0}},
		{"a member somewhere", "some bytes" + string(hidden), nil},
	} {
		b := build.Archive("", build.File{Name: "a", Content: plain, Packed: append(bytes.Clone(packed), test.after...)})
		faults := &finding.List{Max: 10}
		a, err := readWhole(t, bytes.NewReader(b), int64(len(b)), config, faults)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, f := range faults.Kept {
			if f.Rule == spec.ZipHiddenMember {
				got = append(got, f.Offset-stream)
				if f.Member != len(got)+1 || f.Name != "h" {
					t.Errorf("%s: got the member %d, %s, want %d", test.what, f.Member, f.Name, len(got)+1)
				}
			}
		}
		if !slices.Equal(got, test.want) || len(a.Members) != 1+len(test.want) {
			t.Errorf("%s: got hidden members at %v, %d members in all, want %v", test.what, got, len(a.Members), test.want)
		}
		if faults.Kept[0].Rule != spec.ZipDeflateTrailing || faults.Kept[0].Offset != stream || faults.Kept[0].Length != int64(len(test.after)) {
			t.Errorf("%s: got %+v, want trailing bytes at %d", test.what, faults.Kept[0], stream)
		}
	}
}
