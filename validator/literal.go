package validator

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// maxNesting is how deep brackets may nest: the limit of CPython's own parser (clause npy-3.3).
const maxNesting = 200

// smallNodes is the number of nodes that are set aside for the first header: no common header has
// more, so that the next ones need no memory.
const smallNodes = 256

// kind is what a node of the literal is.
type kind uint8

const (
	nodeBad kind = iota // could not be parsed; already reported
	nodeDict
	nodeList
	nodeTuple
	nodeSet
	nodeGroup // redundant parentheses around its only child
	nodeString
	nodeBytes
	nodeInt
	nodeFloat // or a complex number
	nodeBool
	nodeNone
	nodeEllipsis
)

func (k kind) String() string {
	return [...]string{"something unreadable", "a dictionary", "a list", "a tuple", "a set", "parentheses", "a string",
		"a bytes literal", "an integer", "a floating-point number", "a boolean", "None", "an ellipsis"}[k]
}

// node is a part of the literal. Positions count from the start of the header text. The children
// of a dictionary are its keys and values in turn.
type node struct {
	kind      kind
	negative  bool // an integer with a minus sign
	escaped   bool // a string whose value is not simply the bytes between its quotes
	explained bool // redundant parentheses that another finding is about
	parent    bool // has children; the first is the next node of the slice
	pos, end  int32
	next      int32 // next sibling, 0 for none
}

// frame is a bracket that is still open.
type frame struct {
	node   int32 // the node of the bracket
	last   int32 // its last child so far, 0 for none
	key    int32 // in a dictionary, the key whose value comes next; else 0
	items  int32
	commas int32
	pairs  int32 // items of a dictionary that have a colon
	sign   sign  // signs in front of a parenthesis
	open   byte
}

type sign struct {
	pos      int32
	count    int32
	negative bool
	plus     bool
}

// literal is the parse of a header text. Node 0 stands for the place around the dictionary.
type literal struct {
	nodes []node
	stack []frame
	pos   int // in the text

	root      int32
	end       int  // behind the root; meaningful if complete
	complete  bool // the root was parsed to its end
	malformed bool // a syntax error was reported
	groups    bool // there are nodes of kind nodeGroup

	before    byte // the last byte of the token before pos, for the layout
	loose     int  // first place where the layout differs from NumPy's, -1 for none
	untidy    bool // white space other than blanks was reported
	tokensEnd int  // behind the last byte of the text that is no white space
	visible   int  // tokens since the last look at the context
}

// first returns the first child of a node, or 0 if it has none.
func (w *walk) first(n int32) int32 {
	if w.lit.nodes[n].parent {
		return n + 1
	}
	return 0
}

// at returns the offset in the file of a position in the header text.
func (w *walk) at(pos int) int64 { return w.layout.prefixLen + int64(pos) }

// nodeText returns the part of the header text that a node stands for.
func (w *walk) nodeText(n int32) []byte { return w.text[w.lit.nodes[n].pos:w.lit.nodes[n].end] }

// excerpt returns the text of a node, fit for a message.
func (w *walk) excerpt(n int32) string { return w.quoted(w.nodeText(n)) }

// quoted returns a part of the header text, fit for a message that still will be read.
func (w *walk) quoted(b []byte) string {
	if w.faults.Full() {
		return ""
	}
	return quote.Bytes(b)
}

// reportNode adds a finding about a node of the literal.
func (w *walk) reportNode(rule spec.ID, n int32, pointer, format string, args ...any) {
	nd := w.lit.nodes[n]
	w.report(rule, w.at(int(nd.pos)), int64(nd.end-nd.pos), pointer, format, args...)
}

