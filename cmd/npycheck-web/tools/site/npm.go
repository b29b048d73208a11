package main

import (
	"bytes"
	"os"

	"github.com/npycheck/npycheck/validator"
)

// buildPackage builds the npm package.
func buildPackage(out folder) error {
	wasm, script, err := program()
	if err != nil {
		return err
	}
	about, err := os.ReadFile("cmd/npycheck-web/npm/package.json")
	if err != nil {
		return err
	}
	declared, err := os.ReadFile("cmd/npycheck-web/npm/index.d.ts")
	if err != nil {
		return err
	}
	reported, err := types()
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"index.d.ts":    append(declared, reported...),
		"npycheck.wasm": wasm,
		"go.js":         script,
		"package.json":  bytes.Replace(about, []byte(`"version": "0.0.0"`), []byte(`"version": "`+validator.Version+`"`), 1),
	} {
		if err := out.write(name, content); err != nil {
			return err
		}
	}
	return out.copy("", "LICENSE", "cmd/npycheck-web/page/wasm.js", "cmd/npycheck-web/npm/index.js", "cmd/npycheck-web/npm/node.js",
		"cmd/npycheck-web/npm/browser.js", "cmd/npycheck-web/npm/README.md")
}
