package literal

import (
	"bytes"
	"context"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// maxNesting is how deep brackets may nest: the limit of CPython's own parser (clause npy-3.3).
const maxNesting = 200

// smallNodes is the number of nodes that are allocated for the first text: no common header has
// more, so that later ones need no allocation.
const smallNodes = 256

// Parse parses the literal from pos on in the text of src. It continues after faults, but reports as few as it can:
// one syntax error per text, and nothing that the error makes unknowable. When ctx is done it ends early.
func (t *Tree) Parse(ctx context.Context, src Source, pos int) {
	p := parser{builder: builder{tree: t, stack: t.stack[:0]}, text: src.Text, pos: pos}
	*t = Tree{src: src, nodes: t.nodes[:0], loose: -1}
	p.parse(ctx)
	t.stack = p.stack
}

func (p *parser) parse(ctx context.Context) {
	t := p.tree
	p.tokensEnd = len(trimRight(p.text))
	if cap(t.nodes) < 4+len(p.text) {
		// Counting the bytes before each item bounds memory by the length of the text.
		if need := 4 + items(p.text); cap(t.nodes) < need {
			t.nodes = make([]node, 0, max(need, smallNodes))
		}
	}
	t.nodes = append(t.nodes, node{})
	p.stack = append(p.stack, frame{})
	var s sign
	for tokens := 1; ; tokens++ {
		if tokens%(1<<14) == 0 && ctx.Err() != nil {
			t.malformed = true
			return
		}
		c, ok := p.space()
		switch {
		case !ok:
			p.unclosed()
			return
		case !p.top().wantsItem():
			p.after(c)
		case c == '+' || c == '-':
			if s.count == 0 {
				s.pos = int32(p.pos)
			}
			s.count++
			s.negative = s.negative != (c == '-')
			s.plus = s.plus || c == '+'
			p.advance(1)
			continue
		default:
			if !p.value(c, s) {
				return
			}
		}
		s = sign{}
		if len(p.stack) == 1 && p.stack[0].items > 0 {
			t.root = t.First(0)
			t.complete = t.Kind(t.root) != Bad
			return
		}
	}
}

// value parses an item that begins with c, after the signs s: all of it, or the opening bracket. It
// returns false if the parse ends here.
func (p *parser) value(c byte, s sign) bool {
	switch {
	case c == '(' || c == '[' || c == '{':
		return p.openBracket(c, s)
	case (c == '<' || c == 'd') && s.count == 0 && p.inMetadata() && p.object():
	case s.count > 0 && !digit(c) && c != '.':
		p.syntax(int(s.pos), p.pos+1, "sign without a number after it")
	case c == ')' || c == ']' || c == '}':
		p.closeBracket(c)
	case digit(c) || c == '.' && p.pos+1 < len(p.text) && digit(p.text[p.pos+1]):
		p.number(s)
	case c == '\'' || c == '"':
		p.strings()
	case letter(c):
		p.word()
	case c == '.' && bytes.HasPrefix(p.text[p.pos:], []byte("...")):
		p.item(node{kind: Ellipsis, pos: int32(p.pos), end: int32(p.pos + 3)})
		p.advance(3)
	default:
		p.syntax(p.pos, p.pos+1, "unexpected %s, expected a value", text.Byte(c))
	}
	return true
}

// inMetadata reports whether a value of a dictionary comes next that is the second item of a tuple, as the metadata of a
// type is.
func (p *parser) inMetadata() bool {
	top := p.top()
	if top.open != '{' || top.key == 0 {
		return false
	}
	around := p.stack[len(p.stack)-2]
	return around.open == '(' && around.items == 1
}

// object parses <class 'bytes'> or dtype('float64'), and returns false for everything else.
func (p *parser) object() bool {
	last := ")"
	switch rest := p.text[p.pos:]; {
	case bytes.HasPrefix(rest, []byte("<class '")):
		last = "'>"
	case !bytes.HasPrefix(rest, []byte("dtype(")):
		return false
	}
	// Where this fails, syntax skips the same bytes, so that none is looked at more than twice.
	text := trimRight(p.text[p.pos:resync(p.text, p.pos)])
	if !bytes.HasSuffix(text, []byte(last)) {
		return false
	}
	p.item(node{kind: Object, pos: int32(p.pos), end: int32(p.pos + len(text))})
	p.advance(len(text))
	p.tree.objects = true
	return true
}

// items returns the maximum number of nodes in a text: each is the first in its bracket, or follows
// a comma or a colon.
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

// after handles the token after a complete item: a comma, a colon or a closing bracket.
func (p *parser) after(c byte) {
	top := p.top()
	switch {
	case c == ',':
		if top.open == '{' && top.pairs > 0 && top.pairs < top.items {
			p.colonMissing(top)
		}
		top.commas++
		p.advance(1)
	case c == ':' && top.open == '{' && top.pairs == top.items-1:
		top.pairs++
		top.key = top.last
		p.advance(1)
	case c == ')' || c == ']' || c == '}':
		p.closeBracket(c)
	case c == ':' && top.open == '{':
		p.syntax(p.pos, p.pos+1, "colon after a value that is not a key")
	default:
		p.syntax(p.pos, p.pos+1, "unexpected %s, expected a comma or a closing bracket", text.Byte(c))
	}
}

func (p *parser) colonMissing(top *frame) {
	again := p.tree.malformed
	p.fail(p.tree.Pos(top.last), p.tree.End(top.last), "dictionary item without a value")
	if again {
		p.tree.nodes[top.node].kind = Bad
		return
	}
	// The rest of the dictionary alternates again after a value that stands for the missing one.
	top.pairs++
	bad := p.add(node{kind: Bad, pos: int32(p.pos), end: int32(p.pos)})
	p.tree.nodes[top.last].next = bad
	top.last = bad
}

// openBracket handles an opening bracket. It returns false if there are too many.
func (p *parser) openBracket(c byte, s sign) bool {
	if s.count > 0 && c != '(' {
		p.syntax(int(s.pos), p.pos+1, "sign before '%c'", c)
		return true
	}
	if len(p.stack) > maxNesting {
		p.report(spec.HeaderNestingDepth, p.pos, p.pos+1, "brackets nested more than %d deep", maxNesting)
		p.tree.malformed = true
		return false
	}
	n := p.add(node{kind: bracketKind(c), pos: int32(p.pos)})
	p.stack = append(p.stack, frame{node: n, open: c, sign: s})
	p.advance(1)
	return true
}

func bracketKind(open byte) Kind {
	switch open {
	case '(':
		return Tuple
	case '[':
		return List
	}
	return Dict
}

// closeBracket handles a closing bracket.
func (p *parser) closeBracket(c byte) {
	t, top := p.tree, p.top()
	if len(p.stack) == 1 {
		p.syntax(p.pos, p.pos+1, "unexpected %s, expected a value", text.Byte(c))
		return
	}
	if want := closing(top.open); c != want {
		p.mismatch(c, want)
		return
	}
	if top.key != 0 {
		p.fail(p.pos, p.pos+1, "unexpected '}', expected a value")
		p.item(node{kind: Bad, pos: int32(p.pos), end: int32(p.pos)})
	}
	if top.open == '{' && top.pairs > 0 && top.pairs < top.items {
		p.colonMissing(top)
	}
	nd := &t.nodes[top.node]
	nd.end = int32(p.pos + 1)
	p.trailingComma(top, p.pos)
	switch {
	case top.open == '{' && top.pairs == 0 && top.items > 0:
		nd.kind = Set
	case top.open == '(' && top.commas == 0 && top.items == 1:
		nd.kind = Group
		t.groups = true
	}
	if s := top.sign; s.count > 0 {
		inner := t.Inner(top.node)
		first := p.text[t.Pos(inner)]
		if k := t.Kind(inner); nd.kind != Group || k != Int && k != Float || first == '+' || first == '-' {
			p.fail(int(s.pos), p.pos+1, "sign without a number after it")
		} else {
			t.nodes[inner].negative = t.nodes[inner].negative != s.negative
		}
	}
	p.advance(1)
	p.pop()
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

// mismatch handles a closing bracket of the wrong kind: it also closes the brackets inside the one
// that it matches, or is ignored if it matches none.
func (p *parser) mismatch(c, want byte) {
	p.fail(p.pos, p.pos+1, "unexpected '%c', expected '%c'", c, want)
	for i := len(p.stack) - 1; i > 0; i-- {
		if closing(p.stack[i].open) != c {
			continue
		}
		for len(p.stack)-1 > i {
			nd := &p.tree.nodes[p.top().node]
			nd.kind, nd.end = Bad, int32(p.pos)
			p.pop()
		}
		p.closeBracket(c)
		return
	}
	p.advance(1)
}

// unclosed ends the parse at the end of the text.
func (p *parser) unclosed() {
	t := p.tree
	if len(p.stack) == 1 {
		p.fail(p.pos, p.pos, "unexpected end, expected a value")
		return
	}
	outermost := p.stack[1]
	p.fail(t.Pos(outermost.node), t.Pos(outermost.node)+1, "'%c' is never closed", outermost.open)
	for len(p.stack) > 1 {
		nd := &t.nodes[p.top().node]
		if len(p.stack) > 2 {
			nd.kind = Bad
		}
		nd.end = int32(p.pos)
		p.pop()
	}
	t.root = t.First(0)
}

// word parses a name, or a string with a prefix.
func (p *parser) word() {
	end := p.pos
	for end < len(p.text) && (letter(p.text[end]) || digit(p.text[end])) {
		end++
	}
	word := p.text[p.pos:end]
	if end < len(p.text) && quotes(p.text[end]) && len(word) <= 2 && letter(word[len(word)-1]) {
		p.strings()
		return
	}
	nd := node{pos: int32(p.pos), end: int32(end)}
	switch string(word) {
	case "True", "False":
		nd.kind = Bool
	case "None":
		nd.kind = None
	case "true", "false", "null":
		nd.kind = Bool
		python := "True"
		switch word[0] {
		case 'f':
			python = "False"
		case 'n':
			nd.kind, python = None, "None"
		}
		p.report(spec.LiteralJson, p.pos, end, "%s is JSON, expected %s", word, python)
	case "set":
		if bytes.HasPrefix(p.text[end:], []byte("()")) {
			nd.kind, end = Set, end+2
			nd.end = int32(end)
			break
		}
		fallthrough
	default:
		name := ""
		if !p.tree.malformed {
			name = p.tree.quoted(word)
		}
		hint := ""
		if bytes.HasPrefix(p.text[end:], []byte(".")) && (name == "np" || name == "numpy") {
			hint = " (NumPy 2's repr); write int(n) or str(s)"
		} else if name == "array" && bytes.HasPrefix(p.text[end:], []byte("(")) {
			hint = " (NumPy's repr); write int(n)"
		}
		p.syntax(p.pos, end, "unexpected name %s%s", name, hint)
		return
	}
	p.item(nd)
	p.advance(end - p.pos)
}

// Begins reports whether a text begins as a literal does: with a bracket, a string, or a call as in
// dict(descr=…).
func Begins(text []byte) bool {
	if c := text[0]; c == '{' || c == '(' || c == '[' {
		return true
	}
	end := 0
	for end < len(text) && letter(text[end]) {
		end++
	}
	if body := trimRight(text); end <= 2 && end < len(body)-1 && quotes(body[end]) && body[len(body)-1] == body[end] {
		return true
	}
	for end < len(text) && (letter(text[end]) || digit(text[end]) || text[end] == '.') {
		end++
	}
	return end > 0 && end < len(text) && text[end] == '('
}
