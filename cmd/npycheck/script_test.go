package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/corpus"
)

// TestScripts tests npycheck's own command. The scripts in testdata/script call it as a user does, and
// fake, the adapter that misbehaves on request. They are named after the
// subcommand and the aspect, and have, besides the commands of testscript, two that build files,
// two for a server, and one that saves processes.
// PART is a copy of a part of the corpus, for scripts that are not about the corpus: npycheck conform --corpus $PART reads
// and unpacks as little as possible.
// NPYCHECK_UPDATE=1 rewrites the outputs that the scripts compare with. With -short it skips those
// that begin with "[short] skip", which wait long or write the whole corpus, and most of the
// bad adapters. With the build tag live it runs what follows "[!live] stop", which writes the whole corpus repeatedly.
//
//	npy [-version 1.0] [-pad N | -total N] [-data N] [HEADER] FILE
//
// writes a .npy file: the header, with "`" for "'", N spaces and a newline after it, and N zero
// bytes of data. Without -pad the prefix, the header and the padding have N bytes in total, or,
// without -total, a multiple of 64. Without HEADER the file is a good one: three float64, with
// their data.
//
//	here [-code CODE] npycheck ARGUMENT...
//	here [-code CODE] -each FILE
//
// runs npycheck, or each line of a file, in a process that has run it before, and wants the exit code, by default 0. exec
// npycheck starts a process: for standard input, and for signals.
//
//	serve FOLDER
//
// starts a web server on loopback for a folder, whose URL is in SERVER from then on, and its host in ADDRESS. Each folder in it is a bucket,
// too. It denies access to names with "denied", and redirects from names with "moved" to the same without it.
//
//	requests FILE
//
// writes down the requests to the server since the last call, sorted.
//
//	unhex LISTING FILE
//
// writes the bytes of a listing: hexadecimal bytes, text in double quotes, and either with a
// factor: 20*64. "#" starts a comment.
func TestScripts(t *testing.T) {
	t.Parallel()
	program(t, "fake")
	part, err := os.MkdirTemp("", "part")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(part) }) // which fails in Wine, as it does for the folders of scripts
	writePart(t, part)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("NPYCHECK_UPDATE") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"here":     hereCommand,
			"npy":      npyCommand,
			"unhex":    unhexCommand,
			"serve":    serveCommand,
			"requests": requestsCommand,
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Getuid() == 0, nil
			case "live":
				return live, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(env *testscript.Env) error {
			// No script may find somebody's own settings above its folder.
			if err := os.WriteFile(filepath.Join(env.WorkDir, "..", ".npycheck.toml"), nil, 0o666); err != nil {
				return err
			}
			vectors, err := filepath.Abs("../../corpus/vectors")
			if err != nil {
				return err
			}
			env.Setenv("VECTORS", vectors)
			env.Setenv("PART", part)
			// Bytes that a script can't spell.
			env.Setenv("NL", "\n")
			env.Setenv("ESC", "\x1b")
			env.Setenv("BAD", "\xff")
			env.Setenv("RLO", "\u202e")
			env.Setenv("CSI", "\u009b")
			env.Setenv("CR", "\r")
			env.Setenv("CGJ", "\u034f")
			env.Setenv("RULES", report.RulesSHA256()) // changes with the table
			env.Setenv("ENOENT", syscall.ENOENT.Error())
			// The caller's terminal must not change what is printed.
			env.Setenv("NO_COLOR", "")
			return nil
		},
	})
}

// writePart writes a part of the corpus into a folder, in the form of corpus copy: two areas, and single cases that the
// scripts ask for.
func writePart(t *testing.T, dir string) {
	single := []string{"data/bool-2", "data/padding-first", "descr/unknown-x8", "header/padding-tab", "prefix/magic-first-byte", "prefix/plain", "zip/empty", "zip/plain"}
	var part []corpus.Case
	for _, c := range corpus.Cases() {
		if area := path.Dir(c.ID); area != "order" && area != "shape" && !strings.HasPrefix(c.ID, "descr/datetime-of-") && !slices.Contains(single, c.ID) {
			continue
		}
		part = append(part, c)
		content, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, "vectors", filepath.FromSlash(c.File)), content)
	}
	// Each case is a line, as in the manifest of the corpus.
	manifest := fmt.Appendf(nil, `{"schema":1,"version":%q,"cases":[`, corpus.Version())
	for i, c := range part {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			manifest = append(manifest, ',')
		}
		manifest = append(append(manifest, '\n'), line...)
	}
	writeFile(t, filepath.Join(dir, "manifest.json"), append(manifest, "\n]}\n"...))
}

// writeFile writes a file and its folder.
func writeFile(t *testing.T, name string, content []byte) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, content, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

const (
	goodHeader = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"
	goodData   = 24
)

func npyCommand(ts *testscript.TestScript, neg bool, args []string) {
	flags := flag.NewFlagSet("npy", flag.ContinueOnError)
	version := flags.String("version", "1.0", "")
	pad := flags.Int("pad", -1, "")
	total := flags.Int("total", -1, "")
	data := flags.Int("data", -1, "")
	if err := flags.Parse(args); neg || err != nil || flags.NArg() < 1 || flags.NArg() > 2 {
		ts.Fatalf("usage: npy [-version 1.0] [-pad N | -total N] [-data N] [HEADER] FILE")
	}
	header, out := goodHeader, flags.Arg(flags.NArg()-1)
	if flags.NArg() == 2 {
		header = strings.ReplaceAll(flags.Arg(0), "`", "'")
	} else if *data < 0 {
		*data = goodData
	}
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(out)), 0o777))
	ts.Check(os.WriteFile(ts.MkAbs(out), buildNpy(*version, header, *pad, *total, max(*data, 0)), 0o666))
}

// buildNpy puts a file together without looking at what it says.
func buildNpy(version, header string, pad, total, data int) []byte {
	prefix := 10
	if version[0] != '1' {
		prefix = 12
	}
	size := prefix + len(header) + 1
	switch {
	case pad >= 0:
	case total >= 0:
		pad = total - size
	default:
		pad = (64 - size%64) % 64
	}
	header += strings.Repeat(" ", pad) + "\n"
	out := []byte("\x93NUMPY")
	out = append(out, version[0]-'0', version[2]-'0', byte(len(header)), byte(len(header)>>8))
	if prefix == 12 {
		out = append(out, byte(len(header)>>16), byte(len(header)>>24))
	}
	return append(append(out, header...), make([]byte, data)...)
}

var hexToken = regexp.MustCompile(`^\s*(?:#[^\n]*|([0-9a-f]{2})(?:\*([0-9]+))?|"([^"\n]*)"(?:\*([0-9]+))?)(?:\s+|$)`)

func unhexCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unhex LISTING FILE")
	}
	text := strings.TrimSpace(ts.ReadFile(args[0]))
	var out []byte
	for text != "" {
		m := hexToken.FindStringSubmatch(text)
		if m == nil {
			ts.Fatalf("unhex: can't read %.40q", text)
		}
		text = text[len(m[0]):]
		piece, err := hex.DecodeString(m[1])
		ts.Check(err)
		piece = append(piece, m[3]...)
		count := 1
		if factor := m[2] + m[4]; factor != "" {
			count, err = strconv.Atoi(factor)
			ts.Check(err)
		}
		out = append(out, bytes.Repeat(piece, count)...)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o666))
}
