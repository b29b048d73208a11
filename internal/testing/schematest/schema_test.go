package schematest

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSchema covers texts that are valid and others, by a schema and by a definition in it.
func TestSchema(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	const text = `{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/word"}},"$defs":{"word":{"enum":["x"]}}}`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	whole, word := Read(t, file), ReadDefinition(t, file, "word")
	for _, test := range []struct {
		schema *Schema
		text   string
		valid  bool
	}{
		{whole, `{"a":"x"}`, true},
		{whole, `{"a":"y"}`, false},
		{whole, `{}`, false},
		{whole, `"x"`, false},
		{word, `"x"`, true},
		{word, `{"a":"x"}`, false},
	} {
		if err := test.schema.Validate(t, []byte(test.text)); (err == nil) != test.valid {
			t.Errorf("%s: got %v, want valid: %t", test.text, err, test.valid)
		}
	}
}
