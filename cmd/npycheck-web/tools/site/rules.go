package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
)

//go:embed rules.html
var rulesText string

var rulesPage = template.Must(template.New("").Parse(rulesText))

// area is the rules of an area.
type area struct {
	Name  string
	Rules []described
}

// described is a rule, with the example that npycheck explain shows.
type described struct {
	spec.Rule
	Severity   string
	Paragraphs []string
	Example    string
	Remedy     string // what npycheck fix does
}

// buildRules builds the page of all rules.
func buildRules(out folder) error {
	examples, err := allExamples()
	if err != nil {
		return err
	}
	var areas []area
	for _, rule := range spec.Rules() {
		if len(areas) == 0 || areas[len(areas)-1].Name != rule.Area() {
			areas = append(areas, area{Name: rule.Area()})
		}
		last := &areas[len(areas)-1]
		last.Rules = append(last.Rules, described{
			Rule: rule, Severity: rule.Level.Severity().String(), Paragraphs: strings.Split(rule.Doc, "\n\n"),
			Example: examples[rule.Name], Remedy: remedy.Advice(rule),
		})
	}
	var b bytes.Buffer
	if err := rulesPage.Execute(&b, areas); err != nil {
		return err
	}
	return out.writePage("rules.html", pageData{Title: "Rules · npycheck", Section: "rules", Body: template.HTML(b.String())})
}

// allExamples returns the example of each rule, as the command prints it.
func allExamples() (map[string]string, error) {
	dir, err := os.MkdirTemp("", "npycheck-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "npycheck")
	if _, err := command("go", "build", "-buildvcs=false", "-o", program, "./cmd/npycheck"); err != nil {
		return nil, err
	}
	args := []string{"explain"}
	for _, rule := range spec.Rules() {
		args = append(args, rule.Name)
	}
	out, err := command(program, args...)
	if err != nil {
		return nil, err
	}
	examples := make(map[string]string)
	begins := explanation.FindAllSubmatchIndex(out, -1)
	for i, begin := range begins {
		end := len(out)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		examples[string(out[begin[2]:begin[3]])] = example(string(out[begin[0]:end]))
	}
	for _, rule := range spec.Rules() {
		if examples[rule.Name] == "" {
			return nil, fmt.Errorf("npycheck explain has no example of %s", rule.Name)
		}
	}
	return examples, nil
}

// explanation is how what npycheck explain says about a rule begins.
var explanation = regexp.MustCompile(`(?m)^([a-z0-9-]+): .+(?:\n.+)*\n\n  severity  `)

// example returns the part of an explanation that has bytes.
func example(text string) string {
	for _, begin := range []string{"\nA file that breaks the rule,", "\nA file with it,", "\nNo file of the corpus"} {
		if at := strings.Index(text, begin); at >= 0 {
			return strings.Trim(text[at:], "\n")
		}
	}
	return ""
}
