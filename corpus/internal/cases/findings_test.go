package cases

import (
	"reflect"
	"strings"
	"testing"
)

func TestFindings(t *testing.T) {
	if _, err := Findings(all()); err != nil {
		t.Error(err)
	}
}

func TestReadFindings(t *testing.T) {
	member := Case{ID: "zip/bad", Rules: "zip-a shape-b"}
	two := Case{ID: "header/two", Rules: "header-padding-byte"}
	got, err := readFindings([]Case{good(), bad(), member, two}, map[string]string{
		"header": "header/bad header-padding-byte 67 1\nheader/two header-padding-byte 8 0\nheader/two header-padding-byte 8 0 /descr/0/1\nheader/two header-padding-byte 9 0 /shape array 2\n",
		"zip":    "zip/bad zip-a 9 1\nzip/bad zip-a 0 4 member 0 \"a b\\\"\\u202e.npy\"\nzip/bad shape-b 60 2 /shape/0 content 0 \"\"\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]Finding{
		"header/bad": {{"header-padding-byte", 67, 1, "", 0, NoMember, "", false}},
		"header/two": {{"header-padding-byte", 8, 0, "", 0, NoMember, "", false}, {"header-padding-byte", 8, 0, "/descr/0/1", 0, NoMember, "", false}, {"header-padding-byte", 9, 0, "/shape", 2, NoMember, "", false}},
		"zip/bad": {
			{"zip-a", 9, 1, "", 0, NoMember, "", false},
			{"zip-a", 0, 4, "", 0, 0, "a b\"\u202e.npy", false},
			{"shape-b", 60, 2, "/shape/0", 0, 0, "", true},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReadFindingsRefuses(t *testing.T) {
	const line = "header/bad header-padding-byte 67 1\n"
	for _, test := range []struct{ header, want string }{
		{"", "header/bad: it breaks header-padding-byte, but findings/header.txt doesn't say where: go run ./corpus/tools/accept"},
		{line + "header/good header-padding-byte 67 1\n", "header/good: findings/header.txt has a line for header-padding-byte, a rule that the case doesn't break"},
		{line + "header/none header-padding-byte 67 1\n", "findings/header.txt:2: no case of the area header is header/none"},
		{line + "zip/other zip-a 67 1\n", "findings/header.txt:2: no case of the area header is zip/other"},
		{line + "header/bad header-padding-byte 66 2\n", "findings/header.txt:2: it belongs before the line above it"},
		{line + "header/bad header-padding-byte 67 0\n", "findings/header.txt:2: it belongs before the line above it"},
		{"header/good x 1 1\n" + line, "findings/header.txt:2: it belongs before the line above it"},
		{line + "\n", `findings/header.txt:2: "" is not CASE RULE OFFSET LENGTH`},
		{line + "header/bad header-padding-byte 67 1 array 1\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67 -1\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67 1 descr\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67 1 file 0 \"a\"\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67 1 member 0 a\n", "is not CASE RULE OFFSET LENGTH"},
		{line + "header/bad header-padding-byte 67 1 member 0 \"\\q\"\n", "findings/header.txt:2: invalid syntax"},
		{line + "header/bad header-padding-byte 99999999999999999999 1\n", "findings/header.txt:2: strconv.ParseInt"},
	} {
		_, err := readFindings([]Case{good(), bad()}, map[string]string{"header": test.header})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want an error with %q", test.header, err, test.want)
		}
	}
}
