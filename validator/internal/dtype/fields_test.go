package dtype

import "testing"

var fieldNameTests = []readTest{
	{"[(('t', 'a'), '<f8')]", "[(('t', 'a'), '<f8')]", nil},
	{"[(b'a', '<f8')]", "", []want{
		{"descr-field-name-type", 22, 4, "/descr/0/0", "field name is b'a', expected a string"},
	}},
	{"[('a', '<f8'), ((7), '<f8')]", "", []want{
		{"descr-field-name-type", 36, 3, "/descr/1/0", "field name is (7), expected a string"},
	}},
	{"[(('t', None), '<f8')]", "", []want{
		{"descr-field-name-type", 28, 4, "/descr/0/0/1", "field name is None, expected a string"},
	}},
	{"[((None, 'a'), '<f8')]", "[('a', '<f8')]", []want{
		{"descr-title-type", 23, 4, "/descr/0/0/0", "field title is None, expected a string"},
	}},
	{"[((), '<f8')]", "", []want{
		{"descr-field-name-type", 22, 2, "/descr/0/0", "field name is (), expected a string or a pair of title and name"},
	}},
	{"[(('a',), '<f8')]", "", []want{
		{"descr-field-name-type", 22, 6, "/descr/0/0", "field name is ('a',), expected a string or a pair of title and name"},
	}},
	{"[(('t', 'a', 'b'), '<f8')]", "", []want{
		{"descr-field-name-type", 22, 15, "/descr/0/0", "field name is ('t', 'a', 'b'), expected a string or a pair of title and name"},
	}},
	{`[('a\n', '<f8')]`, `[('a\n', '<f8')]`, []want{
		{"descr-name-odd", 22, 5, "/descr/0/0", `name 'a\n' contains control or invisible characters`},
	}},
	{`[(('\u200b', 'a'), '<f8')]`, `[(('\u200b', 'a'), '<f8')]`, []want{
		{"descr-name-odd", 23, 8, "/descr/0/0/0", `name '\u200b' contains control or invisible characters`},
	}},
	{`[(('t', ('\ud800')), '<f8')]`, `[(('t', '\ud800'), '<f8')]`, []want{
		{"descr-name-odd", 29, 8, "/descr/0/0/1", `name '\ud800' contains control or invisible characters`},
	}},
	{`[(('\N{BULLET}', 'a'), '<f8')]`, "", nil}, // the parser of literals reports it
	{`[('it\'s "x"', '<f8')]`, `[('it\'s "x"', '<f8')]`, nil},
}

func TestFieldName(t *testing.T) {
	run(t, fieldNameTests)
	for _, tt := range []struct {
		text   string
		latin1 bool
		name   string
	}{
		{"[('\xe9', '<f8')]", true, "é"},
		{"[('é', '<f8')]", false, "é"},
		{`[('\ud800', '<f8')]`, true, "\xed\xa0\x80"},
	} {
		if dtype, _ := read(tt.text, tt.latin1); len(dtype.Fields) != 1 || dtype.Fields[0].Name != tt.name {
			t.Errorf("%s: got %+v, want the name %q", tt.text, dtype, tt.name)
		}
	}
}

