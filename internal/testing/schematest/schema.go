// Package schematest compares JSON with JSON schemas in tests.
package schematest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// A Schema says which JSON is valid.
type Schema struct{ resolved *jsonschema.Resolved }

// Read returns the schema in a file.
func Read(t testing.TB, file string) *Schema {
	t.Helper()
	return Parse(t, read(t, file))
}

// ReadDefinition returns the definition of that name in the schema in a file.
func ReadDefinition(t testing.TB, file, name string) *Schema {
	t.Helper()
	schema := parse(t, read(t, file))
	if schema.Defs[name] == nil {
		t.Fatalf("%s has no %s", file, name)
	}
	return resolve(t, &jsonschema.Schema{Ref: "#/$defs/" + name, Defs: schema.Defs})
}

// Parse returns the schema in a text.
func Parse(t testing.TB, text []byte) *Schema {
	t.Helper()
	return resolve(t, parse(t, text))
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	return &schema
}

func resolve(t testing.TB, schema *jsonschema.Schema) *Schema {
	t.Helper()
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Schema{resolved}
}

// Validate returns what is invalid in a text. If that isn't JSON, the test ends.
func (s *Schema) Validate(t testing.TB, text []byte) error {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in\n%.4000s", err, text)
	}
	return s.resolved.Validate(v)
}

// Check fails the test if a text is invalid.
func (s *Schema) Check(t testing.TB, text []byte) {
	t.Helper()
	if err := s.Validate(t, text); err != nil {
		t.Errorf("%v in\n%.4000s", err, text)
	}
}
