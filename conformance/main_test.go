package conformance_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// binaries is the folder of the programs that the tests run: npycheck, and the fake adapter. Where there is no go
// to build them, as under Wine, NPYCHECK_BINARIES names a folder that has them.
var binaries = os.Getenv("NPYCHECK_BINARIES")

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		// Most tests wait for other processes, so more of them fit than processors.
		flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
	if signal.Ignored(syscall.SIGHUP) {
		// As under nohup. The programs would inherit it and go on at the signal, which the tests send them.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	if binaries != "" {
		return m.Run()
	}
	var err error
	if binaries, err = os.MkdirTemp("", "npycheck-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(binaries)
	build := exec.Command("go", "build", "-o", binaries+string(filepath.Separator), "../cmd/npycheck", "./internal/fake")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// program returns the name of a program.
func program(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(binaries, name)
}
