package dump

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// dumped returns what a dump shows of regions in the given order if it keeps that many at a time, and
// the number of checks it takes.
func dumped(t *testing.T, size int64, regions []validator.Region, most int) (string, int) {
	t.Helper()
	var out bytes.Buffer
	d := &Dumper{Out: &out, Src: strings.NewReader(strings.Repeat("x", int(size))), Size: size, Rows: 1, Kept: NewKeptRegions(most)}
	checks := 0
	err := d.File(func(trace func(validator.Region)) error {
		checks++
		for _, r := range regions {
			if trace(r); len(d.Kept.all) >= 2*most {
				t.Fatalf("got %d regions kept, want less than %d", len(d.Kept.all), 2*most)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), checks
}

// TestDumpKeeps has more regions than are kept, unordered: what is shown doesn't depend on the order.
func TestDumpKeeps(t *testing.T) {
	const n = 1000
	var regions []validator.Region
	for i := range n {
		at := int64(i * 7 % n) // 7 and n have no common factor
		regions = append(regions, validator.Region{Offset: 4 * at, Length: 4, Name: fmt.Sprintf("region %d", at)})
		if at%5 == 0 {
			regions = append(regions, validator.Region{Offset: 4 * at, Length: 2, Name: fmt.Sprintf("half of region %d", at)})
		}
	}
	want, checks := dumped(t, 4*n, regions, 2*n)
	if checks != 1 || strings.Count(want, "\n") != n+n/5 || !strings.HasSuffix(want, "region 999\n") {
		t.Fatalf("got %d lines in %d checks, want %d in 1:\n…%s", strings.Count(want, "\n"), checks, n+n/5, want[len(want)-100:])
	}
	for _, most := range []int{3, 10, 100, 599, 600, 601, 1199} {
		if got, checks := dumped(t, 4*n, regions, most); got != want || checks > 1+2*n/most {
			t.Errorf("%d kept: got other lines, or too many checks: %d", most, checks)
		}
	}
}

// TestDumpKeepsOneOffset has more regions at one offset than are kept, as in an archive whose entries all
// lead to one member: some are shown, and those after them.
func TestDumpKeepsOneOffset(t *testing.T) {
	var regions []validator.Region
	for i := range 100 {
		regions = append(regions, validator.Region{Offset: 8, Length: 4, Name: fmt.Sprintf("copy %d", i)})
	}
	regions = append(regions, validator.Region{Offset: 12, Length: 4, Name: "last"}, validator.Region{Offset: 0, Length: 8, Name: "first"})
	got, _ := dumped(t, 16, regions, 10)
	if strings.Count(got, "copy") < 10 || strings.Count(got, "first\n") != 1 || !strings.HasSuffix(got, "last\n") {
		t.Errorf("got %s", got)
	}
}

// TestDumpMemberWithoutName has a member whose name is empty: its content is not that of the archive.
func TestDumpMemberWithoutName(t *testing.T) {
	got, _ := dumped(t, 4, []validator.Region{
		{Offset: 0, Length: 4, Name: "record", Member: validator.NoMember},
		{Offset: 0, Length: 8, Name: "magic", Base: validator.BaseContent, Bytes: []byte("PK")},
	}, 10)
	want := "00000000  78 78 78 78                                       |xxxx|              record\n" +
		"\nmember \n" +
		"00000000  50 4b                                             |PK|                magic\n" +
		"          … 6 bytes more\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
