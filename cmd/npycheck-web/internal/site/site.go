package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/report"
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
	p.Version = report.Version
	if p.Policy == "" {
		p.Policy = quietPolicy
	}
	var b bytes.Buffer
	if err := layout.Execute(&b, p); err != nil {
		return err
	}
	return f.write(name, b.Bytes())
}

// buildSite builds the whole site.
func buildSite(out folder) error {
	for _, build := range []func(folder) error{buildChecker, buildRules, buildDocuments, buildCorpus, buildMatrix} {
		if err := build(out); err != nil {
			return err
		}
	}
	return nil
}

// inWorker are the modules of the worker, which are bundled.
var inWorker = map[string]bool{"wasm.js": true, "worker.js": true}

// moduleSyntax is what a module has and a script hasn't: lines that import, and the word before what is exported.
var moduleSyntax = regexp.MustCompile(`(?m)^import .*;$|^export `)

// bundle returns modules that follow each other as one script.
func bundle(first []byte, paths ...string) ([]byte, error) {
	script := moduleSyntax.ReplaceAll(first, nil)
	for _, path := range paths {
		module, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		script = append(script, moduleSyntax.ReplaceAll(module, nil)...)
	}
	return script, nil
}

// buildChecker builds the page that checks files.
func buildChecker(out folder) error {
	wasm, err := buildWasm()
	if err != nil {
		return err
	}
	script, err := goScript()
	if err != nil {
		return err
	}
	worker, err := bundle(script, "cmd/npycheck-web/page/wasm.js", "cmd/npycheck-web/page/worker.js")
	if err != nil {
		return err
	}
	style, err := os.ReadFile("cmd/npycheck-web/page/site.css")
	if err != nil {
		return err
	}
	body, err := os.ReadFile("cmd/npycheck-web/page/check.html")
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"js/npycheck.wasm.gz": compress(wasm),
		"js/worker.js":        worker,
		"style.css":           append([]byte(page.Style), style...),
		".nojekyll":           nil, // for GitHub Pages
	} {
		if err := out.write(name, content); err != nil {
			return err
		}
	}
	scripts, err := filepath.Glob("cmd/npycheck-web/page/*.js")
	if err != nil {
		return err
	}
	scripts = slices.DeleteFunc(scripts, func(path string) bool { return inWorker[filepath.Base(path)] })
	if err := out.copy("js/", scripts...); err != nil {
		return err
	}
	return out.writePage("index.html", pageData{
		Title: "npycheck: check .npy and .npz files in the browser", Section: "check", Policy: checkPolicy, Body: template.HTML(body),
	})
}
