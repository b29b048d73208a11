package pickle

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
)

// FuzzPickle walks through pickles that are to build an array of one object. Whoever reads the file gets the
// same as whoever reads a stream, and everything that is said is about bytes that are there.
func FuzzPickle(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, rule := range spec.Rules() {
		if rule.Area() != "pickle" {
			continue
		}
		bad, good, _ := corpus.Example(rule.Name)
		for _, c := range []corpus.Case{bad, good} {
			file, err := fs.ReadFile(corpus.FS, c.File)
			if err != nil {
				f.Fatal(err)
			}
			if strings.HasPrefix(string(file), spec.Magic) && len(file) > start {
				f.Add(file[start:])
			}
		}
	}
	for _, test := range refusedPickles {
		f.Add([]byte(proto(4) + one("("+test.before+test.after+"t") + "."))
	}
	f.Add([]byte("\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94."))
	f.Add([]byte("(lp0\nI01\naL5L\naF1.5\naS'\\x41'\np1\nag1\naV\\u0041\na(dp2\n(iod\nx\n."))
	f.Fuzz(func(t *testing.T, pickle []byte) {
		file := payload(string(pickle))
		result := walk(t, file)
		sameStream(t, file)
		end := int64(len(file))
		if result.Last < start || result.Last > result.End || result.End > end {
			t.Errorf("got %+v, want it within %d bytes", result, end)
		}
		for _, f := range result.Faults.Kept {
			if f.Offset < start || f.Length < 0 || f.Offset+f.Length > end || f.Rule.Rule().Area() != "pickle" && f.Rule != spec.ShapeRankOver32 {
				t.Errorf("got %+v in %d bytes", f, end)
			}
		}
		last := int64(start)
		for _, i := range result.Imports {
			if i.Offset < last || i.Offset >= end {
				t.Errorf("import at offset %d in %d bytes, after one at %d", i.Offset, end, last)
			}
			last = i.Offset
		}
		for tier, n := range result.tiers {
			if n > 0 && result.Summary() == "none" {
				t.Errorf("got no summary of %d imports of tier %s", n, tier)
			}
		}
		// Without its last byte a pickle has lost its STOP, or what was wrong with it before.
		if result.Stopped && result.End == end {
			if cut := walk(t, file[:end-1]); cut.Stopped {
				t.Errorf("pickle without its last byte stops all the same")
			}
			if _, err := Walk(context.Background(), strings.NewReader(string(file[start:end-1])), config(&oneObject, end)); !errors.Is(err, ErrShort) {
				t.Errorf("pickle that shrinks: got error %v, want %v", err, ErrShort)
			}
		}
	})
}
