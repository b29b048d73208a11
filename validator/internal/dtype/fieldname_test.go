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
