package record

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestConditions(t *testing.T) {
	m := sampleMatrix()
	if got := m.conditions(); got != nil {
		t.Errorf("got %+v, want none recorded", got)
	}
	m.Implementations[0].Runtime = "sh <5.2>"
	m.Implementations[0].Limits = &Limits{Timeout: 2.5, Memory: 1 << 30, AddressSpace: 1<<32 + 1024}
	m.Implementations[1].Limits = &Limits{Timeout: 10, Memory: 512<<20 + 1}
	want := []condition{
		{"all", "1.0", "sh <5.2>", "2.5 s", "1 GiB", "4194305 KiB", ""},
		{"fine", "1.0", "", "10 s", "536870913 bytes", "any", ""},
	}
	if got := m.conditions(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	var page, markdown bytes.Buffer
	if err := m.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	if err := m.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if want := `<td>sh &lt;5.2&gt;</td><td class="n">2.5 s</td><td class="n">1 GiB</td><td class="n">4194305 KiB</td>`; !strings.Contains(page.String(), want) {
		t.Errorf("the page lacks %s", want)
	}
	if want := "| `all` `1.0` | `sh <5.2>` | 2.5 s | 1 GiB | 4194305 KiB |\n| `fine` `1.0` |  | 10 s | 536870913 bytes | any |\n"; !strings.Contains(markdown.String(), want) {
		t.Errorf("matrix.md lacks %s", want)
	}
	data := decodePage(t, page.String())
	if got := data.Columns[1].Ran; data.Columns[1].Name != "all" || got == nil || got.Runtime != "sh <5.2>" || got.Time != "2.5 s" {
		t.Errorf("got %s under %+v, want all under the limits", data.Columns[1].Name, got)
	}
}