// parse parses the literal from pos on. It goes on after faults, with as few findings as it can:
// one syntax error a header, and nothing about what the error makes unknowable.
func (w *walk) parse(pos int) {
	lit := &w.lit
	lit.pos, lit.loose = pos, -1
	lit.tokensEnd = len(trimRight(w.text))
	if cap(lit.nodes) < 4+len(w.text) {
		// Counting what stands in front of an item bounds the memory by the bytes that are there.
		if need := 4 + items(w.text); cap(lit.nodes) < need {
			lit.nodes = make([]node, 0, max(need, smallNodes))
		}
	}
	lit.nodes = append(lit.nodes[:0], node{})
	lit.stack = append(lit.stack[:0], frame{})
	var s sign
	for {
		if lit.visible++; lit.visible >= 1<<14 {
			lit.visible = 0
			if w.ctx.Err() != nil {
				lit.malformed = true
				return
			}
		}
		c, ok := w.space()
		top := &lit.stack[len(lit.stack)-1]
		if !ok {
			w.unclosed()
			return
		}
		wantsItem := top.items == top.commas || top.key != 0
		switch {
		case !wantsItem:
			w.after(c)
		case c == '+' || c == '-':
			if s.count == 0 {
				s.pos = int32(lit.pos)
			}
			s.count++
			s.negative = s.negative != (c == '-')
			s.plus = s.plus || c == '+'
			w.advance(1)
			continue
		case c == '(' || c == '[' || c == '{':
			if s.count > 0 && c != '(' {
				w.syntax(int(s.pos), lit.pos+1, "a sign in front of '%c'", c)
				break
			}
			if len(lit.stack) > maxNesting {
				w.report(spec.HeaderNestingDepth, w.at(lit.pos), 1, w.pointer(), "bracket nests more than %d deep", maxNesting)
				lit.malformed = true
				return
			}
			n := w.add(node{kind: bracketKind(c), pos: int32(lit.pos)})
			lit.stack = append(lit.stack, frame{node: n, open: c, sign: s})
			w.advance(1)
		case s.count > 0 && !digit(c) && c != '.':
			w.syntax(int(s.pos), lit.pos+1, "a sign that is not in front of a number")
		case c == ')' || c == ']' || c == '}':
			w.closeBracket(c)
		case digit(c) || c == '.' && lit.pos+1 < len(w.text) && digit(w.text[lit.pos+1]):
			w.number(s)
		case c == '\'' || c == '"':
			w.strings()
		case letter(c):
			w.word()
		case c == '.' && bytes.HasPrefix(w.text[lit.pos:], []byte("...")):
			w.item(node{kind: nodeEllipsis, pos: int32(lit.pos), end: int32(lit.pos + 3)})
			w.advance(3)
		default:
			w.syntax(lit.pos, lit.pos+1, "%s where a value is wanted", describe(c))
		}
		s = sign{}
		if len(lit.stack) == 1 && lit.stack[0].items > 0 {
			lit.root, lit.end = w.first(0), lit.pos
			lit.complete = lit.nodes[lit.root].kind != nodeBad
			return
		}
	}
}

// trimRight returns the text without the white space at its end.
func trimRight(text []byte) []byte {
	for len(text) > 0 && whiteSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
		for len(text) >= 8 && spaces(text[len(text)-8:]) == 8 {
			text = text[:len(text)-8]
		}
	}
	return text
}

// items returns how many nodes a text can have at most: each is the first in its bracket, or
// follows a comma or a colon.
func items(text []byte) int {
	opened, closed, separators := 0, 0, 0
	for i, c := range text {
		switch c {
		case ',', ':':
			separators++
		case ')', ']', '}':
			closed++
		case '(', '[', '{':
			if i+1 == len(text) || text[i+1] != closing(c) {
				opened++
			}
		}
	}
	return separators + min(opened, closed+maxNesting)
}

func bracketKind(c byte) kind {
	switch c {
	case '(':
		return nodeTuple
	case '[':
		return nodeList
	}
	return nodeDict
}

// add stores a node that is not yet the child of another.
func (w *walk) add(n node) int32 {
	w.lit.nodes = append(w.lit.nodes, n)
	return int32(len(w.lit.nodes) - 1)
}

// item stores a complete node as the next child of the innermost open bracket.
func (w *walk) item(n node) { w.link(w.add(n)) }

func (w *walk) link(n int32) {
	lit := &w.lit
	top := &lit.stack[len(lit.stack)-1]
	if top.last == 0 {
		lit.nodes[top.node].parent = true
	} else {
		lit.nodes[top.last].next = n
	}
	top.last = n
	if top.key != 0 {
		top.key = 0
	} else {
		top.items++
	}
}

// advance moves behind a token of n bytes.
func (w *walk) advance(n int) {
	w.lit.pos += n
	w.lit.before = w.text[w.lit.pos-1]
}

// after handles the token behind a complete item: a comma, a colon or a closing bracket.
func (w *walk) after(c byte) {
	lit := &w.lit
	top := &lit.stack[len(lit.stack)-1]
	switch {
	case c == ',':
		if top.open == '{' && top.pairs > 0 && top.pairs < top.items {
			w.colonMissing(top)
		}
		top.commas++
		w.advance(1)
	case c == ':' && top.open == '{' && top.pairs == top.items-1:
		top.pairs++
		top.key = top.last
		w.advance(1)
	case c == ')' || c == ']' || c == '}':
		w.closeBracket(c)
	case c == ':' && top.open == '{':
		w.syntax(lit.pos, lit.pos+1, "a colon behind a value that is no key")
	default:
		w.syntax(lit.pos, lit.pos+1, "%s where a comma or a closing bracket is wanted", describe(c))
	}
}

