//go:build live

package inflate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// The verdicts of testdata/peers.c.
const (
	sound = iota
	corrupt
	cut
	long
)

// maxPeer is the number of bytes that it decompresses.
const maxPeer = 1 << 16

// verdict is what a program made of a stream.
type verdict struct{ Verdict, Consumed, Length, CRC uint32 }

// peers is a process of testdata/peers.c.
type peers struct {
	in  *bufio.Writer
	out *bufio.Reader
}

func startPeers(t *testing.T) *peers {
	t.Helper()
	live.Run(t, ".ci/apt", "gcc", "libc6-dev", "zlib1g-dev", "libdeflate-dev")
	program := filepath.Join(t.TempDir(), "peers")
	live.Run(t, "cc", "-O2", "-o", program, "validator/internal/inflate/testdata/peers.c", "-lz", "-ldeflate")
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &peers{bufio.NewWriterSize(in, 1<<20), bufio.NewReaderSize(out, 1<<20)}
}

// ask returns the verdicts of zlib and libdeflate on streams, in turn.
func (p *peers) ask(streams [][]byte) ([]verdict, error) {
	sent := make(chan error, 1)
	go func() {
		var number [4]byte
		for _, s := range streams {
			binary.LittleEndian.PutUint32(number[:], uint32(len(s)))
			p.in.Write(number[:])
			p.in.Write(s)
		}
		p.in.WriteString("\xff\xff\xff\xff")
		sent <- p.in.Flush()
	}()
	verdicts := make([]verdict, 2*len(streams))
	err := binary.Read(p.out, binary.LittleEndian, verdicts)
	return verdicts, errors.Join(err, <-sent)
}

// ours returns what a Reader makes of a stream, in the terms of a peer, and its fault if there is one.
func ours(stream, content []byte, src *bufio.Reader) (v verdict, fault *Fault) {
	src.Reset(bytes.NewReader(stream))
	r := NewReader(src)
	defer r.Close()
	n := 0
	var err error
	for n < len(content) && err == nil {
		var got int
		got, err = r.Read(content[n:])
		n += got
	}
	v.Length = uint32(min(n, maxPeer))
	v.CRC = crc32.ChecksumIEEE(content[:v.Length])
	switch {
	case n > maxPeer:
		v.Verdict = long
	case err == io.EOF:
		v.Consumed = uint32(r.begin)
	case errors.As(err, &fault) && fault.Cut:
		v.Verdict = cut
	case fault != nil:
		v.Verdict = corrupt
	}
	return v, fault
}

// lenient are the faults that libdeflate does not always see.
var lenient = regexp.MustCompile(`^(invalid code of a (literal or length|distance)|no code for the end of the block|\d+ codes of .* expected at most 286 and 30|incomplete code of lengths|\d+ lengths of codes, expected \d+)$`)

// compare says how a verdict differs from those of zlib and libdeflate, unless it may.
func compare(v verdict, fault *Fault, zlib, libdeflate verdict) string {
	if zlib.Verdict != sound {
		zlib.Consumed = 0
	}
	waits := fault != nil && fault.What == "incomplete code of lengths" && zlib.Verdict == cut // for lengths in a code of none
	switch full := v.Length == maxPeer && v.Verdict != sound; {
	case v != zlib && !waits && !(full && v.Length == zlib.Length && v.CRC == zlib.CRC):
		return fmt.Sprintf("zlib says %+v", zlib)
	case full || v.Verdict == corrupt && lenient.MatchString(fault.What):
	case v.Verdict == cut && libdeflate.Verdict == long: // it compares the length of an uncompressed block with its room first
	case v.Verdict == sound && v != libdeflate, v.Verdict != sound && libdeflate.Verdict != corrupt:
		return fmt.Sprintf("libdeflate says %+v", libdeflate)
	}
	return ""
}

// ofCorpus returns the streams of the members of archives of the corpus, as far as archive/zip finds them.
func ofCorpus(t *testing.T) (streams [][]byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(live.Root(t), "corpus", "vectors", "*", "*", "*.npz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		r, err := zip.OpenReader(name)
		if err != nil {
			continue
		}
		for _, f := range r.File {
			raw, err := f.OpenRaw()
			if err != nil || f.Method != zip.Deflate {
				continue
			}
			if stream, err := io.ReadAll(io.LimitReader(raw, 1<<20)); err == nil {
				streams = append(streams, stream)
			}
		}
		r.Close()
	}
	if len(streams) < 20 {
		t.Errorf("got %d streams of the corpus", len(streams))
	}
	return streams
}

// TestPeers holds content, consumed bytes and verdicts against zlib and libdeflate: for streams written by hand, those
// of the corpus and random ones, whole, cut and changed. NPYCHECK_STREAMS is the number of streams, and NPYCHECK_SEED chooses them.
func TestPeers(t *testing.T) {
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return usual
	}
	count, seed := number("NPYCHECK_STREAMS", 1_000_000), number("NPYCHECK_SEED", 1)
	p := startPeers(t)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	content, src := make([]byte, maxPeer+1), bufio.NewReaderSize(nil, 4096)
	var batch [][]byte
	for _, row := range streams() {
		batch = append(batch, variants(random, row.stream.b, 200)...)
		for n := range min(len(row.stream.b), 1000) {
			batch = append(batch, row.stream.b[:n])
		}
	}
	for _, stream := range ofCorpus(t) {
		batch = append(batch, variants(random, stream, 200)...)
	}
	verdicts := map[uint32]int{}
	for done := 0; done < count; batch = batch[:0] {
		for len(batch) < 5000 {
			batch = append(batch, variants(random, randomStream(random), 10)...)
		}
		answers, err := p.ask(batch)
		if err != nil {
			t.Fatal(err)
		}
		for i, stream := range batch {
			v, fault := ours(stream, content, src)
			if why := compare(v, fault, answers[2*i], answers[2*i+1]); why != "" {
				t.Fatalf("%x: got %+v, %v, but %s", stream, v, fault, why)
			}
			verdicts[v.Verdict]++
		}
		done += len(batch)
		if done%(1<<20) < len(batch) {
			t.Logf("%d streams, by verdict %v", done, verdicts)
		}
	}
	for _, v := range []uint32{sound, corrupt, cut} {
		if verdicts[v] < count/20 {
			t.Errorf("got %d streams with verdict %d of %d", verdicts[v], v, count)
		}
	}
}

// variants returns a stream, and n others that are cut or changed.
func variants(r *rand.Rand, stream []byte, n int) [][]byte {
	all := [][]byte{stream}
	for range n {
		b := bytes.Clone(stream)
		if len(b) == 0 {
			break
		}
		if r.IntN(3) == 0 {
			b = b[:r.IntN(len(b))]
		} else {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		all = append(all, b)
	}
	return all
}
