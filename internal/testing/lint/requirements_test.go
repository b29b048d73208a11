package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// requirement is what protects a user, or npycheck itself, from a hostile file: the rules that report
// it, and the tests that hold it. Of tests outside of Go, a path below the module says where they are.
// A requirement without tests has a reason, and one that is held in part says what is missing.
type requirement struct {
	id     string
	what   string
	rules  string
	tests  string
	reason string
}

var requirements = []requirement{
	// Pickles.
	{"PK-01", "every import is recorded, whatever comes behind it", "pickle-import-dangerous pickle-import-unknown pickle-call-unknown", "TestHostilePickles TestPickleImports TestPickleManyImports TestPickleImportsOfPython", ""},
	{"PK-02", "names of imports come from the stack", "pickle-import-unresolved", "TestHostilePickles", ""},
	{"PK-03", "the memo is exact", "pickle-memo pickle-memo-redefined", "TestPickleMemoSlots TestHostilePickles", ""},
	{"PK-04", "escapes are decoded before names are resolved", "pickle-import-dangerous", "TestHostilePickles TestPickleForms", ""},
	{"PK-05", "names of imports are identifiers", "pickle-import-name", "TestHostilePickles", ""},
	{"PK-06", "extension codes and persistent identifiers are reported", "pickle-extension pickle-persistent-id", "TestHostilePickles", ""},
	{"PK-07", "calls and changes are those that NumPy and Python write", "pickle-call-form pickle-call-unknown pickle-mutation pickle-matrix pickle-state", "TestHostilePickles TestPickleForms TestPickleStates TestPickleStatePlaces TestPicklesOfNumPy", ""},
	{"PK-08", "no call decides on a size", "pickle-allocation", "TestHostilePickles", ""},
	{"PK-09", "the stream ends with the data", "pickle-trailing", "TestHostilePickles", ""},
	{"PK-10", "streams that no unpickler reads are faults", "pickle-truncated pickle-malformed", "TestHostilePickles TestPicklePrefixes TestPickleStack", ""},
	{"PK-11", "PROTO comes first and once, and no opcode is newer", "pickle-protocol", "TestHostilePickles", ""},
	{"PK-12", "frames are whole", "pickle-frame", "TestHostilePickles", "opcodes outside of frames have no finding: picklers write large strings and their neighbours there"},
	{"PK-13", "no buffers outside of the stream", "pickle-buffer", "TestHostilePickles", ""},
	{"PK-14", "lengths are compared with the bytes that are there", "pickle-malformed", "TestHostilePickles TestPickleMemory", ""},
	{"PK-15", "memo slots are no sizes", "pickle-memo", "TestHostilePickles TestPickleMemory", ""},
	{"PK-16", "depth, expansion and digits are bounded", "pickle-depth pickle-expansion pickle-work pickle-late-change", "TestHostilePickles TestHostileBounds TestPickleLimit TestPickleWorkIsLinear TestOpcodeWorkIsLinear", ""},
	{"PK-17", "the pickle builds the array of the header", "pickle-not-array pickle-header-mismatch", "TestHostilePickles", ""},
	{"PK-18", "states of dtypes are sound, objects never come from bytes", "pickle-dtype-state pickle-object-bytes pickle-state", "TestHostilePickles TestPickleForms TestPickledDTypeStates", ""},
	{"PK-19", "objects are found in every place of a dtype", "pickle-missing pickle-present pickle-numpy-core pickle-newer-name pickle-string-dtype pickle-python2-text pickle-platform", "TestNestedObjects TestPickleTraps", "what a pickle needs to be loaded is told with it"},
	{"PK-20", "bare pickles are named and walked", "pickle-raw-file npz-member-pickle", "TestBarePickle TestMisnamed TestExamples", ""},
	{"PK-21", "nothing is imported, evaluated or called", "pickle-present", "TestNoWayOut TestPickleImports", ""},
	{"PK-22", "streams that Python's two unpicklers read differently are faults", "pickle-frame pickle-memo pickle-import-name", "TestHostilePickles", ""},

	// Archives.
	{"ZP-01", "every byte belongs to one record", "zip-gap zip-overlap zip-prefix-bytes zip-trailing-bytes", "TestPartition TestArchiveFlips", ""},
	{"ZP-02", "directory and members agree", "zip-header-mismatch zip-name-mismatch zip-hidden-member zip-missing-member zip-order", "TestArchiveFlips TestHiddenMembers TestZipReaders", ""},
	{"ZP-03", "one end record that tells the truth", "zip-no-end-record zip-several-end-records zip-end-record-mismatch zip-comment-truncated zip-multi-disk zip-disk-sentinel zip-zip64-record zip-zip64-unneeded", "TestDisks TestSentinelsWithoutNeed TestArchiveCuts TestZipReaders", ""},
	{"ZP-04", "names and keys are distinct", "zip-name-duplicate zip-name-collision npz-key-ambiguous", "TestExamples TestFolderTaken TestNamesNormalized TestNamesNormalizedWork TestArchiveWorkIsLinear", ""},
	{"ZP-05", "names are safe", "zip-name-empty zip-name-absolute zip-name-parent zip-name-backslash zip-name-nul zip-name-control zip-name-invisible zip-name-encoding zip-name-not-flagged zip-name-unusual", "TestExamples", ""},
	{"ZP-06", "methods are those of NumPy", "zip-method zip-method-unusual", "TestExamples TestZipReaders", ""},
	{"ZP-07", "flags are those of NumPy", "zip-flags zip-encrypted", "TestExamples TestZipReaders", ""},
	{"ZP-08", "data descriptors are there and right", "zip-data-descriptor zip-data-descriptor-signature zip-streamed-records", "TestStreamedRecords TestStreamedRecordsAcrossReads TestExamples TestZipOfWriters", ""},
	{"ZP-09", "deflate streams are whole, and as long as they say", "zip-deflate-corrupt zip-deflate-trailing zip-data-corrupt zip-size zip-crc", "TestExamples TestArchiveFlips", ""},
	{"ZP-10", "extra fields parse and agree", "zip-extra-malformed zip-extra-unusual zip-local-extra zip-unicode-path zip-zip64-extra zip-zip64-deferral", "TestExtraForms TestExamples TestZipReaders", ""},
	{"ZP-11", "members are files", "zip-special-entry zip-attributes zip-directory-entry", "TestAttributes TestExamples", ""},
	{"ZP-12", "members are arrays, and judged by their content", "npz-name-suffix npz-member-not-npy npz-no-array npz-member-without-magic npz-member-pickle npz-member-archive", "TestArchive TestWithoutArrays TestExamples", ""},
	{"ZP-13", "bombs are named, and nothing is held", "zip-ratio zip-member-count", "TestExamples TestArchiveKeeps TestArchiveWorkIsLinear .ci/bench/memory.py", ""},
	{"ZP-14", "oddities are remarks", "zip-order zip-comment zip-version-needed", "TestExamples", ""},
	{"ZP-15", "what writers write is clean", "", "TestZipOfWriters TestZipOfWritersLarge conformance/testdata/zip/make", ""},
	{"ZP-16", "no fault of the archive hides a member", "zip-hidden-member", "TestHiddenMembers TestAfterStreams TestArchiveFaultsHideNothing", ""},

	// Headers.
	{"RD-01", "header lengths are compared with the bytes that are there", "prefix-header-truncated header-length-over-10000 header-length-over-limit", "TestFalseLengths", ""},
	{"RD-02", "literals have bounds of depth and size", "header-nesting-depth header-not-a-literal", "TestHostileHeaders", ""},
	{"RD-03", "no product wraps", "shape-dimension-overflow shape-product-overflow descr-size-overflow descr-itemsize-overflow", "TestHostileHeaders TestFalseLengths", ""},
	{"RD-04", "keys and names occur once", "keys-duplicate descr-duplicate-name", "TestExamples", ""},
	{"RD-05", "data are measured, not allocated", "data-truncated data-trailing", "TestFalseLengths TestWorkIsLinear", ""},
	{"RD-06", "text from the header is quoted", "", "TestQuote cmd/npycheck/testdata/script/hostile_names.txtar", ""},

	// npycheck itself.
	{"HV-01", "memory has a bound", "", "TestHostileHeaders TestPickleMemory TestArchiveMemory TestArchiveManyMembers .ci/bench/memory.py", ""},
	{"HV-02", "time is linear, and a check can be cancelled", "", "TestWorkIsLinear TestHeaderWorkIsLinear TestPickleWorkIsLinear TestOpcodeWorkIsLinear TestArchiveWorkIsLinear TestArchiveShares TestCancelled TestPickleCancelled", ""},
	{"HV-03", "the file does not choose how deep calls go", "header-nesting-depth pickle-depth", "TestHostileHeaders TestHostilePickles", ""},
	{"HV-04", "a panic is an exit code", "", "TestRunPanic", ""},
	{"HV-05", "numbers from the file do not wrap, on 32-bit systems too", "", "TestFalseLengths .ci/run", ""},
	{"HV-06", "what is not a file is refused and never waited for", "", "TestCheckFile cmd/npycheck/testdata/script/devices.txtar cmd/npycheck/testdata/script/interrupts.txtar", ""},
	{"HV-07", "files without a size are read", "", "cmd/npycheck/testdata/script/devices.txtar", ""},
	{"HV-08", "files that change are told from bad ones", "", "TestFileThatShrinks TestPickleThatShrinks TestFileThatChanges TestShortReads", ""},
	{"HV-09", "the standard input is bounded", "", "TestSpoolLimit TestEndlessStream TestSurplus cmd/npycheck/testdata/script/check_stdin.txtar", ""},
	{"HV-10", "walks over folders end and are in order", "", "cmd/npycheck/testdata/script/check_walk.txtar", ""},
	{"HV-11", "text from outside is quoted", "", "TestQuote cmd/npycheck/testdata/script/hostile_names.txtar cmd/npycheck/testdata/script/check_hostile_files.txtar", ""},
	{"HV-12", "no name is a command to a CI service", "", "TestNoCommands TestGitHubHostile cmd/npycheck/testdata/script/hostile_names.txtar", ""},
	{"HV-13", "JSON is valid whatever the names are", "", "TestAppendJSON TestReportsMatchSchema", ""},
	{"HV-14", "SARIF is valid whatever the names are", "", "TestSARIFHostile TestSARIFSchema", ""},
	{"HV-15", "XML is valid whatever the names are", "", "TestJUnitHostile", ""},
	{"HV-16", "no cell is a formula", "", "", "no report is a table for a spreadsheet"},
	{"HV-17", "nothing is written outside of the folder that was named", "", "cmd/npycheck/testdata/script/corpus_copy.txtar", "nothing is ever extracted under a name from a file"},
	{"HV-18", "exit codes tell if everything was checked", "", "TestRunWriteError cmd/npycheck/testdata/script/exit_codes.txtar", ""},
	{"HV-19", "the same bytes give the same report", "", "TestRunOrder TestParallel TestArchiveDeterminism TestStream", ""},
	{"HV-20", "no network, no processes, nothing but the standard library", "", "TestImports TestNoWayOut", ""},
	{"HV-21", "no file floods a report", "", "TestMaxFindings TestOmittedFindings TestPickleManyImports", ""},
	{"HV-22", "what is not understood is a finding", "prefix-version-unknown pickle-malformed zip-method", "TestPickleLimit TestArchiveMaxMembers TestArchiveLongNames", ""},
}

