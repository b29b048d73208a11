package viewer

import (
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/text"
)

// TestNoNullList looks for slices in answers that are null if nothing was appended, and has the zero value of each
// answer. All types whose names end in JSON are part of one.
func TestNoNullList(t *testing.T) {
	seen := make(map[string]bool)
	for want, answer := range map[string]any{
		`{"arrays":[],"load":[],"regions":[],"regions_omitted":0}`: contentsJSON{},
		`{"text":"","command":"","doubts":[]}`:                     fixJSON{},
		`{"values":[]}`:                                            tableJSON{},
		`[]`:                                                       list[ruleJSON](nil),
	} {
		nullable(t, seen, "", reflect.TypeOf(answer))
		if got := text.AppendJSON(nil, answer); string(got) != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, declared := range slices.Sorted(maps.Keys(f.Scope.Objects)) {
			if strings.HasSuffix(declared, "JSON") && !seen[declared] {
				t.Errorf("%s: got %s, want it in an answer of this test", name, declared)
			}
		}
	}
}

// nullable reports the slices and maps of a type whose JSON form may be null, and notes the types that it has seen.
func nullable(t *testing.T, seen map[string]bool, at string, typ reflect.Type) {
	t.Helper()
	at += "." + typ.Name()
	seen[typ.Name()] = true
	switch typ.Kind() {
	case reflect.Map, reflect.Interface:
		t.Errorf("%s: got %s, want a type that can't be null", at, typ)
	case reflect.Slice:
		if !strings.HasPrefix(typ.Name(), "list[") {
			t.Errorf("%s: got %s, want a list", at, typ)
		}
		nullable(t, seen, at, typ.Elem())
	case reflect.Array:
		nullable(t, seen, at, typ.Elem())
	case reflect.Pointer: // only where nothing is meant
		if typ.Elem().Kind() != reflect.String {
			t.Errorf("%s: got %s, want a value", at, typ)
		}
	case reflect.Struct:
		for i := range typ.NumField() {
			nullable(t, seen, at+"."+typ.Field(i).Name, typ.Field(i).Type)
		}
	}
}
