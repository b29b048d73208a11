// Site is the command that builds the page and the npm package.
//
//	go run ./cmd/npycheck-web/internal/site FOLDER          the page, and the site around it
//	go run ./cmd/npycheck-web/internal/site -npm FOLDER     the npm package, for npm pack
//
// It runs in the root of the module and needs only Go. The folders are replaced.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	npm := flag.Bool("npm", false, "build the npm package")
	flag.Parse()
	if err := run(flag.Args(), *npm); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(args []string, npm bool) error {
	if len(args) != 1 {
		return errors.New("expected one FOLDER")
	}
	if _, err := os.Stat("cmd/npycheck-web"); err != nil {
		return errors.New("run it in the root of the module")
	}
	out := folder(args[0])
	if err := os.RemoveAll(args[0]); err != nil {
		return err
	}
	if npm {
		return buildPackage(out)
	}
	return buildSite(out)
}

// folder is where files are written.
type folder string

// write writes a file, given by its path with slashes.
func (f folder) write(name string, content []byte) error {
	path := filepath.Join(string(f), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// copy writes files of the checkout to a folder of the output, or to the output itself for "".
func (f folder) copy(to string, paths ...string) error {
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := f.write(to+filepath.Base(path), content); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program, and returns what it prints.
func command(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
