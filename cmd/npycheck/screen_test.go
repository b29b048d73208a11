package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// screen is what remains of a program's output on a terminal, including what scrolled out of the window. It wraps lines
// as most terminals do, and rewraps them for another width. It knows only what the tests need: other escape
// sequences stay visible.
type screen struct {
	columns int // of the window; 0 for a wide one
	lines   [][]rune
	line    int  // of the cursor
	column  int  // in the line, however many rows that takes
	atEdge  bool // a character was written in the last column, and the next one begins a row
}

// seenOn returns the text on a screen of that width.
func seenOn(columns int, out string) string {
	s := &screen{columns: columns}
	s.write(out)
	return s.text()
}

func (s *screen) text() string {
	var lines []string
	for _, line := range s.lines {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

func (s *screen) write(out string) {
	if s.lines == nil {
		s.lines = [][]rune{nil}
	}
	for out != "" {
		switch {
		case strings.HasPrefix(out, "\x1b[J"):
			s.eraseBelow()
			out = out[len("\x1b[J"):]
			continue
		case out[0] == '\r':
			s.column = s.rowStart()
			s.atEdge = false
			out = out[1:]
			continue
		case out[0] == '\n':
			s.down()
			out = out[1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(out)
		s.put(r)
		out = out[n:]
	}
}

// rowStart returns the column at which the row of the cursor begins.
func (s *screen) rowStart() int {
	switch {
	case s.columns == 0:
		return 0
	case s.atEdge:
		return s.column - s.columns
	}
	return s.column - s.column%s.columns
}

// eraseBelow erases what is at the cursor and after it.
func (s *screen) eraseBelow() {
	s.lines = s.lines[:s.line+1]
	line := s.lines[s.line]
	s.lines[s.line] = line[:min(s.column, len(line))]
}

// down goes to the start of the row below, which is of the same line if that is longer. A terminal gets \r before \n.
func (s *screen) down() {
	if next := s.rowStart() + s.columns; s.columns > 0 && next < len(s.lines[s.line]) {
		s.column = next
	} else {
		s.column = 0
		s.line++
		if s.line == len(s.lines) {
			s.lines = append(s.lines, nil)
		}
	}
	s.atEdge = false
}

func (s *screen) put(r rune) {
	line := s.lines[s.line]
	for len(line) < s.column {
		line = append(line, ' ')
	}
	if s.column == len(line) {
		line = append(line, r)
	} else {
		line = slices.Clone(line)
		line[s.column] = r
	}
	s.lines[s.line] = line
	s.column++
	s.atEdge = s.columns > 0 && s.column%s.columns == 0
}

// TestScreen states by hand what a terminal shows.
func TestScreen(t *testing.T) {
	for _, tt := range []struct {
		columns int
		out     string
		want    string
	}{
		{0, "one\r\ntwo", "one\ntwo"},
		{0, "one\rT", "Tne"},
		{0, "bar\r\x1b[Jtext\r\n", "text\n"},
		{4, "abcdef\rX", "abcdXf"},
		{4, "abcd\rX", "Xbcd"},
		{4, "abcd\r\nX", "abcd\nX"},
		{4, "abcdef\r\x1b[JX", "abcdX"}, // a bar that was wrapped leaves a piece
		{4, "abc\r\x1b[JX", "X"},
		{4, "\x1b[31mX", "\x1b[31mX"},
	} {
		if got := seenOn(tt.columns, tt.out); got != tt.want {
			t.Errorf("on %d columns %q: got %q, want %q", tt.columns, tt.out, got, tt.want)
		}
	}
	s := &screen{columns: 80}
	s.write("text\r\nabcdef\r")
	s.columns = 4
	s.write("\x1b[JX")
	if got, want := s.text(), "text\nX"; got != want {
		t.Errorf("in a window that became narrower: got %q, want %q", got, want)
	}
}
