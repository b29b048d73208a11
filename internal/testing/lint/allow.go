package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A form is how a comment begins and ends that allows exceeding a limit.
type form struct {
	begin, end string
	found      *regexp.Regexp // with what is between them
}

var (
	inMarkup  = form{"<!-- ", " -->", regexp.MustCompile(`<!-- (lint:allow.*?)-->`)}
	inGo      = form{"//", "", regexp.MustCompile(`^[\s\x00]*//(lint:allow.*)$`)} // the code before it is NUL
	inScripts = form{"# ", "", regexp.MustCompile(`# ?(lint:allow.*)$`)}
	inCode    = form{"// ", "", regexp.MustCompile(`// ?(lint:allow.*)$`)}
)

// formOf returns the form of comments in a file, nil if it has none.
func formOf(name string) *form {
	switch path.Ext(name) {
	case ".go":
		return &inGo
	case ".md", ".html", ".xml":
		return &inMarkup
	case ".c", ".cpp", ".java", ".js", ".mjs", ".rs", ".ts":
		return &inCode
	case ".json":
		return nil
	}
	return &inScripts
}

// allowed is what a comment says: a limit, and a reason.
var allowed = regexp.MustCompile(`^lint:allow ([a-z-]+): \s*\S`)

// allow returns the faults that no comment allows, and those of the comments, in order. A comment is about its own line
// and about the next one without such a comment, or about all lines of a text or a block of code that begins there.
func (t *tree) allow(faults []fault) []fault {
	kept := slices.Clone(faults)
	for _, name := range t.names {
		text, form := t.texts[name], formOf(name)
		if form == nil || isUnread(name) || !strings.Contains(string(text), "lint:allow") {
			continue
		}
		begins := beginnings(name, text)
		if form == &inGo {
			text, _ = split(text)
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			comment := form.found.FindStringSubmatch(line)
			if comment == nil {
				continue
			}
			limit := ""
			if m := allowed.FindStringSubmatch(comment[1]); m != nil {
				limit = m[1]
			}
			next := i + 1
			for next < len(lines) && form.found.MatchString(lines[next]) {
				next++
			}
			before := len(kept)
			kept = slices.DeleteFunc(kept, func(f fault) bool {
				return f.file == name && f.limit == limit && limit != "" && (f.line == i+1 || f.line == next+1 || begins[f.line] == next+1)
			})
			switch {
			case !slices.Contains(limits, limit):
				kept = append(kept, fault{file: name, line: i + 1, text: fmt.Sprintf("got %q, expected a limit and a reason: %slint:allow %s: REASON%s",
					strings.TrimSpace(comment[1]), form.begin, strings.Join(limits, "|"), form.end)})
			case len(kept) == before:
				kept = append(kept, fault{file: name, line: i + 1, text: "nothing here passes the limit " + limit + ": delete the comment"})
			}
		}
	}
	for i, f := range kept {
		if form := formOf(f.file); f.limit != "" && form != nil {
			kept[i].text += fmt.Sprintf("; or say why: %slint:allow %s: REASON%s", form.begin, f.limit, form.end)
		}
	}
	return sorted(kept)
}

// beginnings returns, for each line inside of a text of Go or a block of code of a document, the line where that begins.
func beginnings(name string, text []byte) map[int]int {
	begins := map[int]int{}
	add := func(offset, end int) {
		first := lineAt(text, offset)
		for line := first; line <= lineAt(text, end); line++ {
			begins[line] = first
		}
	}
	switch path.Ext(name) {
	case ".md":
		for _, block := range codeBlock.FindAllIndex(text, -1) {
			add(block[0], block[1])
		}
	case ".go":
		file := token.NewFileSet().AddFile("", -1, len(text))
		var s scanner.Scanner
		s.Init(file, text, nil, scanner.ScanComments)
		for {
			pos, tok, literal := s.Scan()
			if tok == token.EOF {
				break
			}
			if at := file.Offset(pos); strings.Contains(literal, "\n") && literal != "\n" {
				add(at, at+len(literal))
			}
		}
	}
	return begins
}
