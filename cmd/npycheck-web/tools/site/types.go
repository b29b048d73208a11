package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// schema is the part of a JSON schema that types are made of.
type schema struct {
	Type        string             `json:"type"`
	Description string             `json:"description"`
	Ref         string             `json:"$ref"`
	Enum        []any              `json:"enum"`
	Const       any                `json:"const"`
	Items       *schema            `json:"items"`
	OneOf       []*schema          `json:"oneOf"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
}

// typeNames are the interfaces for definitions of the schema. Other definitions are written out where they are used.
var typeNames = map[string]string{"file": "Report", "array": "ArrayInfo", "finding": "Finding", "omitted": "Omitted", "import": "Import"}

// types returns the TypeScript interfaces of a report on a file.
func types() ([]byte, error) {
	text, err := os.ReadFile("validator/report.schema.json")
	if err != nil {
		return nil, err
	}
	var document struct {
		Defs map[string]*schema `json:"$defs"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	t := typeWriter{document.Defs}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(typeNames)) {
		fmt.Fprintf(&b, "\nexport interface %s %s\n", typeNames[name], t.object(document.Defs[name], ""))
	}
	return []byte(b.String()), nil
}

type typeWriter struct{ definitions map[string]*schema }

// object returns an object type, the required properties first.
func (t typeWriter) object(s *schema, indent string) string {
	var b strings.Builder
	b.WriteString("{\n")
	for _, optional := range []bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if slices.Contains(s.Required, name) == optional {
				continue
			}
			property, mark := s.Properties[name], ""
			if optional {
				mark = "?"
			}
			if property.Description != "" {
				fmt.Fprintf(&b, "%s\t/** %s */\n", indent, property.Description)
			}
			fmt.Fprintf(&b, "%s\t%s%s: %s;\n", indent, name, mark, t.of(property, indent+"\t"))
		}
	}
	return b.String() + indent + "}"
}

// of returns the type of a value.
func (t typeWriter) of(s *schema, indent string) string {
	switch {
	case s.Ref != "":
		name := strings.TrimPrefix(s.Ref, "#/$defs/")
		if own, ok := typeNames[name]; ok {
			return own
		}
		return t.of(t.definitions[name], indent)
	case s.Const != nil:
		return literal(s.Const)
	case len(s.Enum) > 0:
		var list []string
		for _, v := range s.Enum {
			list = append(list, literal(v))
		}
		return strings.Join(list, " | ")
	case len(s.OneOf) > 0:
		var list []string
		for _, one := range s.OneOf {
			list = append(list, t.of(one, indent))
		}
		return strings.Join(list, " | ")
	}
	switch s.Type {
	case "integer", "number":
		return "number"
	case "array":
		return "Array<" + t.of(s.Items, indent) + ">"
	case "object":
		return t.object(s, indent)
	}
	return s.Type
}

// literal returns a value as TypeScript spells it.
func literal(v any) string {
	text, _ := json.Marshal(v) // from JSON
	return string(text)
}
