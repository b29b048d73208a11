package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/npycheck/npycheck/internal/page"
)

const repository = "https://github.com/npycheck/npycheck"

// pages are the pages that documents of the repository become.
var pages = map[string]string{
	"CHANGELOG.md":                 "docs/changes.html",
	"CONTRIBUTING.md":              "docs/contributing.html",
	"SECURITY.md":                  "docs/security.html",
	"cmd/npycheck/deploy/scale.md": "docs/scale.html",
	"conformance/FINDINGS.md":      "docs/findings.html",
	"conformance/matrix.md":        "matrix.html",
	"conformance/protocol.md":      "protocol.html",
	"corpus/README.md":             "docs/corpus.html",
	"corpus/differences.md":        "docs/differences.html",
	"docs/README.md":               "docs/index.html",
	"docs/check.md":                "docs/check.html",
	"docs/ci.md":                   "docs/ci.html",
	"docs/fix.md":                  "docs/fix.html",
	"docs/fuzz.md":                 "docs/fuzz.html",
	"docs/engines.md":              "docs/engines.html",
	"docs/library.md":              "docs/library.html",
	"docs/many-files.md":           "docs/many-files.html",
	"docs/performance.md":          "docs/performance.html",
	"docs/page.md":                 "docs/page.html",
	"docs/readers.md":              "docs/readers.html",
	"docs/stability.md":            "docs/stability.html",
	"fuzz/README.md":               "docs/fuzzing.html",
	"spec/npy.md":                  "specification.html",
	"spec/npz.md":                  "specification.html",
	"spec/pickle.md":               "specification.html",
}

// buildDocuments builds the specification and the pages of the documentation.
func buildDocuments(out folder) error {
	var specification bytes.Buffer
	for _, source := range []string{"spec/npy.md", "spec/pickle.md", "spec/npz.md"} {
		if err := render(out, &specification, source, "specification.html"); err != nil {
			return err
		}
	}
	err := out.writePage("specification.html", pageData{
		Title: "Specification of .npy and .npz · npycheck", Section: "specification", Body: document(&specification),
	})
	for source, name := range pages {
		if err != nil {
			return err
		}
		if name == "specification.html" || name == "matrix.html" {
			continue
		}
		var b bytes.Buffer
		if err := render(out, &b, source, name); err != nil {
			return err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(b.String(), "<h1"), "</h1>")
		_, title, _ = strings.Cut(title, ">")
		err = out.writePage(name, pageData{Title: tags.ReplaceAllString(title, "") + " · npycheck", Section: "docs", Body: document(&b)})
	}
	return err
}

var tags = regexp.MustCompile(`<[^>]*>`)

func document(b *bytes.Buffer) template.HTML {
	return template.HTML("<div class=\"document\">\n" + b.String() + "</div>")
}

// render writes a document of the repository as HTML for a page of the site, and the pictures that it shows.
func render(out folder, b *bytes.Buffer, source, name string) error {
	content, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	markdown := goldmark.New(goldmark.WithExtensions(tables, extension.Strikethrough, extension.Linkify, extension.TaskList), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	root := markdown.Parser().Parse(text.NewReader(content), parser.WithContext(parser.NewContext(parser.WithIDs(&headings{seen: make(map[string]int)}))))
	var pictures []string
	err = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.Heading:
			name := clauseName.FindString(string(n.Lines().Value(content)))
			if name != "" {
				mark := ast.NewString([]byte(`<span id="` + name + `"></span>`))
				mark.SetRaw(true)
				mark.SetCode(true)
				n.InsertBefore(n, n.FirstChild(), mark)
			}
		case *ast.Link:
			n.Destination = []byte(link(string(n.Destination), source, name))
		case *ast.Image:
			picture := path.Join(path.Dir(source), string(n.Destination))
			pictures = append(pictures, picture)
			n.Destination = []byte(strings.Repeat("../", strings.Count(name, "/")) + "images/" + path.Base(picture))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	for _, picture := range pictures {
		if err := out.copy("images/", filepath.FromSlash(picture)); err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
	}
	var rendered bytes.Buffer
	if err := markdown.Renderer().Render(&rendered, content, root); err != nil {
		return err
	}
	_, err = accessible.WriteString(b, rendered.String())
	return err
}

// accessible changes what screen readers and keyboards have trouble with: headings of tables without text, and examples
// that scroll but can't have the focus.
var accessible = strings.NewReplacer("<th></th>", "<td></td>", "<pre>", `<pre tabindex="0">`)

// tables are written without styles, which the content security policy doesn't allow.
var tables = extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))

// clauseName is the beginning of the heading of a clause.
var clauseName = regexp.MustCompile(`^np[yz]-\d+\.\d+\b`)

// link returns a link of a document for a page: to another page, or to the repository.
func link(destination, source, name string) string {
	target, anchor, anchored := strings.Cut(destination, "#")
	if strings.Contains(target, ":") || target == "" && !strings.HasPrefix(source, "spec/") {
		return destination
	}
	file := source
	if target != "" {
		file = path.Join(path.Dir(source), target)
	}
	if anchored {
		anchor = "#" + anchor
	}
	if to, ok := pages[file]; ok {
		if to == "matrix.html" {
			anchor = "" // it has others
		}
		return strings.Repeat("../", strings.Count(name, "/")) + to + anchor
	}
	if rest, ok := strings.CutPrefix(file, "corpus/vectors/"); ok && path.Ext(rest) != "" {
		return strings.Repeat("../", strings.Count(name, "/")) + "index.html#case=" + rest
	}
	kind := "blob"
	if info, err := os.Stat(filepath.FromSlash(file)); err == nil && info.IsDir() {
		kind = "tree"
	}
	return repository + "/" + kind + "/main/" + file + anchor
}

// headings gives headings the anchors that GitHub gives them.
type headings struct{ seen map[string]int }

func (h *headings) Generate(value []byte, _ ast.NodeKind) []byte {
	anchor := page.Anchor(string(value))
	n := h.seen[anchor]
	h.seen[anchor]++
	if n > 0 {
		anchor = fmt.Sprintf("%s-%d", anchor, n)
	}
	return []byte(anchor)
}

func (h *headings) Put([]byte) {}
