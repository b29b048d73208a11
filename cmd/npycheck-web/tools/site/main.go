// Site is the command that builds the page and the npm package.
//
//	go run ./cmd/npycheck-web/tools/site FOLDER          the page, and the site around it
//	go run ./cmd/npycheck-web/tools/site -npm FOLDER     the npm package, for npm pack
//
// It runs in the root of the module and needs only Go. The folders are replaced.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
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
