package page

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, test := range []struct{ got, want HTML }{
		{Format("<p>%s</p>", `<b a="1" c='2'>&amp;`), "<p>&lt;b a=&#34;1&#34; c=&#39;2&#39;&gt;&amp;amp;</p>"},
		{Format(`<a href="#%s">%s</a>`, `" onclick="x`, HTML("<b>x</b>")), `<a href="#&#34; onclick=&#34;x"><b>x</b></a>`},
		{Format("%s of %s", 1, int64(2)), "1 of 2"},
		{Format("%s", "%s%d"), "%s%d"},
		{Each([]string{"<", ">"}, ", ", func(s string) HTML { return Format("<i>%s</i>", s) }), "<i>&lt;</i>, <i>&gt;</i>"},
		{Each(nil, ", ", func(s string) HTML { return "x" }), ""},
		{With("<", "<i>%s</i>"), "<i>&lt;</i>"},
		{With(HTML("<b>"), "<i>%s</i>"), "<i><b></i>"},
		{With("", "<i>%s</i>"), ""},
		{With(0, "<i>%s</i>"), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
}

// inQuotes matches markup that ends between the quotes of an attribute, if its value can't be more than text there: in
// a link, the markup before it says where that leads. Styles and handlers are excluded.
var inQuotes = regexp.MustCompile(`<[a-z0-9]+(?:\s[a-z-]+(?:="[^"<>]*")?)*\s(?:(?:class|id|content|title|x|width|aria-label|data-[a-z]+)="[^"<>]*|href="(?:#|https://github\.com/[^"<>]*/)[^"<>]*)$`)

// misplaced returns why a value may not replace a %s of markup, or why the markup may not end where it does; or "".
func misplaced(format string) string {
	for at, rest := 0, format; ; {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			if strings.LastIndexByte(format, '<') > strings.LastIndexByte(format, '>') {
				return "it ends in a tag"
			}
			return ""
		}
		at += i
		before := format[:at]
		lower := strings.ToLower(before)
		switch {
		case !strings.HasPrefix(format[at:], "%s"):
			return "it has something else than %s"
		case strings.LastIndex(lower, "<script") > strings.LastIndex(lower, "</script"), strings.LastIndex(lower, "<style") > strings.LastIndex(lower, "</style"):
			return "a value is in a script or a style"
		case strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->"):
			return "a value is in a comment"
		case strings.LastIndexByte(before, '<') > strings.LastIndexByte(before, '>') && !inQuotes.MatchString(before):
			return "a value is in a tag, and not in an attribute for text"
		}
		at += len("%s")
		rest = format[at:]
	}
}

// TestMisplaced makes sure that TestHoles sees what would be dangerous.
func TestMisplaced(t *testing.T) {
	for format, ok := range map[string]bool{
		"%s": true, "<p>%s</p>": true, `<p class="a %s">`: true, "<p class=\"a\" id=\"f%s\">": true, `<a href="#%s">`: true,
		`<a href="https://github.com/npycheck/npycheck/blob/main/spec/%s">`: true, `<p hidden class="%s">`: true, `<style>a{}</style>%s`: true,
		`<a href="%s">`: false, `<a href="https://%s">`: false, `<img src="%s">`: false, `<p style="%s">`: false, `<p onclick="%s">`: false, `<p class=%s>`: false,
		`<p class='%s'>`: false, `<p %s>`: false, `<%s>`: false, "<script>%s</script>": false, "<STYLE>%s": false, "<!-- %s -->": false, "%d": false, "100%": false,
		`<p class="a"%s>`: false, `<p class="a%s`: false, `<p class="`: false, "<p": false, "x > y": true, `<p class="a" srcdoc="%s">`: false, `<p>%s</p><p %s>`: false,
	} {
		if got := misplaced(format); (got == "") != ok {
			t.Errorf("%s: got %q, want right: %v", format, got, ok)
		}
	}
}

// TestHoles looks at all markup of the module: a value is only where it can't be more than text, and only the styles,
// the scripts and the data of a page become markup as they are.
func TestHoles(t *testing.T) {
	var names []string
	for _, folders := range []string{"..", "../../cmd/internal", "../../cmd/npycheck-web/*"} {
		found, err := filepath.Glob(folders + "/*/*.go")
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	formats := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(filepath.Dir(name)) == "page" {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			function, arguments := called(file, n)
			switch function {
			case "HTML":
				ident, _ := arguments[0].(*ast.Ident)
				if _, ok := constant(arguments[0]); !ok && (ident == nil || !slices.Contains([]string{"style", "script", "htmlScript", "data"}, ident.Name)) {
					t.Errorf("%s: text becomes markup without being escaped", set.Position(n.Pos()))
				}
				return true
			case "Format":
				arguments = arguments[:1]
			case "With":
				arguments = arguments[1:]
			default:
				return true
			}
			formats++
			if format, ok := constant(arguments[0]); !ok {
				t.Errorf("%s: the markup is not a constant", set.Position(n.Pos()))
			} else if why := misplaced(format); why != "" {
				t.Errorf("%s: %s", set.Position(n.Pos()), why)
			}
			return true
		})
	}
	if formats < 40 {
		t.Errorf("found %d pieces of markup, want at least 40", formats)
	}
}

// called returns which function of this package a node of a file calls, and with what; or "".
func called(file *ast.File, n ast.Node) (string, []ast.Expr) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", nil
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	from, ok := function.X.(*ast.Ident)
	if !ok {
		return "", nil
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == `"github.com/npycheck/npycheck/internal/page"` && (spec.Name == nil && from.Name == "page" || spec.Name != nil && from.Name == spec.Name.Name) {
			return function.Sel.Name, call.Args
		}
	}
	return "", nil
}

// constant returns the value of an expression of string constants.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		x, ok := constant(e.X)
		y, also := constant(e.Y)
		return x + y, ok && also
	case *ast.Ident:
		return "https://github.com/npycheck/npycheck", e.Name == "repository"
	}
	return "", false
}
