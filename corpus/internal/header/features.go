package header

import (
	"regexp"
	"slices"
	"strings"
)

// Features returns the features of the corpus that the header of a .npy file states, and whether it can be
// read so far.
func Features(file []byte) (features []string, ok bool) {
	dict, whole := Of(file)
	_, descr, hasDescr := dict.pair("descr")
	_, order, hasOrder := dict.pair("fortran_order")
	_, shape, hasShape := dict.pair("shape")
	escaped := slices.ContainsFunc(dict.split(','), func(pair Text) bool {
		key, _, _ := strings.Cut(pair.String(), ":")
		return strings.Contains(key, `\`)
	})
	if !whole || escaped || !hasDescr || !hasOrder || !hasShape {
		return nil, false
	}
	add := func(feature string, is bool) {
		if is && !slices.Contains(features, feature) {
			features = append(features, feature)
		}
	}
	add("v"+string('0'+file[6]), true)
	dims, ok := dimensions(shape.unwrapped())
	if !ok || !addType(descr.unwrapped(), 0, add) {
		return nil, false
	}
	add([]string{"0d", "1d", "2d", "nd"}[min(len(dims), 3)], true)
	add("empty", slices.ContainsFunc(dims, isZero))
	switch order.unwrapped().String() {
	case "True":
		add("fortran-order", len(dims) > 1)
	case "False":
	default:
		return nil, false
	}
	start, end := Bounds(file)
	add("long-header", end-start > 256)
	return features, true
}

var number = regexp.MustCompile(`^[+-]?(0[xXoObB])?[0-9a-fA-F_]+[lL]?$`)

// dimensions returns the items of a shape.
func dimensions(shape Text) (dims []Text, ok bool) {
	s := shape.String()
	if len(s) < 2 || s[0] != '(' && s[0] != '[' {
		return nil, false
	}
	for _, d := range shape.split(',') {
		d = d.unwrapped()
		if !number.MatchString(d.String()) {
			return nil, false
		}
		dims = append(dims, d)
	}
	return dims, len(dims) > 0 || strings.TrimSpace(s[1:len(s)-1]) == ""
}

func isZero(d Text) bool { return strings.Trim(d.String(), "+-0xXoObB_lL") == "" }

var typeString = regexp.MustCompile(`^[uU]?['"]([<>|=]?)([?a-zA-Z])(\d*)(?:\[[^']*\])?['"]$`)

// kinds gives the feature of a type by its letter and size, or by its letter for those of any size.
var kinds = map[string]string{
	"?": "bool", "b1": "bool", "i1": "int", "i2": "int", "i4": "int", "i8": "int64", "u1": "uint", "u2": "uint", "u4": "uint", "u8": "uint64",
	"f2": "float16", "f4": "float", "f8": "float", "f10": "longdouble", "f12": "longdouble", "f16": "longdouble",
	"c8": "complex", "c16": "complex", "c20": "longdouble", "c24": "longdouble", "c32": "longdouble",
	"M8": "datetime", "m8": "datetime", "S": "bytes", "a": "bytes", "U": "text", "V": "void", "O": "object",
}

// addType adds the features of a descr at a depth, and reports whether it is understood.
func addType(descr Text, depth int, add func(string, bool)) bool {
	if descr.bracket() != '[' {
		part := typeString.FindStringSubmatch(descr.String())
		if part == nil {
			return false
		}
		kind := kinds[part[2]+part[3]]
		if kind == "" && strings.Contains("SaUVO", part[2]) {
			kind = kinds[part[2]]
		}
		add(kind, true)
		add("big-endian", part[1] == ">" && !slices.Contains([]string{"bool", "bytes", "void", "object"}, kind) && part[3] != "1")
		add("zero-itemsize", strings.Contains("SaUV", part[2]) && strings.Trim(part[3], "0") == "")
		return kind != ""
	}
	fields := descr.split(',')
	add("structured", true)
	add("nested", depth > 0)
	add("zero-itemsize", len(fields) == 0)
	for _, f := range fields {
		items := f.unwrapped().split(',')
		if len(items) != 2 && len(items) != 3 || !addType(items[1].unwrapped(), depth+1, add) {
			return false
		}
		add("titles", items[0].unwrapped().bracket() == '(')
		if len(items) == 3 {
			dims, isShape := dimensions(items[2])
			add("nested", true)
			add("zero-itemsize", isShape && slices.ContainsFunc(dims, isZero) || isZero(items[2]))
		}
	}
	return true
}
