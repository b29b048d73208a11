package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asCommand is the variable that makes the test the command.
const asCommand = "FILES_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestCommand runs the command, right and wrong.
func TestCommand(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
		out  string // that the output begins with
		log  string
	}{
		{"-format npz -seed 7 -from 100 -count 1", 0, "npz, seed 7 from 100: 1024 files and ", ""},
		{"-format zip", 3, "", "Usage of "},
		{"a.npy", 3, "", "Usage of "},
		{"-out command_test.go", 3, "", "files: mkdir command_test.go: "},
		{"-cpuprofile missing/file", 3, "", "files: open missing/file: "},
	} {
		var out, log strings.Builder
		c := exec.Command(os.Args[0], strings.Fields(test.args)...)
		c.Env = append(os.Environ(), asCommand+"=1")
		c.Stdout, c.Stderr = &out, &log
		err := c.Run()
		code := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if code != test.code || !strings.HasPrefix(out.String(), test.out) || !strings.HasPrefix(log.String(), test.log) {
			t.Errorf("%s: got exit code %d, %q and %q, want %d, %q and %q", test.args, code, &out, &log, test.code, test.out, test.log)
		}
	}
}