func (w *walk) colonMissing(top *frame) {
	again := w.lit.malformed
	w.syntaxNode(top.last, "a dictionary item without a value")
	if again {
		w.lit.nodes[top.node].kind = nodeBad
		return
	}
	// The rest of the dictionary alternates again behind a value that stands for the missing one.
	top.pairs++
	bad := w.add(node{kind: nodeBad, pos: int32(w.lit.pos), end: int32(w.lit.pos)})
	w.lit.nodes[top.last].next = bad
	top.last = bad
}

// closeBracket handles a closing bracket.
func (w *walk) closeBracket(c byte) {
	lit := &w.lit
	top := &lit.stack[len(lit.stack)-1]
	if len(lit.stack) == 1 {
		w.syntax(lit.pos, lit.pos+1, "%s where a value is wanted", describe(c))
		return
	}
	if want := closing(top.open); c != want {
		w.mismatch(c, want)
		return
	}
	if top.key != 0 {
		w.syntaxHere(lit.pos, lit.pos+1, "'}' where a value is wanted")
		w.item(node{kind: nodeBad, pos: int32(lit.pos), end: int32(lit.pos)})
		top = &lit.stack[len(lit.stack)-1]
	}
	if top.open == '{' && top.pairs > 0 && top.pairs < top.items {
		w.colonMissing(top)
	}
	if top.commas > 0 && top.items == 0 {
		w.syntaxHere(lit.pos, lit.pos+1, "a comma without an item in front of it")
	}
	n := top.node
	nd := &lit.nodes[n]
	nd.end = int32(lit.pos + 1)
	w.trailingComma(top)
	switch {
	case top.open == '{' && top.pairs == 0 && top.items > 0:
		nd.kind = nodeSet
	case top.open == '(' && top.commas == 0 && top.items == 1:
		nd.kind = nodeGroup
		lit.groups = true
	}
	s := top.sign
	if s.count > 0 {
		inner := w.inner(n)
		first := w.text[lit.nodes[inner].pos]
		if k := lit.nodes[inner].kind; nd.kind != nodeGroup || k != nodeInt && k != nodeFloat || first == '+' || first == '-' {
			w.syntaxHere(int(s.pos), lit.pos+1, "a sign that is not in front of a number")
		} else {
			lit.nodes[inner].negative = lit.nodes[inner].negative != s.negative
		}
	}
	lit.stack = lit.stack[:len(lit.stack)-1]
	w.advance(1)
	w.link(n)
}

func closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// mismatch handles a closing bracket of the wrong sort: it closes the brackets inside the one that
// it fits, or is passed over if it fits none.
func (w *walk) mismatch(c, want byte) {
	lit := &w.lit
	w.syntaxHere(lit.pos, lit.pos+1, "'%c' where '%c' is wanted", c, want)
	for i := len(lit.stack) - 1; i > 0; i-- {
		if closing(lit.stack[i].open) != c {
			continue
		}
		for len(lit.stack)-1 > i {
			n := lit.stack[len(lit.stack)-1].node
			lit.nodes[n].kind, lit.nodes[n].end = nodeBad, int32(lit.pos)
			lit.stack = lit.stack[:len(lit.stack)-1]
			w.link(n)
		}
		w.closeBracket(c)
		return
	}
	w.advance(1)
}

// unclosed ends the parse at the end of the text.
func (w *walk) unclosed() {
	lit := &w.lit
	if len(lit.stack) == 1 {
		w.syntaxHere(lit.pos, lit.pos, "nothing where a value is wanted")
		return
	}
	n := lit.stack[1].node
	w.syntaxHere(int(lit.nodes[n].pos), int(lit.nodes[n].pos)+1, "'%c' that is never closed", lit.stack[1].open)
	for len(lit.stack) > 1 {
		top := lit.stack[len(lit.stack)-1]
		if len(lit.stack) > 2 {
			lit.nodes[top.node].kind = nodeBad
		}
		lit.nodes[top.node].end = int32(lit.pos)
		lit.stack = lit.stack[:len(lit.stack)-1]
		w.link(top.node)
	}
	lit.root = w.first(0)
}