var duplicateTests = []readTest{
	{"[('a', '<f8'), ('b', '<f8'), ('a', '<f8')]", "[('a', '<f8'), ('b', '<f8'), ('a', '<f8')]", []want{
		{"descr-duplicate-name", 50, 3, "/descr/2", "duplicate field name 'a'"},
	}},
	{"[('a', '<f8'), ('a', '<f8'), ('a', '<f8')]", "[('a', '<f8'), ('a', '<f8'), ('a', '<f8')]", []want{
		{"descr-duplicate-name", 36, 3, "/descr/1", "duplicate field name 'a'"},
		{"descr-duplicate-name", 50, 3, "/descr/2", "duplicate field name 'a'"},
	}},
	{`[('é', '<f8'), ('\xc3\xa9', '<f8')]`, `[('Ã©', '<f8'), ('Ã©', '<f8')]`, []want{
		{"descr-duplicate-name", 37, 10, "/descr/1", `duplicate field name '\xc3\xa9'`},
	}},
	{"[(('a', 'a'), '<f8')]", "[(('a', 'a'), '<f8')]", []want{
		{"descr-duplicate-title", 28, 3, "/descr/0", "'a' is the title of one field and the name or title of another"},
	}},
	{"[('a', '<f8'), (('a', 'b'), '<f8')]", "[('a', '<f8'), (('a', 'b'), '<f8')]", []want{
		{"descr-duplicate-title", 37, 3, "/descr/1", "'a' is the title of one field and the name or title of another"},
	}},
	{"[(('t', 'a'), '<f8'), (('t', 'b'), '<f8')]", "[(('t', 'a'), '<f8'), (('t', 'b'), '<f8')]", []want{
		{"descr-duplicate-title", 44, 3, "/descr/1", "'t' is the title of one field and the name or title of another"},
	}},
	{"[(('t', ''), '|V4'), (('u', ''), '|V4')]", "[(('t', ''), '|V4'), (('u', ''), '|V4')]", []want{
		{"descr-empty-name", 21, 18, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
		{"descr-empty-name", 41, 18, "/descr/1", "field has no name, but is not padding ('', '|Vn')"},
		{"descr-duplicate-name", 48, 2, "/descr/1", "duplicate field name ''"},
	}},
	{"[['a', '<f8'], ['a', '<f8']]", "[('a', '<f8'), ('a', '<f8')]", []want{
		{"descr-field-list", 21, 12, "/descr/0", "field is a list, expected a tuple"},
		{"descr-field-list", 35, 12, "/descr/1", "field is a list, expected a tuple"},
		{"descr-duplicate-name", 36, 3, "/descr/1", "duplicate field name 'a'"},
	}},
	// One list has nothing to do with another.
	{"[('a', [('a', '<f8')])]", "[('a', [('a', '<f8')])]", nil},
	// Padding needs no name of its own; its type may be unknown.
	{"[('', '|V1'), ('', '|V2'), ('a', '<f8')]", "[('', '|V1'), ('', '|V2'), ('a', '<f8')]", nil},
	{"[('', '<f8', (2,)), ('', '<f8', (2,))]", "[('', '|V16'), ('', '|V16')]", []want{
		{"descr-padding-form", 21, 17, "/descr/0", "unnamed field is a subarray, which readers treat as padding, expected '|V16'"},
		{"descr-padding-form", 40, 17, "/descr/1", "unnamed field is a subarray, which readers treat as padding, expected '|V16'"},
	}},
	{"[('a', '<f8'), ('', '<f8', (2,)), ('', '|V1'), ('a', '<f8')]", "[('a', '<f8'), ('', '|V16'), ('', '|V1'), ('a', '<f8')]", []want{
		{"descr-padding-form", 35, 17, "/descr/1", "unnamed field is a subarray, which readers treat as padding, expected '|V16'"},
		{"descr-duplicate-name", 68, 3, "/descr/3", "duplicate field name 'a'"},
	}},
	{"[('', '|V'), ('', '|V')]", "[('', '|V0'), ('', '|V0')]", []want{
		{"descr-size-missing", 26, 4, "/descr/0/1", "type '|V' has no size, expected one after the kind"},
		{"descr-size-missing", 38, 4, "/descr/1/1", "type '|V' has no size, expected one after the kind"},
	}},
	{"[('', '<f8'), ('', '<f8')]", "[('', '<f8'), ('', '<f8')]", []want{
		{"descr-empty-name", 21, 11, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
		{"descr-empty-name", 34, 11, "/descr/1", "field has no name, but is not padding ('', '|Vn')"},
		{"descr-duplicate-name", 35, 2, "/descr/1", "duplicate field name ''"},
	}},
	// A field of unknown type still has a name.
	{"[('a', '<x8'), ('a',)]", "", []want{
		{"descr-unknown-code", 27, 5, "/descr/0/1", "type '<x8' is not a NumPy type"},
		{"descr-field-length", 35, 6, "/descr/1", "field has 1 item, expected name and type, or name, type and shape"},
		{"descr-duplicate-name", 36, 3, "/descr/1", "duplicate field name 'a'"},
	}},
	{"[((), '<f8'), (('t',), '<f8')]", "", []want{
		{"descr-field-name-type", 22, 2, "/descr/0/0", "field name is (), expected a string or a pair of title and name"},
		{"descr-field-name-type", 35, 6, "/descr/1/0", "field name is ('t',), expected a string or a pair of title and name"},
	}},
}

func TestDuplicates(t *testing.T) { run(t, duplicateTests) }
