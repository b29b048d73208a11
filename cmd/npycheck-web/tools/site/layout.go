package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/npycheck/npycheck/validator"
)

//go:embed layout.html
var layoutText string

var layout = template.Must(template.New("").Parse(layoutText))

// The content security policies of pages. That of the checker lets it fetch its own files: the program, and cases of
// the corpus. It compiles WebAssembly, and starts a worker that inherits the policy.
const (
	quietPolicy  = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
	corpusPolicy = quietPolicy + "; script-src 'self'; connect-src 'self'"
	checkPolicy  = quietPolicy + "; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:"
)

// pageData is what the layout shows.
type pageData struct {
	Title   string
	Section string // of the navigation
	Policy  string
	Root    string // "" or "../", for links
	Version string
	Body    template.HTML
}

// writePage writes a page of the site.
func (f folder) writePage(name string, p pageData) error {
	p.Root = strings.Repeat("../", strings.Count(name, "/"))
	p.Version = validator.Version
	if p.Policy == "" {
		p.Policy = quietPolicy
	}
	var b bytes.Buffer
	if err := layout.Execute(&b, p); err != nil {
		return err
	}
	return f.write(name, b.Bytes())
}
