package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// noise is the content of a member that is inflated ahead: values that can be wrong, and 2 MiB that deflate makes no
// shorter.
func noise() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 0, 9<<18)
	for range 1 << 18 {
		data = append(binary.LittleEndian.AppendUint64(data, rng.Uint64()), byte(rng.Uint32()&1))
	}
	return npy(1, dict("[('n', '<u8'), ('b', '|b1')]", "False", fmt.Sprintf("(%d,)", 1<<18)), string(data))
}

// TestLongMembers covers archives of one long member, which is inflated ahead if it is deflated. Of each it says what
// is found, and where from the start of the member's data on.
func TestLongMembers(t *testing.T) {
	content := noise()
	deflated := build.Deflate(content)
	changed := func(b []byte, at int) []byte {
		b = slices.Clone(b)
		b[at] ^= 0xff
		return b
	}
	for _, test := range []struct {
		name   string
		member build.File
		want   string
	}{
		{"stored", build.File{Content: content}, ""},
		{"deflated", build.File{Content: content, Packed: deflated}, ""},
		{"deflated, of another checksum", build.File{Content: changed(content, 2<<20), Packed: deflated},
			fmt.Sprintf("zip-crc 0+%d", len(deflated))},
		{"deflated, and more after it", build.File{Content: content, Packed: append(slices.Clone(deflated), "more"...)},
			fmt.Sprintf("zip-deflate-trailing %d+4", len(deflated))},
		{"deflated and cut off", build.File{Content: content, Packed: deflated[:3<<19]},
			"zip-deflate-corrupt 0+1572864"},
		{"deflated, longer than the headers say", build.File{Content: content[:len(content)-9], Packed: deflated},
			fmt.Sprintf("zip-size 0+%d", len(deflated))},
		{"deflated, shorter than the headers say", build.File{Content: append(slices.Clone(content), 0), Packed: deflated},
			fmt.Sprintf("zip-deflate-corrupt 0+%d", len(deflated))},
	} {
		test.member.Name = "a.npy"
		file := build.Archive("", test.member)
		report := checkBytes(t, file, &Options{Depth: Full})
		var got []string
		for _, f := range report.Findings {
			if !strings.HasPrefix(f.Rule.String(), "data-") { // those of what is missing at the end
				got = append(got, fmt.Sprintf("%s %d+%d", f.Rule, f.Offset-report.Members[0].Offset, f.Length))
			}
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// failingAt can't be read from an offset on.
type failingAt struct {
	*bytes.Reader
	at  int64
	err error
}

func (f failingAt) ReadAt(p []byte, off int64) (int, error) {
	if end := off + int64(len(p)); off < f.at+1<<16 && end > f.at {
		n, _ := f.Reader.ReadAt(p[:max(0, f.at-off)], off)
		return n, f.err
	}
	return f.Reader.ReadAt(p, off)
}

// TestLongMemberUnreadable covers a disk that fails in the middle of a member, which is not a fault of the file.
func TestLongMemberUnreadable(t *testing.T) {
	content, want := noise(), errors.New("input/output error")
	for _, member := range []build.File{{Name: "a.npy", Content: content}, {Name: "a.npy", Content: content, Packed: build.Deflate(content)}} {
		file := build.Archive("", member)
		r := failingAt{bytes.NewReader(file), 1 << 20, want}
		if report, err := Check(context.Background(), r, int64(len(file)), &Options{Depth: Full}); !errors.Is(err, want) {
			t.Errorf("got %v and %v, want %v", report, err, want)
		}
	}
}

// TestLongMemberCanceled stops in the middle of a member, and leaves nothing running that reads.
func TestLongMemberCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	content := noise()
	file := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: build.Deflate(content)})
	r := cancelingAt{bytes.NewReader(file), 1 << 20, cancel}
	if _, err := Check(ctx, r, int64(len(file)), &Options{Depth: Full}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

type cancelingAt struct {
	io.ReaderAt
	at     int64
	cancel func()
}

func (c cancelingAt) ReadAt(p []byte, off int64) (int, error) {
	if off <= c.at && c.at < off+int64(len(p)) {
		c.cancel()
	}
	return c.ReaderAt.ReadAt(p, off)
}
