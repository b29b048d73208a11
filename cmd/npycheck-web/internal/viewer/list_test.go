package viewer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
)

// TestNoNullList has the zero value of each answer, and looks for slices that are null if nothing was appended.
func TestNoNullList(t *testing.T) {
	types := map[string]reflect.Type{
		"contentsJSON": reflect.TypeFor[contentsJSON](), "fixJSON": reflect.TypeFor[fixJSON](),
		"tableJSON": reflect.TypeFor[tableJSON](), "list[ruleJSON]": reflect.TypeFor[list[ruleJSON]](),
	}
	for name, typ := range types {
		nullable(t, name, typ)
	}
	for _, name := range union(t) {
		if types[name] == nil {
			t.Errorf("got no type %s here, want all of answer", name)
		}
	}
	for name, text := range map[string][]byte{
		`{"arrays":[],"regions":[],"regions_omitted":0}`: encode(contentsJSON{}),
		`{"text":"","command":"","doubts":[]}`:           encode(fixJSON{}),
		`{"values":[]}`:                                  encode(tableJSON{}),
		`[]`:                                             encode(list[ruleJSON](nil)),
	} {
		if string(text) != name {
			t.Errorf("got %s, want %s", text, name)
		}
	}
}

// nullable reports the slices and maps of a type whose JSON form may be null.
func nullable(t *testing.T, at string, typ reflect.Type) {
	t.Helper()
	switch typ.Kind() {
	case reflect.Map, reflect.Interface:
		t.Errorf("%s: got %s, want a type that can't be null", at, typ)
	case reflect.Slice:
		if !strings.HasPrefix(typ.Name(), "list[") {
			t.Errorf("%s: got %s, want a list", at, typ)
		}
		nullable(t, at+"[]", typ.Elem())
	case reflect.Array:
		nullable(t, at+"[]", typ.Elem())
	case reflect.Pointer: // only where nothing is meant
		if typ.Elem().Kind() != reflect.String {
			t.Errorf("%s: got %s, want a value", at, typ)
		}
	case reflect.Struct:
		for i := range typ.NumField() {
			nullable(t, at+"."+typ.Field(i).Name, typ.Field(i).Type)
		}
	}
}

// union returns the types of answer, as list.go spells them.
func union(t *testing.T) (names []string) {
	t.Helper()
	source, err := parser.ParseFile(token.NewFileSet(), "list.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var add func(ast.Expr)
	add = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.BinaryExpr:
			add(e.X)
			add(e.Y)
		case *ast.Ident:
			names = append(names, e.Name)
		case *ast.IndexExpr:
			names = append(names, e.X.(*ast.Ident).Name+"["+e.Index.(*ast.Ident).Name+"]")
		}
	}
	ast.Inspect(source.Scope.Lookup("answer").Decl.(*ast.TypeSpec), func(n ast.Node) bool {
		if f, ok := n.(*ast.Field); ok {
			add(f.Type)
		}
		return true
	})
	return names
}
