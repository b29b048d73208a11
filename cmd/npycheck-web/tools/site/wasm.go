package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program returns npycheck for JavaScript, and the module that runs it.
func program() (wasm, script []byte, err error) {
	if wasm, err = buildWasm(); err != nil {
		return nil, nil, err
	}
	script, err = goScript()
	return wasm, script, err
}

// buildWasm builds npycheck for JavaScript.
func buildWasm() ([]byte, error) {
	dir, err := os.MkdirTemp("", "npycheck-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "npycheck.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "./cmd/npycheck-web")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	return os.ReadFile(path)
}

// goModule is a JavaScript module around wasm_exec.js of the Go that builds the program, which otherwise sets and takes
// global variables.
const goModule = `// Of Go's wasm_exec.js, without its global variables.
export const scope = {
	Array, Date, Error, Int8Array, Object, Promise, Uint8Array,
	TextDecoder, TextEncoder, crypto: globalThis.crypto, performance: globalThis.performance,
};
((globalThis) => {
%s
})(scope);
export const Go = scope.Go;
`

// goScript returns the module that runs a program written in Go.
func goScript() ([]byte, error) {
	root, err := command("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, goModule, script), nil
}

func compress(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a known level
	w.Write(content)                                      // to memory
	w.Close()
	return b.Bytes()
}
