package conformance_test

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/rogpeppe/go-internal/testscript"
)

// binaries is the folder of fake, the adapter that misbehaves on request. Where there is no go command to build it,
// as in an emulator, NPYCHECK_BINARIES names a folder for it.
var binaries = os.Getenv("NPYCHECK_BINARIES")

// TestMain makes the test binary act as a harness in a process of its own, if it is called so.
func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){"harness": harness})
}

type suite struct{ *testing.M }

func (s suite) Run() int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		// Most tests wait for other processes, so more of them can run than there are CPUs.
		flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
	if binaries != "" {
		return s.M.Run()
	}
	var err error
	if binaries, err = os.MkdirTemp("", "npycheck-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(binaries)
	build := exec.Command("go", "build", "-o", binaries+string(filepath.Separator), "./"+fakeFolder)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return s.M.Run()
}

const fakeFolder = "internal/fake"

// program returns the name of a program.
func program(name string) string {
	// go test caches a result until a file changes that a test has opened. It doesn't see what the go command builds.
	os.ReadDir(fakeFolder)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(binaries, name)
}

// harness runs an adapter over cases, one at a time, and adopts its orphans: harness PROTOCOL TIMEOUT MEMORY ID,... COMMAND ...
func harness() {
	protocol, ids, command := os.Args[1], strings.Split(os.Args[4], ","), os.Args[5:]
	timeout, err := time.ParseDuration(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	memory, err := strconv.ParseInt(os.Args[3], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	report, err := conformance.Run(context.Background(), conformance.Options{
		Adapter: conformance.Adapter{
			Command:      command,
			Protocol:     conformance.Protocol(protocol),
			Timeout:      timeout,
			Memory:       memory,
			AdoptOrphans: true,
		},
		Jobs:  1,
		Cases: slices.DeleteFunc(corpus.Cases(), func(c corpus.Case) bool { return !slices.Contains(ids, c.ID) }),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary(report))
}
