package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// decode reads one JSON object and nothing else into a struct. The text may be many megabytes, so it is
// copied only into strings of the struct: a json.Decoder, which can reject unknown fields, makes its own copy.
func decode(text []byte, v any) error {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return errors.New("it is empty")
	}
	if text[0] != '{' {
		return errors.New("it is not a JSON object")
	}
	if err := json.Unmarshal(text, v); err != nil {
		var wrong *json.UnmarshalTypeError
		switch message := err.Error(); {
		case errors.As(err, &wrong):
			return fmt.Errorf("%s: got %s, expected %s", wrong.Field, wrong.Value, jsonType(wrong.Type.Kind()))
		case message == "unexpected end of JSON input":
			return errors.New("unfinished JSON object")
		case strings.HasSuffix(message, " after top-level value"):
			return errors.New("unexpected text after the JSON object")
		default:
			return errors.New(strings.TrimPrefix(message, "json: "))
		}
	}
	if !utf8.Valid(text) {
		return errors.New("it is not UTF-8")
	}
	s := strict{text: text}
	return s.value("", reflect.TypeOf(v))
}

// complaint says what is wrong with a message, and how the message begins. It is shortened later.
func complaint(err error, text []byte) string {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return err.Error()
	}
	return fmt.Sprintf("%v: %s", err, text[:min(len(text), 1<<10)])
}

func jsonType(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return "string"
	case reflect.Int64:
		return "integer"
	case reflect.Slice:
		return "array"
	}
	return "object"
}

// strict finds what package json forgives in valid JSON: duplicate fields, unknown ones, such as names in another
// letter case, and null for what is missing.
type strict struct {
	text []byte
	at   int
}

// value goes to the end of the value of a field that is decoded into the type.
func (s *strict) value(field string, t reflect.Type) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch s.next() {
	case '{':
		if t.Kind() == reflect.Struct || t.Kind() == reflect.Map {
			return s.object(t)
		}
	case 'n':
		return fmt.Errorf("%s: got null, expected a value or no such field", field)
	}
	s.skip()
	return nil
}

// object goes to the end of an object that is decoded into a struct, or into a map with names of any kind.
func (s *strict) object(t reflect.Type) error {
	seen := map[string]bool{}
	s.at++
	for s.next() != '}' {
		if s.text[s.at] == ',' {
			s.at++
			s.next()
		}
		start := s.at
		s.skip()
		var name string
		if err := json.Unmarshal(s.text[start:s.at], &name); err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("duplicate field %q", name)
		}
		seen[name] = true
		value, ok := fieldType(t, name)
		if !ok {
			return fmt.Errorf("unknown field %q", name)
		}
		s.next()
		s.at++ // the colon
		if err := s.value(name, value); err != nil {
			return err
		}
	}
	s.at++
	return nil
}

// fieldType returns the type that a field of an object is decoded into.
func fieldType(t reflect.Type, name string) (reflect.Type, bool) {
	if t.Kind() == reflect.Map {
		return t.Elem(), true
	}
	for i := range t.NumField() {
		if tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); tag == name {
			return t.Field(i).Type, true
		}
	}
	return nil, false
}

// next goes to the first byte that isn't whitespace, and returns it.
func (s *strict) next() byte {
	for strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
	return s.text[s.at]
}

// skip goes to the end of a value of any kind.
func (s *strict) skip() {
	for depth := 0; ; {
		switch s.next() {
		case '"':
			s.skipString()
		case '[', '{':
			depth++
			s.at++
		case ']', '}':
			depth--
			s.at++
		case ',', ':':
			s.at++
			continue // within a list or an object
		default:
			s.at += bytes.IndexAny(s.text[s.at:], ",]} \t\r\n") // a number or a word, in an object
		}
		if depth == 0 {
			return
		}
	}
}

func (s *strict) skipString() {
	for s.at++; ; s.at++ {
		s.at += bytes.IndexAny(s.text[s.at:], `"\`)
		if s.text[s.at] == '"' {
			s.at++
			return
		}
		s.at++
	}
}