// testsOfModule returns the names of the tests of the module.
func testsOfModule(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("../../..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "../../.." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir // which the go command ignores, too
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestRequirements holds the table to what there is: its rules and tests exist, and each requirement
// has a test or a reason.
func TestRequirements(t *testing.T) {
	tests := testsOfModule(t)
	last := ""
	for _, r := range requirements {
		if r.what == "" || strings.HasPrefix(last, r.id[:2]) && r.id <= last {
			t.Errorf("%s: got it behind %s, or without words", r.id, last)
		}
		last = r.id
		for _, id := range strings.Fields(r.rules) {
			if _, ok := spec.Lookup(id); !ok {
				t.Errorf("%s: no rule %s", r.id, id)
			}
		}
		for _, name := range strings.Fields(r.tests) {
			if strings.Contains(name, "/") {
				if _, err := os.Stat(filepath.Join("../../..", name)); err != nil {
					t.Errorf("%s: %v", r.id, err)
				}
			} else if !tests[name] {
				t.Errorf("%s: no test %s", r.id, name)
			}
		}
		if r.tests == "" && r.reason == "" {
			t.Errorf("%s: got neither tests nor a reason", r.id)
		}
	}
}

// TestNoWayOut looks at what the packages that see bytes of files import: nothing that runs, loads or
// calls anything by a name, and nothing that leaves the machine.
func TestNoWayOut(t *testing.T) {
	forbidden := []string{"C", "net", "net/http", "os/exec", "plugin", "reflect", "unsafe"}
	for _, folder := range slices.Concat([]string{"spec", "validator", "validator/internal/*", "corpus", "cmd/internal/inspect"}, below) {
		files, err := filepath.Glob(filepath.Join("../../..", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: got %d files, %v", folder, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				if path := strings.Trim(i.Path.Value, `"`); slices.Contains(forbidden, path) {
					t.Errorf("%s imports %s", name, path)
				}
			}
		}
	}
}
