package main

import (
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/npycheck/npycheck/internal/page"
)

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
	wasm, script, err := program()
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
