package page

import (
	"fmt"
	"html"
	"strings"
)

// HTML is markup. A constant of Go becomes HTML by itself; other text does by [Format], which escapes it.
type HTML string

// Format returns markup with the values in place of each %s. A value that isn't HTML is escaped, so that it is text in
// an element, and between the quotes of an attribute that takes text. It may not stand anywhere else: TestHoles.
func Format(format HTML, values ...any) HTML {
	escaped := make([]any, len(values))
	for i, value := range values {
		if markup, ok := value.(HTML); ok {
			escaped[i] = string(markup)
		} else {
			escaped[i] = html.EscapeString(fmt.Sprint(value))
		}
	}
	return HTML(fmt.Sprintf(string(format), escaped...))
}

// Each returns the markup of all items, with a separator between them.
func Each[T any](items []T, separator HTML, markup func(T) HTML) HTML {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteString(string(separator))
		}
		b.WriteString(string(markup(item)))
	}
	return HTML(b.String())
}

// With returns the markup of a value, or none if there is no value.
func With[T comparable](value T, format HTML) HTML {
	var none T
	if value == none {
		return ""
	}
	return Format(format, value)
}
