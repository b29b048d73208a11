package validator

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// What bz2 of Python 3.11 makes of arrays of zero bytes, by their number.
var bzippedZeros = map[int]string{
	1_000_000: "QlpoOTFBWSZTWSuOY68AHstf4PAQQORwEAEDQiCvRd8OAAIIAAAIIAB1FGk0NAGgZNA9E9QCKpommh6IaNGIA0eppmgIitEAQRFZ8oCCIrxjZLWWG4BAXC9BSm" +
		"Mq9WDKjrLFc50O+a7WD2CQUkmBkgJhiEWykQlqj+yJ+cM5kBEV/i7kinChIFccx14=",
	60_000_000: "QlpoOTFBWSZTWWgBUHwFfkDfoOgQQORhEAEDQiCvRd8OCAAACCAAdBJU8qaDENNMjJoHpqeSCKqYTJgjRgAQAh/AoAqqJAIoAqqJD6gRQBSSQi+zjOo5Fo1DbI" +
		"Z0S2hTbTd0rXXdK/eny1xy8aZ3Qk1cn0HaBCLRxnMafCzWI/eboSAEkkhH8xQVkmU1ndjqZ7AGwI4ADAAAAQAAggADDMBSmmhAUthEBS8XckU4UJANjAaD",
	68_000_000: "QlpoOTFBWSZTWXgYqN0FfkFfoPAQQORhUAEDQiCvRd8OCAAACCAAlA2qnpEMINGIyZB6ankgiqmEMEBgAEAQ/gUAVVEgEUAVVEh9QIoAgAhX2cZVLkrU0zTvzm" +
		"juSo6Udbay7fG6+kny2xy8659nxauLtU5np8GhjKSaVNm0E7vJwgSSAAQv5igrJMprPL+UwkAVKdgCGAAAIAABBAAGGYClNNKiRJsKokSeLuSKcKEgK5vvUA==",
}

// bzippedMember returns a member whose array has n zero bytes.
func bzippedMember(name string, n int) build.File {
	packed, err := base64.StdEncoding.DecodeString(bzippedZeros[n])
	if err != nil {
		panic(err)
	}
	content, _ := zerosArray(n)
	return build.File{Name: name, Content: content, Packed: packed, Method: 12}
}

// zerosArray returns an array of n zero bytes, and a deflate stream of it.
func zerosArray(n int) (content, packed []byte) {
	return build.ZerosAfter(npy(1, dict("'|u1'", "False", fmt.Sprintf("(%d,)", n)), ""), n)
}

// bzippedMembers returns an archive of members whose arrays have a million zero bytes each.
func bzippedMembers(n int) []byte {
	member := bzippedMember("", 1_000_000)
	return build.Archive("", repeat(n, func(i int) build.File {
		member.Name = fmt.Sprintf("%03d.npy", i)
		return member
	})...)
}

const expanded = ": archive expands to more than %d bytes; not checked further: if trusted, write it again with deflate"

// TestExpansion covers archives on both sides of the bound, which is 64 MiB and 1032 bytes for each of the archive.
func TestExpansion(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	big, deflated := zerosArray(70_000_000)
	a60, a68 := bzippedMember("a.npy", 60_000_000), bzippedMember("a.npy", 68_000_000)
	b60 := a60
	b60.Name = "b.npy"
	for _, test := range []struct {
		name  string
		depth Depth
		file  []byte
		want  string
	}{
		// 67,108,864 + 1032 × (181 + 2×5 + 30 + 46 + 22 = 289) = 67,407,112
		{"68 MB", Full, build.Archive("", a68), fmt.Sprintf("member a.npy"+expanded, 67_407_112)},
		{"68 MB, of which little is read", Structure, build.Archive("", a68), ""},
		{"60 MB twice", Full, build.Archive("", a60, b60),
			fmt.Sprintf("member b.npy"+expanded, 67_680_592)},
		{"70 MB, deflated", Full, build.Archive("", build.File{Name: "a.npy", Content: big, Packed: deflated}), ""},
		{"a shell command after 68 MB", Full, build.Archive("", a68, build.File{Name: "b.npy", Content: evil, Packed: build.Deflate(evil)}), "member a.npy"},
		// The first block of each is decompressed to read its header, and expands to all of the million and 128 bytes.
		// 88 of them may become 67,108,864 + 1032 × (88 × (140 + 2×7 + 30 + 46) + 22) = 88,019,248 bytes, and are 88,011,264.
		{"88 of 1 MB", Header, bzippedMembers(88), ""},
		{"89 of 1 MB", Header, bzippedMembers(89), fmt.Sprintf("member 088.npy"+expanded, 88_256_608)},
	} {
		report := checkBytes(t, test.file, &Options{Depth: test.depth})
		if !strings.HasPrefix(report.Incomplete, test.want) || test.want == "" && report.Incomplete != "" {
			t.Errorf("%s: got %q, want %q", test.name, report.Incomplete, test.want)
		}
		if strings.Contains(test.name, "shell") != slices.Contains(ruleIDs(report), "pickle-import-dangerous") {
			t.Errorf("%s: got %v", test.name, ruleIDs(report))
		}
		if report.Incomplete != "" && report.Verdict() != NotChecked {
			t.Errorf("%s: got %s", test.name, report.Verdict())
		}
	}
	file := bzippedMembers(89)
	got, err := CheckStream(context.Background(), bytes.NewReader(file), &Options{Depth: Header})
	if err != nil {
		t.Fatal(err)
	}
	compareReports(t, got, checkBytes(t, file, &Options{Depth: Header}))
}

// TestExpansionIsCounted counts what a decompressor is asked for: no more than the bound, and none is made after it.
func TestExpansionIsCounted(t *testing.T) {
	made, asked := 0, int64(0)
	opt := &Options{Decompressors: map[uint16]Decompressor{93: func(*bufio.Reader, uint64, uint16) io.ReadCloser {
		made++
		return io.NopCloser(&countedZeros{&asked})
	}}}
	content := make([]byte, 30_000_000)
	b := build.Archive("", repeat(6, func(i int) build.File {
		return build.File{Name: fmt.Sprintf("%d.bin", i), Content: content, Packed: make([]byte, 920), Method: 93}
	})...)
	// 67,108,864 + 1032 × (6 × (920 + 10 + 30 + 46) + 22)
	const most = 73_360_720
	report := checkBytes(t, b, opt)
	if want := fmt.Sprintf("member 2.bin"+expanded, most); report.Incomplete != want {
		t.Errorf("got %q, want %q", report.Incomplete, want)
	}
	if made != 2 || asked > 60_100_000 {
		t.Errorf("%d decompressors made %d bytes, want 2 and 60,000,000", made, asked)
	}
}

// countedZeros yields zero bytes, and counts them.
type countedZeros struct{ n *int64 }

func (c *countedZeros) Read(p []byte) (int, error) {
	*c.n += int64(len(p))
	clear(p)
	return len(p), nil
}
