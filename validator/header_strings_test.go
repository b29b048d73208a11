package validator

import "testing"

// TestStringValues compares field names with what Python makes of the same literals.
func TestStringValues(t *testing.T) {
	for literal, want := range map[string]string{
		"'a\\\nb'":              "ab",
		"'a\\\rb'":              "ab",
		"'a\\\r\nb'":            "ab",
		"'''a\nb'''":            "a\nb",
		"'''a\rb'''":            "a\nb",
		"'''a\r\nb'''":          "a\nb",
		"r'a\\\r\nb'":           "a\\\nb",
		"r'a\\\rb'":             "a\\\nb",
		"r'a\\\nb'":             "a\\\nb",
		`r'a\\b'`:               `a\\b`,
		"'a' # it's\n'b'":       "ab",
		"'a' # r\r'\\x62'":      "ab",
		"'a' \\\r\n \f'b'":      "ab",
		"'\\\xe6\xe9'":          "\\æé",
		"'\\\xc3\xa6'":          "\\Ã¦",
		"'\\q'":                 `\q`,
		`r'\x' '\x62'`:          `\xb`,
		"'\\x61' # c\nr'\\x62'": `a\x62`,
	} {
		report := checkBytes(t, npy(1, dict("[("+literal+", '|u1')]", "False", "(3,)"), zeros(3)), nil)
		if report.Array == nil || len(report.Array.DType.Fields) != 1 {
			t.Errorf("%q: got no field, findings %v", literal, ruleIDs(report))
		} else if got := report.Array.DType.Fields[0].Name; got != want {
			t.Errorf("%q: got %q, want %q", literal, got, want)
		}
	}
}
