// Command write makes archives for conformance/testdata/zip/make below the folder that is its argument:
//
//	writers    what Go's archive/zip makes of arrays
//	clean      those of the corpus in which nothing is found
//	hostile    the archives of the corpus that break a rule that says MUST
//	fields     archives in which one field is false
//	built      archives in which one thing is unusual, written by hand
//	mutants    archives of the generator, and examples spoiled at random
//
// The second argument is the number of mutants.
package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxFile is the size in bytes up to which an example is used: larger ones have very many
// members or very much data, and would take longer than all the others together.
const maxFile = 32 << 10

// maxMutant is the same for mutants, of which a few have thousands of members.
const maxMutant = 1 << 20

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: write DIR MUTANTS")
	}
	mutants, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	d := dir(os.Args[1])
	writers(d)
	bases := examples(d)
	cases(d)
	fields(d)
	built(d)
	spoiled(d, bases, mutants)
}

// dir is the folder that gets the files.
type dir string

func (d dir) put(name string, b []byte) {
	name = filepath.Join(string(d), name+".npz")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o666); err != nil {
		log.Fatal(err)
	}
}

// array is a .npy file of n doubles.
func array(n int) []byte {
	t, _ := spec.ParseCode("<f8")
	b, err := spec.Header{DType: t, Shape: []int64{int64(n)}}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 8 * n {
		b = append(b, byte(i*i>>3))
	}
	return b
}

// writers writes with Go: streamed, as is its default, and with the sizes in the local header.
func writers(d dir) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i, name := range []string{"a.npy", "b.npy", "日本.npy"} {
			f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
			if err == nil {
				_, err = f.Write(array(1000 * i))
			}
			if err != nil {
				log.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			log.Fatal(err)
		}
		d.put(fmt.Sprintf("writers/go-%d-streamed", method), b.Bytes())

		r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			log.Fatal(err)
		}
		var known bytes.Buffer
		w = zip.NewWriter(&known)
		for _, f := range r.File {
			h := f.FileHeader
			h.Flags &^= 1 << 3
			out, err := w.CreateRaw(&h)
			if err != nil {
				log.Fatal(err)
			}
			raw, err := f.OpenRaw()
			if err == nil {
				_, err = io.Copy(out, raw)
			}
			if err != nil {
				log.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			log.Fatal(err)
		}
		d.put(fmt.Sprintf("writers/go-%d-known", method), known.Bytes())
	}
	var b bytes.Buffer
	if err := zip.NewWriter(&b).Close(); err != nil {
		log.Fatal(err)
	}
	d.put("writers/go-empty", b.Bytes())
}

// examples writes the archives of the corpus in which nothing is found, and returns them.
func examples(d dir) (bases [][]byte) {
	for _, c := range corpus.Cases() {
		if c.Format != "npz" || len(c.Rules) > 0 || c.Size > maxFile {
			continue
		}
		base := read(c)
		if !slices.ContainsFunc(bases, func(b []byte) bool { return bytes.Equal(b, base) }) {
			d.put("clean/"+strings.ReplaceAll(c.ID, "/", "-"), base)
			bases = append(bases, base)
		}
	}
	return bases
}

func read(c corpus.Case) []byte {
	b, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		log.Fatal(err)
	}
	return b
}

func cases(d dir) {
	for _, c := range corpus.Cases() {
		if c.Format != "npz" {
			continue
		}
		folder := "either"
		if slices.ContainsFunc(c.Rules, func(id string) bool {
			r, _ := spec.Lookup(id)
			return r.Level == spec.Must && (r.Area() == "zip" || r.Area() == "npz")
		}) {
			folder = "hostile"
		}
		d.put(folder+"/corpus-"+strings.ReplaceAll(c.ID, "/", "-"), read(c))
	}
}

// fields makes each field of an archive wrong, one at a time, in a few ways.
func fields(d dir) {
	seen := map[string]bool{}
	// A stored member, a deflated one, a streamed one, zip64 in headers and at the end, a second name,
	// and two members.
	for i, id := range []string{"zip-crc", "zip-size", "zip-data-descriptor", "zip-zip64-extra", "npz-empty", "zip-zip64-record", "zip-unicode-path", "zip-hidden-member"} {
		_, good, ok := corpus.Example(id)
		if !ok {
			log.Fatalf("no case breaks %s", id)
		}
		base := read(good)
		var regions []validator.Region
		_, err := validator.Check(context.Background(), bytes.NewReader(base), int64(len(base)), &validator.Options{
			Trace: func(r validator.Region) {
				if r.Base == validator.BaseFile && !strings.HasPrefix(r.Name, "content of") {
					regions = append(regions, r)
				}
			},
		})
		if err != nil {
			log.Fatal(err)
		}
		for _, r := range regions {
			for at := r.Offset; at < r.Offset+r.Length; at++ {
				for j, v := range []byte{base[at] + 1, 0, 0xff} {
					b := bytes.Clone(base)
					b[at] = v
					if j == 2 && r.Length <= 8 {
						for k := r.Offset; k < r.Offset+r.Length; k++ {
							b[k] = 0xff
						}
					}
					if !seen[string(b)] {
						seen[string(b)] = true
						d.put(fmt.Sprintf("fields/%d-%03d-%d", i, at, j), b)
					}
				}
			}
		}
	}
}

// spoiled writes archives from a generator, and bases with a few random changes of bytes, pieces
// removed and pieces repeated.
func spoiled(d dir, bases [][]byte, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		var b []byte
		if i%2 == 0 {
			choices := make([]byte, 64)
			for j := range choices {
				choices[j] = byte(rng.UintN(256))
			}
			b = fuzz.NewGen(choices).Anything("zip").Content
		} else {
			b = bytes.Clone(bases[rng.IntN(len(bases))])
			for range 1 + rng.IntN(3) {
				at, n := rng.IntN(len(b)), min(rng.IntN(40), len(b)/2)
				at = min(at, len(b)-n)
				switch rng.IntN(4) {
				case 0:
					b[at] ^= 1 << rng.IntN(8)
				case 1:
					b = slices.Delete(b, at, at+n)
				case 2:
					b = slices.Insert(b, at, b[at:at+n]...)
				case 3:
					copy(b[at:], b[rng.IntN(len(b)):][:1])
				}
				if len(b) == 0 {
					b = []byte("PK")
				}
			}
		}
		archive := bytes.HasPrefix(b, []byte("PK\x03\x04")) || bytes.HasPrefix(b, []byte("PK\x05\x06"))
		if archive && len(b) <= maxMutant {
			d.put(fmt.Sprintf("mutants/%05d", i), b)
		}
	}
}
