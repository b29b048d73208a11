package main

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

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary act as npycheck, or as a runner, if it is called so: what the scripts and the terminals run
// is what was compiled with the tests.
func TestMain(m *testing.M) {
	if os.Args[0] == runnerName {
		if err := serveRequests(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	testscript.Main(suite{m}, map[string]func(){"npycheck": main})
}

type suite struct{ *testing.M }

// Run runs the tests with fake, the adapter that misbehaves on request, on the path. Where there is no go command to
// build it, as under Wine, NPYCHECK_BINARIES names a folder that has it.
func (s suite) Run() int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		// Most tests wait for other processes, so more of them can run than there are CPUs.
		flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
	if signal.Ignored(syscall.SIGHUP) {
		// As under nohup. The programs would inherit that, and survive the signal that the tests send them.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	binaries := os.Getenv("NPYCHECK_BINARIES")
	if binaries == "" {
		var err error
		if binaries, err = os.MkdirTemp("", "npycheck-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(binaries)
		build := exec.Command("go", "build", "-o", binaries+string(filepath.Separator), "../../"+fakeFolder)
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
			return 1
		}
	}
	os.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+binaries)
	code := s.M.Run()
	if err := here.close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if path, err := exec.LookPath("npycheck"); err == nil && runtime.GOOS == "windows" && os.RemoveAll(filepath.Dir(path)) != nil {
		os.Exit(code) // Wine can't remove the folder, which testscript treats as a failure
	}
	return code
}

const fakeFolder = "conformance/internal/fake"

// program returns the path of npycheck, or of fake.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	if name == "fake" {
		// go test caches a result until a file changes that a test has opened. It doesn't see what the go command builds.
		if _, err := os.ReadDir(filepath.Join("../..", fakeFolder)); err != nil {
			t.Fatal(err)
		}
	}
	return path
}
