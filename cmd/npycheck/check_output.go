package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkOutput refuses to write a report over what is to be checked, or over what says how.
func (c *checkConfig) checkOutput(file string) error {
	if file == "-" {
		return usagef("a report can't go to a file named \"-\"; without a name it goes to standard output")
	}
	if hasArrayName(file) {
		return usagef("refusing to write a report over an array: %s", quoted(file))
	}
	output, err := os.Stat(file)
	if err != nil {
		return nil // there is nothing that could be lost
	}
	is := func(name string) bool { return name != "" && name != "-" && isFile(name, output) }
	switch in := c.inputs; {
	case slices.ContainsFunc(in.paths, is):
		return usagef("refusing to write a report over a file to check: %s", quoted(file))
	case is(in.listName):
		return usagef("refusing to write a report over the list of files: %s", quoted(file))
	case is(c.baseline):
		return usagef("refusing to write a report over the baseline: %s", quoted(file))
	case c.file != nil && is(c.file.name):
		return usagef("refusing to write a report over the configuration file: %s", quoted(file))
	case output.Mode().IsRegular() && isArray(file):
		return usagef("refusing to write a report over an array: %s", quoted(file))
	}
	return nil
}

// isFile reports whether a name stands for a file that is known already.
func isFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, file)
}

// isArray reports whether a name is a link to a file named like an array, or the file begins like one: a folder to
// check may have it under another name.
func isArray(name string) bool {
	if target, err := filepath.EvalSymlinks(name); err == nil && hasArrayName(target) {
		return true
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len("\x93NUMPY"))
	n, _ := io.ReadFull(file, head)
	start := string(head[:n])
	return start == "\x93NUMPY" || strings.HasPrefix(start, "PK\x03\x04")
}
