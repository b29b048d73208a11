package validator

// space passes over everything between two tokens, and returns the first byte of the next one.
func (w *walk) space() (c byte, ok bool) {
	lit := &w.lit
	start := lit.pos
	for lit.pos < len(w.text) {
		switch c := w.text[lit.pos]; c {
		case ' ':
			lit.pos++
		case '\n':
			w.untidy("header-newline-inside", lit.pos, lit.pos+1, "a newline")
		case '\t', '\f', '\r':
			w.untidy("header-tab-inside", lit.pos, lit.pos+1, describe(c))
		case 0:
			w.untidy("header-nul", lit.pos, lit.pos+1, "a NUL byte")
		case '#':
			end := lit.pos
			for end < len(w.text) && w.text[end] != '\n' {
				end++
			}
			end = min(end+1, lit.tokensEnd) // the newline is part of the comment
			w.untidy("header-comment-inside", lit.pos, end, "a comment")
		case '\\':
			end := lit.pos + 1
			if end < len(w.text) && w.text[end] == '\r' {
				end++
			}
			if end >= len(w.text) || w.text[end] != '\n' {
				return c, true
			}
			w.untidy("header-continuation", lit.pos, end+1, "a continued line")
		default:
			w.blanks(start, c)
			return c, true
		}
	}
	return 0, false
}

// untidy reports what no blank is, and moves behind it and its repetitions.
func (w *walk) untidy(rule string, pos, end int, what string) {
	lit := &w.lit
	for end < len(w.text) && end == pos+1 && w.text[end] == w.text[pos] {
		end++
		pos++
	}
	start := lit.pos
	lit.pos = end
	if start >= lit.tokensEnd {
		return // behind the last token nothing is inside
	}
	w.report(rule, w.at(start), int64(end-start), w.pointer(), "%s stands between the tokens of the dictionary, want a space or nothing", what)
	lit.untidy = true
}

// blanks compares the number of blanks in front of the token c with NumPy's layout (clause
// npy-3.5): one behind a colon and between items, none elsewhere.
func (w *walk) blanks(start int, c byte) {
	lit := &w.lit
	want := 0
	switch lit.before {
	case 0:
		return
	case ':':
		want = 1
	case ',':
		if c != ')' && c != ']' {
			want = 1
		}
	}
	if lit.pos-start != want && lit.loose < 0 {
		lit.loose = start
	}
}

// trailingComma compares the comma in front of a closing bracket with NumPy's layout: the dictionary
// and a tuple of one item have it, nothing else does.
func (w *walk) trailingComma(top *frame) {
	if top.items == 0 || top.open == '{' && (len(w.lit.stack) > 2 || top.pairs == 0) {
		return
	}
	trailing := top.commas == top.items
	want := top.open == '{' || top.open == '(' && top.items == 1
	group := top.open == '(' && top.items == 1 && !trailing
	if trailing != want && !group && w.lit.loose < 0 {
		w.lit.loose = w.lit.pos
	}
}

// style reports a layout that is not NumPy's, unless something louder was said of it.
func (w *walk) style() {
	lit := &w.lit
	if lit.loose < 0 || lit.untidy || lit.malformed {
		return
	}
	w.report("header-style-not-canonical", w.at(lit.loose), 1, "", "spaces and commas differ from the layout that NumPy writes, here first")
}
