// Package seeded gives native fuzz targets inputs that are the same on each machine and in each run. An engine steered by
// coverage finds more in a long time, but what it tries depends on the clock: its failures may be older than the change
// that it was run for.
package seeded

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// F is a native target. If the environment has a number of inputs, NPYCHECK_FUZZ_INPUTS, its Fuzz also checks as many
// mutations of the seeds, which are those of NPYCHECK_FUZZ_SEED, a number.
type F struct {
	*testing.F
	seeds [][]any
}

// On reports whether the environment has a number of inputs.
func On() bool { return os.Getenv("NPYCHECK_FUZZ_INPUTS") != "" }

// Add adds a seed: values of the types that Fuzz's function takes.
func (f *F) Add(seed ...any) {
	f.F.Add(seed...)
	f.seeds = append(f.seeds, seed)
}

// Fuzz calls the function, as testing.F's does, with each seed, each input in testdata, and each mutation of them. An
// input that fails is logged in the form in which testdata has inputs.
func (f *F) Fuzz(check any) {
	f.Helper()
	if On() {
		kept, err := read(filepath.Join("testdata", "fuzz", f.Name()))
		if err != nil {
			f.Fatal(err)
		}
		for _, input := range inputs(f.Name(), append(f.seeds, kept...), number(f, "NPYCHECK_FUZZ_INPUTS"), number(f, "NPYCHECK_FUZZ_SEED")) {
			f.F.Add(input...)
		}
		check = logging(check)
	}
	f.F.Fuzz(check)
}

// number returns a number in the environment, or 0 if it has none.
func number(f *F, name string) int {
	text := os.Getenv(name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		f.Fatalf("%s is %q, expected a number", name, text)
	}
	return n
}

// logging returns the function, such that it logs an input that fails.
func logging(check any) any {
	call := reflect.ValueOf(check)
	return reflect.MakeFunc(call.Type(), func(args []reflect.Value) []reflect.Value {
		t := args[0].Interface().(*testing.T)
		passed := false
		defer func() { // also of a panic
			if !passed && !t.Skipped() || t.Failed() {
				t.Logf("the input:\n%s", marshal(args[1:]))
			}
		}()
		call.Call(args)
		passed = true
		return nil
	}).Interface()
}

// magic is the first line of an input in testdata.
const magic = "go test fuzz v1\n"

func marshal(values []reflect.Value) string {
	text := magic
	for _, v := range values {
		switch v := v.Interface().(type) {
		case []byte:
			text += fmt.Sprintf("[]byte(%q)\n", v)
		case string:
			text += fmt.Sprintf("string(%q)\n", v)
		case byte:
			text += fmt.Sprintf("byte(%q)\n", v)
		default:
			text += fmt.Sprintf("%T(%v)\n", v, v)
		}
	}
	return text
}

// read returns the inputs in a folder of testdata.
func read(folder string) ([][]any, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all [][]any
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		input, err := unmarshal(string(b))
		if err != nil {
			return nil, fmt.Errorf("%s: %v", e.Name(), err)
		}
		all = append(all, input)
	}
	return all, err
}

func unmarshal(text string) (values []any, err error) {
	text, ok := strings.CutPrefix(text, magic)
	if !ok {
		return nil, errors.New("it doesn't begin as an input")
	}
	for line := range strings.Lines(text) {
		kind, literal, _ := strings.Cut(strings.TrimRight(line, ")\n"), "(")
		var value any
		switch kind {
		case "[]byte":
			literal, err = strconv.Unquote(literal)
			value = []byte(literal)
		case "string":
			value, err = strconv.Unquote(literal)
		case "byte":
			var char rune
			if char, _, _, err = strconv.UnquoteChar(strings.TrimPrefix(literal, "'"), '\''); err == nil {
				value = byte(char)
			}
		case "bool":
			value, err = strconv.ParseBool(literal)
		default:
			err = errors.New("type " + kind)
		}
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// inputs returns n mutations of the seeds of a target, of each in turn.
func inputs(target string, seeds [][]any, n, seed int) [][]any {
	hash := fnv.New64a()
	hash.Write([]byte(target))
	m := mutator{rand.New(rand.NewPCG(hash.Sum64(), uint64(seed)))}
	all := make([][]any, n)
	for i := range all {
		all[i] = m.mutated(seeds[i%len(seeds)], seeds[m.IntN(len(seeds))])
	}
	return all
}
