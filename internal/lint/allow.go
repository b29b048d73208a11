package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// allowance is the comment that allows to pass a limit, by the suffix of the file. In Go the code before it is NUL.
var allowance = map[string]*regexp.Regexp{
	".go": regexp.MustCompile(`^[\s\x00]*//lint:allow(.*)$`),
	".md": regexp.MustCompile(`<!-- lint:allow(.*?)-->`),
	"":    regexp.MustCompile(`(?:#|//) ?lint:allow(.*)$`),
}

var allowed = regexp.MustCompile(`^ ([a-z-]+): \s*(\S.*)$`)

// allow returns the faults that no comment allows, and those of the comments, in order. A comment is about its own line
// and about the next one without such a comment.
func (t *tree) allow(faults []fault) []fault {
	kept := slices.Clone(faults)
	for _, name := range t.names {
		text := t.texts[name]
		if text == nil || isUnread(name) {
			continue
		}
		form := allowance[path.Ext(name)]
		if form == nil {
			form = allowance[""]
		}
		if path.Ext(name) == ".go" {
			text, _ = split(text)
		}
		if !strings.Contains(string(text), "lint:allow") {
			continue
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			comment := form.FindStringSubmatch(line)
			if comment == nil {
				continue
			}
			limit := ""
			if m := allowed.FindStringSubmatch(comment[1]); m != nil {
				limit = m[1]
			}
			next := i + 1
			for next < len(lines) && form.MatchString(lines[next]) {
				next++
			}
			before := len(kept)
			kept = slices.DeleteFunc(kept, func(f fault) bool {
				return f.file == name && f.limit == limit && limit != "" && (f.line == i+1 || f.line == next+1)
			})
			switch {
			case !slices.Contains(limits, limit):
				kept = append(kept, fault{file: name, line: i + 1, text: fmt.Sprintf("got %q, expected a limit and a reason: %s",
					"lint:allow"+strings.TrimRight(comment[1], " "), commentFor(name, strings.Join(limits, "|")))})
			case len(kept) == before:
				kept = append(kept, fault{file: name, line: i + 1, text: "nothing here passes the limit " + limit + ": delete the comment"})
			}
		}
	}
	for i, f := range kept {
		if f.limit != "" {
			kept[i].text += "; or say why: " + commentFor(f.file, f.limit)
		}
	}
	return sorted(kept)
}

// commentFor returns the comment that allows to pass a limit in a file.
func commentFor(file, limit string) string {
	switch path.Ext(file) {
	case ".go":
		return "//lint:allow " + limit + ": REASON"
	case ".md":
		return "<!-- lint:allow " + limit + ": REASON -->"
	}
	return "# lint:allow " + limit + ": REASON"
}
