// Package page has the common parts of the pages that npycheck writes: the style, a content security policy that
// allows nothing else, and the anchors of the headings in Markdown that they link to.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

// Style is the style that a page begins with.
//
//go:embed page.css
var Style string

// Policy returns the content security policy of a page that has one style and one script, and loads nothing.
func Policy(style, script string) string {
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'", source(style), source(script))
}

// source returns the source expression of a content security policy for a style or a script.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Anchor returns the anchor that renderers of Markdown make of a heading.
func Anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		}
		return -1
	}, strings.ToLower(heading))
}
