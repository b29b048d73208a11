// Package export writes what a fuzz engine needs to start on a reader of .npy and .npz files: seeds, a dictionary,
// options, and a harness to put the reader into. Nothing in it depends on this project.
package export

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Engine is a fuzz engine.
type Engine string

// The engines.
const (
	LibFuzzer Engine = "libfuzzer" // and cargo-fuzz, which drives it
	AFL       Engine = "afl"       // AFL++
	Go        Engine = "go"        // go test -fuzz
	Jazzer    Engine = "jazzer"    // and Jazzer.js
	Atheris   Engine = "atheris"
)

// Engines returns the engines.
func Engines() []Engine { return []Engine{LibFuzzer, AFL, Go, Jazzer, Atheris} }

// harness is a folder for each engine: the harnesses, a README, and templates of options.
//
//go:embed harness
var harness embed.FS

// templateSuffix ends the names of files of the harness whose own ending would make them part of a package.
const templateSuffix = ".txt"

// Written counts what was written.
type Written struct{ Seeds, Tokens int }

// Write writes seeds, dictionary, options and harness for an engine into a folder, which must be empty. Equal
// options write equal files.
func Write(ctx context.Context, root *os.Root, engine Engine, opt Options) (Written, error) {
	var done Written
	if !slices.Contains(Engines(), engine) {
		return done, fmt.Errorf("unknown engine %q", engine)
	}
	if err := writeHarness(root, engine, opt); err != nil {
		return done, err
	}
	if engine != Go { // it uses none
		tokens := dictionary(opt.Format)
		done.Tokens = len(tokens)
		if err := root.WriteFile("fuzz_npy.dict", appendDictionary(nil, tokens), 0o666); err != nil {
			return done, err
		}
	}
	folder := "seeds"
	if engine == Go {
		folder = "testdata/fuzz/FuzzNpy"
	}
	if err := root.MkdirAll(folder, 0o777); err != nil {
		return done, err
	}
	for s, err := range seeds(ctx, opt) {
		if err != nil {
			return done, err
		}
		content := s.content
		if engine == Go {
			content = goCorpus(s.content)
		}
		if err := root.WriteFile(path.Join(folder, s.name), content, 0o666); err != nil {
			return done, err
		}
		done.Seeds++
	}
	return done, nil
}

// goCorpus returns content in the form of the corpus of go test.
func goCorpus(content []byte) []byte {
	return fmt.Appendf(nil, "go test fuzz v1\n[]byte(%q)\n", content)
}

// writeHarness writes the files of the engine's harness.
func writeHarness(root *os.Root, engine Engine, opt Options) error {
	folder := path.Join("harness", string(engine))
	entries, err := harness.ReadDir(folder)
	if err != nil {
		return err
	}
	fill := strings.NewReplacer("MAX_SIZE", fmt.Sprint(opt.MaxSize))
	for _, e := range entries {
		content, err := harness.ReadFile(path.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o666)
		if strings.HasSuffix(e.Name(), ".sh") {
			mode = 0o777
		}
		name := strings.TrimSuffix(e.Name(), templateSuffix)
		if err := root.WriteFile(name, []byte(fill.Replace(string(content))), mode); err != nil {
			return err
		}
	}
	return nil
}
