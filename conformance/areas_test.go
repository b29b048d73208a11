package conformance_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

const areas = "prefix header literal keys descr shape order data pickle zip npz"

// judged is the current file of a script.
type judged struct {
	name  string // "" if it has none
	bytes []byte // nil once it was judged
}

// TestAreas runs the scripts in testdata/script, one for each area. They quote clauses, and show for each what conforms
// to it and what doesn't. A file comes first, and then what the validator, in this process, must report for it:
//
//	npy [-version 1.0] [-pad N] [-zeros N | -data HEX] HEADER
//
// is a .npy file: the header, with "`" for "'", N spaces and a newline after it, and N zero bytes of data, or these.
// Without -pad the header ends at a multiple of 64.
//
//	case ID
//
// is that of a case of the corpus.
//
//	conforms DUTY [RULE...]
//	breaks DUTY [RULE...]
//	unchecked DUTY [RULE...]
//
// say whether it conforms, or that it could not be checked to its end, what a reader has to do with it, and which rules
// are reported for it: these, and no others.
func TestAreas(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Values["file"] = new(judged)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"npy":       npyCommand,
			"case":      caseCommand,
			"conforms":  verdictCommand(validator.Conforming),
			"breaks":    verdictCommand(validator.Nonconforming),
			"unchecked": verdictCommand(validator.NotChecked),
		},
	})
}

func npyCommand(ts *testscript.TestScript, neg bool, args []string) {
	flags := flag.NewFlagSet("npy", flag.ContinueOnError)
	version := flags.String("version", "1.0", "")
	pad := flags.Int("pad", -1, "")
	zeros := flags.Int("zeros", 0, "")
	data := flags.String("data", "", "")
	if err := flags.Parse(args); neg || err != nil || flags.NArg() != 1 {
		ts.Fatalf("usage: npy [-version 1.0] [-pad N] [-zeros N | -data HEX] HEADER")
	}
	file := []byte{0x93, 'N', 'U', 'M', 'P', 'Y', (*version)[0] - '0', (*version)[2] - '0'}
	header := strings.ReplaceAll(flags.Arg(0), "`", "'")
	length := 2
	if file[6] > 1 {
		length = 4
	}
	if *pad < 0 {
		*pad = (64 - (len(file)+length+len(header)+1)%64) % 64
	}
	header += strings.Repeat(" ", *pad) + "\n"
	file = append(file, binary.LittleEndian.AppendUint32(nil, uint32(len(header)))[:length]...)
	tail, err := hex.DecodeString(*data)
	ts.Check(err)
	file = slices.Concat(file, []byte(header), tail, make([]byte, *zeros))
	*ts.Value("file").(*judged) = judged{bytes: file}
}

func caseCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: case ID")
	}
	for _, c := range corpus.Cases() {
		if c.ID == args[0] {
			file, err := fs.ReadFile(corpus.FS, c.File)
			ts.Check(err)
			*ts.Value("file").(*judged) = judged{path.Base(c.File), file}
			return
		}
	}
	ts.Fatalf("no case %s", args[0])
}

func verdictCommand(verdict validator.Verdict) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		file := ts.Value("file").(*judged)
		if neg || len(args) == 0 || file.bytes == nil {
			ts.Fatalf("usage: after a file conforms, breaks or unchecked, DUTY [RULE...]")
		}
		report, err := validator.Check(context.Background(), bytes.NewReader(file.bytes), int64(len(file.bytes)), &validator.Options{
			Depth:         validator.Full,
			Name:          file.name,
			Decompressors: decompress.Methods(),
		})
		ts.Check(err)
		var rules []string
		for _, f := range report.Findings {
			rules = append(rules, f.Rule.String())
		}
		slices.Sort(rules)
		rules = slices.Compact(rules)
		want := slices.Sorted(slices.Values(args[1:]))
		if got := report.Verdict(); got != verdict || report.Duty().String() != args[0] || !slices.Equal(rules, want) {
			ts.Fatalf("got %s, %s, %v; want %s, %s, %v", got, report.Duty(), rules, verdict, args[0], want)
		}
		file.bytes = nil // the next file has to come first
	}
}

// TestAreasQuoteClauses compares the scripts with the documents: each area has one, each paragraph begins with a
// clause and words of it, and shows files that conform, and rules of the clause.
func TestAreasQuoteClauses(t *testing.T) {
	clauses := map[string]spec.Clause{}
	for _, c := range spec.Clauses() {
		clauses[c.ID+" "+c.Title] = c
	}
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	comment := regexp.MustCompile(`(?m)^# ?(.*)$`)
	verdict := regexp.MustCompile(`(?m)^(?:conforms|breaks|unchecked) \w+(.*)$`)
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) != len(strings.Fields(areas)) {
		t.Fatalf("got %d scripts, %v; want one for each of %s", len(files), err, areas)
	}
	for _, area := range strings.Fields(areas) {
		text, err := os.ReadFile(filepath.Join("testdata/script", area+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for paragraph := range strings.SplitSeq(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n\n") {
			heading, quoted := "", ""
			for i, line := range comment.FindAllStringSubmatch(paragraph, -1) {
				if i == 0 {
					heading = line[1]
				} else {
					quoted += " " + line[1]
				}
			}
			clause, ok := clauses[heading]
			if !ok || quoted == "" || !strings.Contains(words(clause.Text), words(quoted)) {
				t.Errorf("%s: %q is no clause, or doesn't say %s", area, heading, words(quoted))
				continue
			}
			shown := false
			for _, said := range verdict.FindAllStringSubmatch(paragraph, -1) {
				shown = shown || slices.ContainsFunc(strings.Fields(said[1]), func(rule string) bool { return slices.Contains(clause.Rules, rule) })
			}
			if !shown {
				t.Errorf("%s: %s shows none of the rules %v", area, heading, clause.Rules)
			}
		}
	}
}
