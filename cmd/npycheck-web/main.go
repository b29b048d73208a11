//go:build js && wasm

// Npycheck-web is npycheck for the page and for the npm package, as WebAssembly: it gives JavaScript an object named
// npycheck, with functions that open files and answer questions about them. See page/wasm.js, which runs it.
//
// All files of this package have a build constraint, so that go install ./... passes over it on other systems.
package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"syscall/js"

	"github.com/npycheck/npycheck/cmd/npycheck-web/internal/viewer"
)

// opened has the files that JavaScript has opened, by number.
type opened struct {
	files map[int]*viewer.File
	last  int
}

func main() {
	o := &opened{files: make(map[int]*viewer.File)}
	js.Global().Set("npycheck", map[string]any{
		"open":       answer(o.open),
		"close":      answer(o.close),
		"report":     answer(o.report),
		"outcome":    answer(o.outcome),
		"fix":        answer(o.fix),
		"contents":   answer(o.contents),
		"statistics": answer(o.statistics),
		"table":      answer(o.table),
		"picture":    answer(o.picture),
		"rules":      answer(func([]js.Value) (any, error) { return string(viewer.Rules()), nil }),
	})
	select {}
}

// answer returns a function for JavaScript. It returns an object with the value, or with the error.
func answer(do func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		value, err := do(args)
		if err != nil {
			return map[string]any{"error": err.Error()}
		}
		return map[string]any{"value": value}
	})
}

// open takes a name, a size in bytes, and a function that returns bytes as a Uint8Array, from an offset on. It
// returns the number of the file.
func (o *opened) open(args []js.Value) (any, error) {
	o.last++
	o.files[o.last] = viewer.Open(args[0].String(), reader(args[2]), int64(args[1].Float()))
	return o.last, nil
}

func (o *opened) close(args []js.Value) (any, error) {
	delete(o.files, args[0].Int())
	return nil, nil
}

// file returns the file of the number that JavaScript passes first, and decodes the JSON that it passes next.
func (o *opened) file(args []js.Value, question any) (*viewer.File, error) {
	f := o.files[args[0].Int()]
	if f == nil {
		return nil, fmt.Errorf("no file %d", args[0].Int())
	}
	if question != nil {
		if err := json.Unmarshal([]byte(args[1].String()), question); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (o *opened) report(args []js.Value) (any, error) {
	var options viewer.Options
	f, err := o.file(args, &options)
	if err != nil {
		return nil, err
	}
	return string(f.Report(context.Background(), options)), nil
}

func (o *opened) outcome(args []js.Value) (any, error) {
	f, err := o.file(args, nil)
	if err != nil {
		return nil, err
	}
	return f.Outcome(), nil
}

func (o *opened) fix(args []js.Value) (any, error) {
	f, err := o.file(args, nil)
	if err != nil {
		return nil, err
	}
	text, err := f.Fix(context.Background())
	return string(text), err
}

func (o *opened) contents(args []js.Value) (any, error) {
	f, err := o.file(args, nil)
	if err != nil {
		return nil, err
	}
	return string(f.Contents(context.Background())), nil
}

func (o *opened) statistics(args []js.Value) (any, error) {
	var place viewer.Place
	f, err := o.file(args, &place)
	if err != nil {
		return nil, err
	}
	text, err := f.Statistics(context.Background(), place)
	return string(text), err
}

func (o *opened) table(args []js.Value) (any, error) {
	var q viewer.Query
	f, err := o.file(args, &q)
	if err != nil {
		return nil, err
	}
	text, err := f.Table(context.Background(), &q)
	return string(text), err
}

// picture returns float64s as a Uint8Array.
func (o *opened) picture(args []js.Value) (any, error) {
	var q viewer.Query
	f, err := o.file(args, &q)
	if err != nil {
		return nil, err
	}
	numbers, err := f.Picture(context.Background(), &q)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, 8*len(numbers))
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array, nil
}
