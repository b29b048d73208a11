package inflate

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// benchmarks are contents of about 4 MiB: measurements, whose low digits are noise; records of them with a flag and a
// label in UTF-32; a log; and random numbers.
func benchmarks() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	all := map[string][]byte{}
	le := binary.LittleEndian
	for i := range 1 << 19 {
		all["floats"] = le.AppendUint64(all["floats"], math.Float64bits(math.Round(1e6+float64(i)/7e-3+1e3*r.Float64())/1e3))
		all["noise"] = le.AppendUint64(all["noise"], math.Float64bits(r.NormFloat64()))
	}
	for i := range 100_000 {
		record := le.AppendUint64([]byte{byte(i & 1)}, math.Float64bits(math.Round(1e3*r.Float64())))
		for _, c := range fmt.Sprintf("run%05d", i%65536) {
			record = le.AppendUint32(record, uint32(c))
		}
		all["records"] = append(all["records"], record...)
	}
	for i := range 60_000 {
		all["text"] = fmt.Appendf(all["text"], "2026-01-%02d step %d: loss %.4f, accuracy %.3f, %d samples a second\n", i%28+1, i, 5/float64(i+1)+r.Float64()/10, r.Float64(), r.IntN(5000))
	}
	return all
}

// BenchmarkInflate decompresses, with a checksum as for archives, and does the same with compress/flate.
func BenchmarkInflate(b *testing.B) {
	contents := benchmarks()
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		content := contents[name]
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, 6)
		if err != nil {
			b.Fatal(err)
		}
		w.Write(content)
		w.Close()
		src, buffer := bufio.NewReaderSize(nil, 32<<10), make([]byte, 32<<10)
		for _, by := range []string{"inflate", "flate"} {
			b.Run(name+"/"+by, func(b *testing.B) {
				b.SetBytes(int64(len(content)))
				for b.Loop() {
					src.Reset(bytes.NewReader(packed.Bytes()))
					var r io.ReadCloser = NewReader(src)
					if by == "flate" {
						r.Close()
						r = flate.NewReader(src)
					}
					crc := uint32(0)
					for err = nil; err == nil; {
						var n int
						n, err = r.Read(buffer)
						crc = crc32.Update(crc, crc32.IEEETable, buffer[:n])
					}
					if r.Close(); err != io.EOF || crc != crc32.ChecksumIEEE(content) {
						b.Fatal(err, crc)
					}
				}
			})
		}
	}
}
