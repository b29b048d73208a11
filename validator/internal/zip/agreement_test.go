package zip

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// records is an archive of which only the records exist, in their order: all other bytes are zero.
type records struct {
	parts []part
	size  int64
}

type part struct {
	at int64
	b  []byte
}

func (r *records) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	n := int(min(int64(len(p)), r.size-off))
	first, _ := slices.BinarySearchFunc(r.parts, off, func(p part, off int64) int { return cmp.Compare(p.at+int64(len(p.b)), off+1) })
	for _, part := range r.parts[first:] {
		from := part.at - off
		if from >= int64(n) {
			break
		}
		copy(p[max(from, 0):n], part.b[max(-from, 0):])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// add appends bytes, after which n bytes are zero.
func (r *records) add(b []byte, n int64) {
	r.parts = append(r.parts, part{r.size, b})
	r.size += int64(len(b)) + n
}

// narrow is a member as a writer without zip64 writes it.
type narrow struct {
	name   string
	size   uint64
	flags  uint16
	stated uint32 // what the headers have instead of the low 32 bits, unless it is 0
}

// written32 returns the archive that a writer without zip64 writes: all numbers modulo 2^32 or 2^16.
func written32(members []narrow) *records {
	le := binary.LittleEndian
	r := &records{}
	var directory []byte
	for _, m := range members {
		size, crc := uint32(m.size), uint32(0)
		if m.stated != 0 {
			size = m.stated
		}
		common := le.AppendUint16([]byte{20, 0}, m.flags)
		common = append(common, 0, 0, 0, 0, 0x21, 0)
		for _, n := range []uint32{crc, size, size} {
			common = le.AppendUint32(common, n)
		}
		common = le.AppendUint32(common, uint32(len(m.name)))
		directory = append(append(append(directory, centralSignature...), 20, 0), common...)
		directory = append(directory, make([]byte, 10)...)
		directory = append(le.AppendUint32(directory, uint32(r.size)), m.name...)
		local := common
		if m.flags&flagDescriptor != 0 {
			local = append([]byte(nil), common...)
			clear(local[10:22])
		}
		local = append(append([]byte(localSignature), local...), m.name...)
		r.add(local, int64(m.size))
		if m.flags&flagDescriptor != 0 {
			d := []byte(descriptorSignature)
			for _, n := range []uint32{crc, size, size} {
				d = le.AppendUint32(d, n)
			}
			r.add(d, 0)
		}
	}
	end := append([]byte(endSignature), 0, 0, 0, 0)
	end = le.AppendUint16(le.AppendUint16(end, uint16(len(members))), uint16(len(members)))
	end = le.AppendUint32(le.AppendUint32(end, uint32(len(directory))), uint32(r.size))
	r.add(append(append(directory, end...), 0, 0), 0)
	return r
}

// TestModulo covers archives of more than 4 GiB that were written without zip64. The cause is one finding, and the
// members have the sizes and offsets that they really have.
func TestModulo(t *testing.T) {
	const big, half = 4800000128, 3 << 30
	for _, test := range []struct {
		name    string
		members []narrow
		want    string
		places  []place
	}{
		{
			"one large member", []narrow{{name: "a.npy", size: big}},
			"zip-end-record-mismatch 4800000230+4: sizes are written modulo 2^32: 4800000128 bytes, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, big}},
		},
		{
			"large one between small ones", []narrow{{name: "a.npy", size: 100}, {name: "b.npy", size: big}, {name: "c.npy", size: 7}},
			"zip-end-record-mismatch 4800000509+4: sizes are written modulo 2^32: 4800000128 bytes, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, 100}, {135, big}, {4800000298, 7}},
		},
		{
			"two large ones, one of 12 GiB", []narrow{{name: "a.npy", size: big}, {name: "b.npy", size: 12<<30 + 5}},
			"zip-end-record-mismatch 17684902209+4: sizes are written modulo 2^32: 4800000128 bytes, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, big}, {4800000163, 12<<30 + 5}},
		},
		{
			"offset of the directory", []narrow{{name: "a.npy", size: half}, {name: "b.npy", size: half}},
			"zip-end-record-mismatch 6442451132+4: offsets are written modulo 2^32: central directory is at offset 6442451014, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, half}, {half + 35, half}},
		},
		{
			"offset of a member", []narrow{{name: "a.npy", size: half}, {name: "b.npy", size: half}, {name: "c.npy", size: 9}},
			"zip-end-record-mismatch 6442451227+4: offsets are written modulo 2^32: central directory is at offset 6442451058, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, half}, {half + 35, half}, {6442451014, 9}},
		},
		{
			"streamed", []narrow{{name: "a.npy", size: big, flags: flagDescriptor}, {name: "b.npy", size: 9, flags: flagDescriptor}},
			"zip-end-record-mismatch 4800000357+4: sizes are written modulo 2^32: 4800000128 bytes, written without zip64 (more than 4 GiB): try npycheck fix",
			[]place{{0, big}, {4800000179, 9}},
		},
		{
			"a size is wrong otherwise", []narrow{{name: "a.npy", size: big, stated: 505032831}},
			"zip-end-record-mismatch 4800000226+8: central directory is at offset 4800000163, not 505032867; zip-gap 505032866+4294967297: gap of 4294967297 bytes that belongs to no member",
			[]place{{0, 505032831}},
		},
	} {
		r := written32(test.members)
		faults := &finding.List{Max: 100}
		a, err := Walk(t.Context(), r, r.size, config, faults)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range faults.Kept {
			found = append(found, fmt.Sprintf("%v %d+%d: %s", f.Rule, f.Offset, f.Length, f.Message))
		}
		if got := strings.Join(found, "; "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		for i, want := range test.places {
			m := &a.Members[i]
			if got := (place{m.local.at, m.Packed()}); got != want || m.Unpacked() != want.packed || !m.Found || m.Hidden {
				t.Errorf("%s, member %d: got %+v, uncompressed %d, want %+v", test.name, i, got, m.Unpacked(), want)
			}
		}
		if len(a.Members) != len(test.places) {
			t.Errorf("%s: got %d members, want %d", test.name, len(a.Members), len(test.places))
		}
	}
}

// TestModuloCounts has an archive with more members than the end record can count.
func TestModuloCounts(t *testing.T) {
	members := make([]narrow, 65600)
	for i := range members {
		members[i] = narrow{name: strings.Repeat("x", 1+i%7) + ".npy", size: 1}
	}
	for _, test := range []struct {
		last uint64
		want string
	}{
		{1, "member counts are written modulo 65536: 65600 members, written without zip64 (more than 65535): try npycheck fix"},
		{5 << 30, "sizes are written modulo 2^32: 5368709120 bytes, and 65600 members modulo 65536, written without zip64 (more than 4 GiB): try npycheck fix"},
	} {
		members[len(members)-1].size = test.last
		r := written32(members)
		faults := &finding.List{Max: 100}
		c := config
		c.MaxMembers = 100_000
		if _, err := Walk(t.Context(), r, r.size, c, faults); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range faults.Kept {
			if f.Rule.String() == "zip-end-record-mismatch" {
				got = append(got, f.Message)
			}
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestModuloInflated covers compressed members that are over 4 GiB only when they are inflated.
func TestModuloInflated(t *testing.T) {
	for _, test := range []struct {
		surplus uint64
		crc     uint32 // of all bytes
		want    string
	}{
		{8 << 30, 7, "zip-size 35+20: size is written modulo 2^32: 8589934602 bytes, written without zip64 (more than 4 GiB): try npycheck fix"},
		{8<<30 + 1, 7, "zip-size 35+20: member inflates to 8589934603 bytes, but its headers declare 10"},
		{8 << 30, 6, "zip-deflate-corrupt 35+20: deflate stream is damaged: it inflates to 8589934602 bytes, not 10, with another checksum; fetch or write it again"},
	} {
		m := &Member{Data: 35, Found: true, central: header{method: methodDeflate, packed: 20, unpacked: 10, crc: 7}}
		c := Content{m: m, whole: true, read: 10, surplus: test.surplus, longer: test.crc}
		faults := &finding.List{Max: 10}
		c.Judge(faults)
		if len(faults.Kept) != 1 {
			t.Fatalf("got %v, want %s", faults.Kept, test.want)
		}
		f := faults.Kept[0]
		if got := fmt.Sprintf("%v %d+%d: %s", f.Rule, f.Offset, f.Length, f.Message); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestModuloHidden has a member that isn't listed right after the size that the headers have: that size is right.
func TestModuloHidden(t *testing.T) {
	r := written32([]narrow{{name: "a.npy", size: 4800000128}})
	r.parts = slices.Insert(r.parts, 1, part{35 + 505032832, []byte(localSignature)})
	faults := &finding.List{Max: 10}
	if _, err := Walk(t.Context(), r, r.size, config, faults); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults.Kept {
		got = append(got, f.Rule.String())
	}
	if want := []string{"zip-end-record-mismatch", "zip-hidden-member", "zip-gap", "zip-name-empty"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
