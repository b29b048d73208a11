package literal

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// builder puts nodes into a tree. It knows which brackets are open.
type builder struct {
	tree  *Tree
	stack []frame // the first stands for the place around the root
}

func (b *builder) top() *frame { return &b.stack[len(b.stack)-1] }

// add stores a node that is not yet the child of another.
func (b *builder) add(n node) Node {
	b.tree.nodes = append(b.tree.nodes, n)
	return Node(len(b.tree.nodes) - 1)
}

// item stores a complete node as the next child of the innermost open bracket.
func (b *builder) item(n node) { b.link(b.add(n)) }

func (b *builder) link(n Node) {
	top := b.top()
	if top.last == 0 {
		b.tree.nodes[top.node].parent = true
	} else {
		b.tree.nodes[top.last].next = n
	}
	top.last = n
	if top.key != 0 {
		top.key = 0
	} else {
		top.items++
	}
}

// pop closes the innermost bracket and makes it an item of the one around it.
func (b *builder) pop() {
	n := b.top().node
	b.stack = b.stack[:len(b.stack)-1]
	b.link(n)
}

// pointer returns the JSON pointer of the item that is being parsed, or was parsed last.
// Parentheses may turn out to be redundant, but still count as a level.
func (b *builder) pointer() string {
	if b.tree.src.Faults.Full() {
		return ""
	}
	var s strings.Builder
	for i := 1; i < len(b.stack); i++ {
		switch f := &b.stack[i]; {
		case f.key != 0:
			s.WriteString("/" + b.token(f.key))
		case f.open != '{':
			fmt.Fprintf(&s, "/%d", f.commas)
		}
	}
	return s.String()
}

// token returns a dictionary key as a part of a pointer.
func (b *builder) token(key Node) string {
	t := b.tree
	token := t.Excerpt(key)
	if n := t.Inner(key); t.Kind(n) == String && len(t.Text(n)) <= text.MaxQuoted {
		token = text.Quote(t.Value(n))
	}
	return escapes.Replace(token)
}

// escapes are those of a JSON pointer.
var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// report reports a fault of the text from pos to end, in the item that is being parsed.
func (b *builder) report(rule spec.ID, pos, end int, format string, args ...any) {
	b.tree.report(rule, pos, end, b.pointer(), format, args...)
}

// fail reports a syntax error, if it is the first one.
func (b *builder) fail(pos, end int, format string, args ...any) {
	if !b.tree.malformed {
		b.report(spec.HeaderNotALiteral, pos, end, "header is not a Python literal: "+format, args...)
	}
	b.tree.malformed = true
}

// parser is the state of one parse.
type parser struct {
	builder
	text []byte
	pos  int // in the text

	before    byte // the last byte of the token before pos, for the layout
	tokensEnd int  // after the last byte of the text that is not whitespace
}

// advance moves after a token of n bytes.
func (p *parser) advance(n int) {
	p.pos += n
	p.before = p.text[p.pos-1]
}

// syntax reports a syntax error and continues after the item that it spoils.
func (p *parser) syntax(pos, end int, format string, args ...any) {
	p.fail(pos, end, format, args...)
	skipTo := resync(p.text, p.pos)
	if top := p.top(); top.wantsItem() {
		p.item(node{kind: Bad, pos: int32(pos), end: int32(skipTo)})
	} else {
		p.tree.nodes[top.last].kind = Bad
	}
	p.pos = skipTo
}

// resync returns the position of the next comma or closing bracket that belongs to the innermost
// open bracket, skipping strings and brackets.
func resync(text []byte, pos int) int {
	depth := 0
	for ; pos < len(text); pos++ {
		switch c := text[pos]; c {
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
			if n := bytes.IndexByte(text[pos+1:], c); n >= 0 {
				pos += n + 1
			}
		}
	}
	return pos
}
