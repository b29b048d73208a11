package validator

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// BenchmarkHeader is the walk over the header of a conforming file that is in memory already.
func BenchmarkHeader(b *testing.B) {
	for _, bench := range []struct {
		name string
		file []byte
	}{
		{"scalar", canonical(b, "<f8", 3, 4)},
		{"datetime", canonical(b, "<M8[25us]", 1000)},
		{"bool", canonical(b, "|b1", 128, 128, 3)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			w := pool.Get().(*walk)
			b.ReportAllocs()
			for b.Loop() {
				dims := w.array.shape[:0]
				lit, head := w.lit, w.head
				*w = walk{input: input{ctx: context.Background(), head: append(head[:0], bench.file...), source: source{size: int64(len(bench.file))}}}
				w.lit, w.array.shape = lit, dims
				if ok, err := w.prefix(); !ok || err != nil {
					b.Fatal("no header")
				}
				w.header()
				if len(w.faults.Kept) > 0 || !w.array.known {
					b.Fatalf("findings %+v", w.faults.Kept)
				}
			}
		})
	}
}

// BenchmarkCheck is the whole check, report included.
func BenchmarkCheck(b *testing.B) {
	file := canonical(b, "<f8", 3, 4)
	file = append(file, make([]byte, 96)...)
	r := bytes.NewReader(file)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Check(context.Background(), r, int64(len(file)), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckFile adds the system calls.
func BenchmarkCheckFile(b *testing.B) {
	name := filepath.Join(b.TempDir(), "a.npy")
	if err := os.WriteFile(name, append(canonical(b, "<f8", 100), make([]byte, 800)...), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := CheckFile(context.Background(), name, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFull reads data whose values are constrained.
func BenchmarkFull(b *testing.B) {
	for _, descr := range []string{"|b1", "<U16", "<f8"} {
		b.Run(descr, func(b *testing.B) {
			t, _ := spec.ParseCode(descr)
			const size = 1 << 24
			file := append(canonical(b, descr, size/t.Itemsize), make([]byte, size)...)
			r := bytes.NewReader(file)
			b.SetBytes(size)
			for b.Loop() {
				report, err := Check(context.Background(), r, int64(len(file)), &Options{Depth: Full})
				if err != nil || len(report.Findings) > 0 {
					b.Fatal(err, report.Findings)
				}
			}
		})
	}
}

// BenchmarkStructured reads records with a field whose values are constrained.
func BenchmarkStructured(b *testing.B) {
	const elements = 1 << 20
	descr := "[('a', '|b1'), ('b', '<f8'), ('c', '<U2'), ('d', '<i4', (3,))]"
	file := npy(1, dict(descr, "False", fmt.Sprintf("(%d,)", elements)), string(make([]byte, 29*elements)))
	r := bytes.NewReader(file)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		report, err := Check(context.Background(), r, int64(len(file)), &Options{Depth: Full})
		if err != nil || len(report.Findings) > 0 {
			b.Fatal(err, report.Findings)
		}
	}
}

func canonical(b *testing.B, code string, shape ...int64) []byte {
	b.Helper()
	t, ok := spec.ParseCode(code)
	if !ok {
		b.Fatalf("%s is not canonical", code)
	}
	header, err := spec.Header{DType: t, Shape: shape}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		b.Fatal(err)
	}
	return header
}

// BenchmarkPickle walks the pickles of object arrays of 10 MB.
func BenchmarkPickle(b *testing.B) {
	decimal := importOf("decimal", "Decimal") + "\x940"
	for _, bench := range []struct{ name, first, item string }{
		{"ints", "", "M\x12\x34"},
		{"floats", "", "G\x00\x00\x00\x00\x00\x00\x00\x00"},
		{"strings", "", short("some string") + "\x94"},
		{"long strings", "", str(strings.Repeat("long ", 1000)) + "\x94"},
		{"decimals", decimal, "h\x00" + short("1.25") + "\x94\x85\x94R\x94"},
		{"pairs", "", "K\x01" + short("a string") + "\x94\x86\x94"},
		{"lists", "", "]\x94(K\x01K\x02K\x03e"},
		{"dicts", "", "}\x94(h\x00K\x01h\x00K\x02u"},
		{"nested tuples", "", ")\x85\x94"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			const size, batch = 10_000_000, 1000
			items := size / len(bench.item) / batch * batch
			var pickle strings.Builder
			pickle.WriteString(proto(4) + bench.first + short("key") + "\x940" + newND + "(K\x01" + num(uint32(items)) + "\x85" + dtypeO + "\x89]\x94")
			for range items / batch {
				pickle.WriteString("(" + strings.Repeat(bench.item, batch) + "e")
			}
			file := npy(1, dict("'|O'", "False", fmt.Sprintf("(%d,)", items)), pickle.String()+"tb.")
			r := bytes.NewReader(file)
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				report, err := Check(context.Background(), r, int64(len(file)), nil)
				if err != nil || len(report.Findings) != 1 {
					b.Fatal(err, report.Findings)
				}
			}
		})
	}
}