// syntax reports a syntax error and goes on behind the item that it spoils.
func (w *walk) syntax(pos, end int, format string, args ...any) {
	w.syntaxHere(pos, end, format, args...)
	lit := &w.lit
	skipTo := w.resync(lit.pos)
	top := &lit.stack[len(lit.stack)-1]
	if top.items == top.commas || top.key != 0 {
		w.item(node{kind: nodeBad, pos: int32(pos), end: int32(skipTo)})
	} else {
		lit.nodes[top.last].kind = nodeBad
	}
	lit.pos = skipTo
	lit.before = 0
	if len(lit.stack) == 1 {
		// Nothing is left of the root.
		lit.pos = len(w.text)
	}
}

// syntaxHere reports a syntax error, if it is the first one.
func (w *walk) syntaxHere(pos, end int, format string, args ...any) {
	if !w.lit.malformed {
		w.report(spec.HeaderNotALiteral, w.at(pos), int64(end-pos), w.pointer(), "header has "+format+", and is no Python literal", args...)
	}
	w.lit.malformed = true
}

func (w *walk) syntaxNode(n int32, format string, args ...any) {
	nd := w.lit.nodes[n]
	w.syntaxHere(int(nd.pos), int(nd.end), format, args...)
}

// resync returns the position of the next comma or closing bracket that belongs to the innermost
// open bracket, passing over strings and brackets.
func (w *walk) resync(pos int) int {
	depth := 0
	for ; pos < len(w.text); pos++ {
		switch c := w.text[pos]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return pos
			}
			depth--
		case ',':
			if depth == 0 {
				return pos
			}
		case '\'', '"':
			if n := bytes.IndexByte(w.text[pos+1:], c); n >= 0 {
				pos += n + 1
			}
		}
	}
	return pos
}

// inner returns what stands inside of redundant parentheses, or n itself.
func (w *walk) inner(n int32) int32 {
	for w.lit.nodes[n].kind == nodeGroup {
		n = w.first(n)
	}
	return n
}

// word parses a name, or a string with a prefix.
func (w *walk) word() {
	lit := &w.lit
	end := lit.pos
	for end < len(w.text) && (letter(w.text[end]) || digit(w.text[end])) {
		end++
	}
	word := w.text[lit.pos:end]
	if end < len(w.text) && (w.text[end] == '\'' || w.text[end] == '"') && len(word) <= 2 {
		w.strings()
		return
	}
	nd := node{pos: int32(lit.pos), end: int32(end)}
	switch string(word) {
	case "True", "False":
		nd.kind = nodeBool
	case "None":
		nd.kind = nodeNone
	case "true", "false", "null":
		nd.kind = nodeBool
		python := "True"
		switch word[0] {
		case 'f':
			python = "False"
		case 'n':
			nd.kind, python = nodeNone, "None"
		}
		w.report(spec.LiteralJson, w.at(lit.pos), int64(len(word)), w.pointer(), "'%s' is a word of JSON, want %s", word, python)
	case "set":
		if bytes.HasPrefix(w.text[end:], []byte("()")) {
			nd.kind, end = nodeSet, end+2
			nd.end = int32(end)
			break
		}
		fallthrough
	default:
		name := ""
		if !lit.malformed {
			name = w.quoted(word)
		}
		w.syntax(lit.pos, end, "the name %s", name)
		return
	}
	w.item(nd)
	w.advance(end - lit.pos)
}

// pointer returns the JSON pointer of the item that is being parsed.
func (w *walk) pointer() string {
	if w.faults.Full() {
		return ""
	}
	var b strings.Builder
	for i := 1; i < len(w.lit.stack); i++ {
		f := &w.lit.stack[i]
		switch {
		case f.open == '{' && f.key != 0:
			b.WriteString("/" + w.pointerToken(f.key))
		case f.open == '{' && f.pairs > 0 && f.pairs == f.items && f.items > f.commas:
			// behind a complete value
		case f.open != '{':
			// Parentheses may turn out to be redundant; a position in them is one all the same.
			if i+1 < len(w.lit.stack) || f.items == f.commas {
				fmt.Fprintf(&b, "/%d", f.commas)
			} else {
				fmt.Fprintf(&b, "/%d", f.items-1)
			}
		}
	}
	return b.String()
}

// pointerToken returns a key of the dictionary as a part of a pointer.
func (w *walk) pointerToken(key int32) string {
	token := w.excerpt(key)
	if nd := w.lit.nodes[w.inner(key)]; nd.kind == nodeString && nd.end-nd.pos <= quote.Max {
		token = quote.String(w.value(w.inner(key)))
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
}

func describe(c byte) string {
	if c < ' ' || c > '~' {
		return fmt.Sprintf("byte 0x%02x", c)
	}
	return fmt.Sprintf("'%c'", c)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
