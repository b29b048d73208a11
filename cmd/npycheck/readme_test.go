package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs every command of the console blocks in README.md and compares what it prints with
// what the page says.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	commands := 0
	for _, block := range blocks {
		for _, session := range strings.Split(block[1], "$ npycheck ")[1:] {
			line, want, _ := strings.Cut(session, "\n")
			cmd := exec.Command(program(t, "npycheck"), strings.Fields(line)...)
			cmd.Dir = "../.."
			got, _ := cmd.CombinedOutput()
			if string(got) != want {
				t.Errorf("npycheck %s\ngot:\n%s\nwant:\n%s", line, got, want)
			}
			commands++
		}
	}
	if commands < 2 {
		t.Errorf("README.md has %d commands with output, want at least 2", commands)
	}
}
