package main

import (
	"encoding/json"
	"html/template"
	"io/fs"
	"os"
	"strings"

	"github.com/npycheck/npycheck/corpus"
)

// maxVector is the size in bytes up to which the site has the file of a case.
const maxVector = 1 << 20

// buildCorpus builds the page of the corpus, its files, and what the pages need to know of each.
func buildCorpus(out folder) error {
	cases := corpus.Cases()
	for _, c := range cases {
		if c.Size > maxVector {
			continue
		}
		content, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			return err
		}
		if err := out.write("corpus/"+c.File, content); err != nil {
			return err
		}
	}
	list, err := json.Marshal(cases)
	if err != nil {
		return err
	}
	if err := out.write("corpus/cases.json", list); err != nil {
		return err
	}
	body, err := os.ReadFile("cmd/npycheck-web/page/corpus.html")
	if err != nil {
		return err
	}
	return out.writePage("corpus.html", pageData{Title: "Corpus · npycheck", Section: "corpus", Policy: corpusPolicy, Body: template.HTML(body)})
}

// buildMatrix copies the matrix, whose links lead to documents of the repository.
func buildMatrix(out folder) error {
	content, err := os.ReadFile("conformance/matrix.html")
	if err != nil {
		return err
	}
	links := strings.NewReplacer(
		`href="../README.md"`, `href="index.html"`, `href="protocol.md"`, `href="protocol.html"`, `href="FINDINGS.md"`, `href="docs/findings.html"`, `href="../spec/npy.md"`, `href="specification.html"`,
		`href="../corpus/README.md"`, `href="corpus.html"`, `href="matrix.md"`, `href="`+repository+`/blob/main/conformance/matrix.md"`)
	if err := out.copy("", "conformance/matrix.json"); err != nil {
		return err
	}
	return out.write("matrix.html", []byte(links.Replace(string(content))))
}
