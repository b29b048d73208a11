package corpus

import (
	"encoding/json"
	"iter"
	"reflect"
	"strconv"
	"strings"
)

// decoder decodes the manifest as encoding/json does, in a third of the time: every command about readers waits for it.
// It can believe what it reads: the generator wrote it, without spaces between values, and without null.
type decoder struct {
	text   string // strings without escapes are parts of it
	at     int
	fields map[reflect.Type]map[string]int // by their names in JSON
	maps   map[string]reflect.Value        // by their text: most cases share one of a few
}

// decode decodes the value at the start of a text into what p points to.
func decode(text string, p any) {
	d := &decoder{text, 0, make(map[reflect.Type]map[string]int), make(map[string]reflect.Value)}
	d.value(reflect.ValueOf(p).Elem())
}

// value decodes the next value into v, which is zero.
func (d *decoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(v.Elem())
	case reflect.Struct:
		fields := d.fieldsOf(v.Type())
		for range d.items('}') {
			if i, ok := fields[d.key()]; ok {
				d.value(v.Field(i))
			} else {
				d.raw()
			}
		}
	case reflect.Map:
		d.sharedMap(v)
	case reflect.Slice:
		d.slice(v)
	case reflect.String:
		v.SetString(d.string())
	case reflect.Bool:
		v.SetBool(d.raw() == "true")
	default:
		n, err := strconv.ParseInt(d.raw(), 10, 64)
		must(err)
		v.SetInt(n)
	}
}

func (d *decoder) fieldsOf(t reflect.Type) map[string]int {
	fields, ok := d.fields[t]
	if !ok {
		fields = make(map[string]int)
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			fields[name] = i
		}
		d.fields[t] = fields
	}
	return fields
}

// items yields the index of each item of a list or an object that ends with a byte, at the start of the item.
func (d *decoder) items(end byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		d.next() // after the bracket
		for n := 0; d.text[d.at] != end && yield(n); n++ {
			if d.line(); d.text[d.at] == ',' {
				d.next()
			}
		}
		d.at++
	}
}

// next passes a byte, and the end of its line.
func (d *decoder) next() {
	d.at++
	d.line()
}

func (d *decoder) line() {
	if d.text[d.at] == '\n' {
		d.at++
	}
}

func (d *decoder) slice(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Interface {
		must(json.Unmarshal([]byte(d.raw()), v.Addr().Interface()))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0)) // an empty list isn't nil
	for n := range d.items(']') {
		v.Grow(1)
		v.SetLen(n + 1)
		d.value(v.Index(n))
	}
}

// sharedMap decodes a map of strings.
func (d *decoder) sharedMap(v reflect.Value) {
	text := d.raw()
	m, ok := d.maps[text]
	if !ok {
		must(json.Unmarshal([]byte(text), v.Addr().Interface()))
		m = reflect.ValueOf(v.Interface())
		d.maps[text] = m
	}
	v.Set(m)
}

// key reads the name of a field, and the colon after it.
func (d *decoder) key() string {
	name := d.string()
	d.at++
	return name
}

func (d *decoder) string() string {
	text := d.raw()
	if strings.IndexByte(text, '\\') < 0 {
		return text[1 : len(text)-1]
	}
	var s string
	must(json.Unmarshal([]byte(text), &s))
	return s
}

// raw returns the text of the next value.
func (d *decoder) raw() string {
	start, depth := d.at, 0
	for {
		switch d.text[d.at] {
		case '"':
			for d.at++; d.text[d.at] != '"'; d.at++ {
				if d.text[d.at] == '\\' {
					d.at++
				}
			}
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		d.at++
		if depth == 0 && strings.IndexByte(",:]}\n", d.text[d.at]) >= 0 {
			return d.text[start:d.at]
		}
	}
}
