package archive

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func fileOf(t *testing.T, c corpus.Case) []byte {
	t.Helper()
	content, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestWhole takes archives apart, valid and damaged, cut and with a changed byte: put together again, nothing has changed.
func TestWhole(t *testing.T) {
	for _, c := range corpus.Cases() {
		if c.Format != "npz" || c.Size > 64<<10 {
			continue
		}
		file := fileOf(t, c)
		g := choice.Numbered(1, 0)
		for i := range 20 {
			b := slices.Clone(file)
			switch {
			case i > 14:
				b = b[:g.N(len(b)+1)]
			case i > 0 && len(b) > 0:
				b[g.N(len(b))] = byte(g.N(256))
			}
			a := Parse(b)
			if got := a.Bytes(); !bytes.Equal(got, b) {
				t.Fatalf("%s, %d: Parse: got %d bytes, want the %d of the file", c.ID, i, len(got), len(b))
			}
			for _, most := range []int{1, 1000} {
				if d, ok := Split(b, most); ok && !bytes.Equal(d.Bytes(), b) {
					t.Fatalf("%s, %d: Split into %d: got %d bytes, want the %d of the file", c.ID, i, most, len(d.Bytes()), len(b))
				}
			}
		}
	}
}

// TestSettled corrects the numbers of archives that are right: nothing changes.
func TestSettled(t *testing.T) {
	for _, r := range spec.Rules() {
		if area := r.Area(); area != "zip" && area != "npz" {
			continue
		}
		_, c, _ := corpus.Example(r.Name)
		good := fileOf(t, c)
		d, ok := Split(good, 1000)
		if !ok {
			t.Errorf("%s: %s has no end record", r.Name, c.ID)
			continue
		}
		if d.Settle(); !bytes.Equal(d.Bytes(), good) {
			t.Errorf("%s: %s differs when its numbers are corrected", r.Name, c.ID)
		}
	}
}

// TestFill changes the content of a member: all records must fit it.
func TestFill(t *testing.T) {
	for _, name := range []string{"zip-crc", "zip-data-descriptor", "zip-zip64-extra", "zip-local-extra", "zip-deflate-corrupt", "zip-zip64-unneeded"} {
		_, good, _ := corpus.Example(name)
		d, _ := Split(fileOf(t, good), 1000)
		for _, m := range d.Members {
			content := slices.Clone(m.Unpacked(1 << 20))
			content[len(content)-1] ^= 1
			m.Fill(content)
		}
		d.Settle()
		b := d.Bytes()
		report, err := validator.Check(context.Background(), bytes.NewReader(b), int64(len(b)), &validator.Options{Depth: validator.Full})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Severity() > spec.Note {
				t.Errorf("%s: got %s: %s", name, f.Rule, f.Message)
			}
		}
	}
}

// TestMembersOnly parses a file that ends after its members: they are found without a directory.
func TestMembersOnly(t *testing.T) {
	d := NewDraft()
	for _, name := range []string{"a.npy", "b.npy"} {
		m := &Member{Content: []byte("content")}
		m.Write(choice.Numbered(1, 0), name, MethodStored)
		d.Members = append(d.Members, m)
	}
	d.Settle()
	var names []string
	for _, r := range Parse(d.Bytes()[:d.Directory]).Records {
		if r.Kind != Local || string(r.Data) != "content" {
			t.Errorf("got a record of kind %d with data %q, want a local header with the content", r.Kind, r.Data)
		}
		names = append(names, string(r.Name))
	}
	if want := []string{"a.npy", "b.npy"}; !slices.Equal(names, want) {
		t.Errorf("got members %q, want %q", names, want)
	}
}

// TestMoved removes the first of two members from an archive with something before it, whose offsets count from the archive
// or from the start of the file: those of the second are moved.
func TestMoved(t *testing.T) {
	d := NewDraft()
	for _, name := range []string{"a.npy", "b.npy"} {
		m := &Member{Content: []byte("content")}
		m.Write(choice.Numbered(1, 0), name, MethodStored)
		d.Members = append(d.Members, m)
	}
	d.Listed = d.Members
	const size = 30 + 5 + 7 // of a member
	const prefix = "before"
	for _, counted := range []bool{false, true} {
		if counted {
			d.Prefix = []byte(prefix)
		} else {
			d.Prefix = nil
		}
		d.Settle()
		d.Prefix = []byte(prefix)
		gone := map[string]bool{"a.npy": true}
		b := Parse(d.Bytes()).Kept(func(r *Record) bool { return !gone[string(r.Name)] }).Bytes()
		wantFirst, wantDir := 0, size
		if counted {
			wantFirst, wantDir = wantFirst+len(prefix), wantDir+len(prefix)
		}
		got, _ := Split(b, 10)
		if len(got.Listed) != 1 || got.Listed[0].Entry.Of != len(prefix) {
			t.Errorf("counted %t: got %d members, want one at %d", counted, len(got.Listed), len(prefix))
			continue
		}
		if at, dir := got.Listed[0].Entry.Get(Offset), got.End.Get(Offset); at != uint64(wantFirst) || dir != uint64(wantDir) {
			t.Errorf("counted %t: got offsets %d and %d, want %d and %d", counted, at, dir, wantFirst, wantDir)
		}
	}
}

// TestEndKept parses a member that says that its data goes up to the end of the file: the end record stays apart.
func TestEndKept(t *testing.T) {
	local, end := New(Local), New(End)
	local.Set(Packed, 1000)
	local.Data = []byte("data")
	records := Parse(end.Append(local.Append(nil))).Records
	if len(records) != 2 || string(records[0].Data) != "data" || records[1].Kind != End {
		t.Errorf("got %d records, want a local header with its data, and the end record", len(records))
	}
}

// TestDirectoryPlace finds the directory by its size when its offset is left to a zip64 end record that is as long as its
// first entry: what is that far before the end record is the second entry.
func TestDirectoryPlace(t *testing.T) {
	d := NewDraft()
	for _, name := range []string{"a-name-of-24-bytes.npy..", "b-name-of-24-bytes.npy.."} {
		m := &Member{Content: []byte("content")}
		m.Write(choice.Numbered(1, 0), name+"......", MethodStored)
		m.Entry.Put(ExtraOf, nil)
		m.Entry.Put(CommentOf, nil)
		d.Members = append(d.Members, m)
	}
	d.Listed = d.Members
	d.Zip64(EndOffset64)
	d.Settle()
	if got, want := d.Listed[0].Entry.Size(), End64.FixedLen()+Locator.FixedLen(); got != want {
		t.Fatalf("got an entry of %d bytes, want %d", got, want)
	}
	split, _ := Split(d.Bytes(), 1000)
	if got := len(split.Listed); got != 2 {
		t.Errorf("got %d members, want 2", got)
	}
}
