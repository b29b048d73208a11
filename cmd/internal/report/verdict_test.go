package report

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestVerdict covers each outcome, and each part that says what isn't listed and what was left out.
func TestVerdict(t *testing.T) {
	notes := Summary{Files: 3, Note: 4, Worst: [spec.Error + 1]int64{spec.Note: 2}}
	mixed := Summary{Files: 8, Error: 5, Warning: 2, Note: 270, Worst: [spec.Error + 1]int64{spec.Note: 1, spec.Warning: 1, spec.Error: 4}}
	with := func(s Summary, change func(*Summary)) Summary {
		change(&s)
		return s
	}
	for _, test := range []struct {
		levels Levels
		has    Summary
		want   string
	}{
		{Levels{}, Summary{}, "ok: 0 files, no findings"},
		{Levels{}, Summary{Files: 1}, "ok: 1 file, no findings"},
		{Levels{}, notes, "ok: 3 files, no errors or warnings; 4 notes hidden (--show note)"},
		{Levels{Show: spec.Note}, notes, "ok: 4 notes in 2 of 3 files"},
		{Levels{FailOn: spec.Note}, notes, "FAILED: 4 notes in 2 of 3 files"},
		{Levels{}, mixed, "FAILED: 5 errors, 2 warnings in 5 of 8 files; 270 notes hidden (--show note)"},
		{Levels{Show: spec.Error}, mixed, "FAILED: 5 errors in 4 of 8 files; 2 warnings, 270 notes hidden (--show note)"},
		{Levels{Show: spec.Error, FailOn: spec.Warning}, mixed, "FAILED: 5 errors, 2 warnings in 5 of 8 files; 270 notes hidden (--show note)"},
		{Levels{FailOn: Never}, mixed, "ok: 5 errors, 2 warnings in 5 of 8 files (--fail-on never); 270 notes hidden (--show note)"},
		{Levels{}, Summary{Files: 2, Warning: 2, Worst: [spec.Error + 1]int64{spec.Warning: 2}}, "ok: 2 warnings in 2 files"},
		{Levels{Show: spec.Error}, Summary{Files: 2, Warning: 2, Worst: [spec.Error + 1]int64{spec.Warning: 2}}, "ok: 2 files, no errors; 2 warnings hidden (--show warning)"},
		{Levels{}, Summary{Files: 1, NotChecked: 1}, "incomplete: 1 file not checked"},
		{Levels{}, with(mixed, func(s *Summary) { s.NotChecked = 2 }), "incomplete: 2 of 8 files not checked; 5 errors, 2 warnings in 5 of 8 files; 270 notes hidden (--show note)"},
		{Levels{}, Summary{Files: 5, Interrupted: true}, "incomplete: interrupted after 5 files"},
		{Levels{}, with(notes, func(s *Summary) {
			s.loads.add(groupLoads("a.npy", []validator.Load{{AllowPickle: true}}))
		}), "ok: 3 files, no errors or warnings; 4 notes hidden (--show note); 1 file holds Python objects (a.npy): np.load needs allow_pickle=True"},
		{Levels{}, Summary{Files: 1, Excused: 1}, "ok: 1 file, no findings; 1 file nonconforming, its errors ignored or lowered by --ignore, --only, --severity or the configuration file"},
		{Levels{}, Summary{Files: 2, Excused: 2, Known: 2}, "ok: 2 files, no findings; 2 known to the baseline; 2 files nonconforming, their errors known, ignored or lowered"},
		{Levels{}, Summary{Files: 2, Known: 3}, "ok: 2 files, no findings; 3 known to the baseline"},
		{Levels{}, Summary{Files: 2, Stale: 1}, "FAILED: 2 files, no findings; 1 stale entry in the baseline"},
		{Levels{}, Summary{Files: 2, Stale: 2}, "FAILED: 2 files, no findings; 2 stale entries in the baseline"},
		{Levels{}, Summary{Files: 2, Missing: "shard 2 of 3 is"}, "incomplete: shard 2 of 3 is missing; 2 files, no findings"},
		{Levels{}, with(mixed, func(s *Summary) { s.Missing = "shards 1,2 of 9 are" }), "incomplete: shards 1,2 of 9 are missing; 5 errors, 2 warnings in 5 of 8 files; 270 notes hidden (--show note)"},
		{Levels{}, Summary{Files: 1, NotChecked: 1, Missing: "shard 1 of 2 is"}, "incomplete: shard 1 of 2 is missing; 1 file not checked"},
		{Levels{}, Summary{Files: 2, Unverified: 1}, "ok: 2 files, no findings; checksums of 1 archive not verified (--depth full)"},
		{Levels{}, Summary{Files: 2, Links: 1}, "ok: 2 files, no findings; 1 link not followed (--follow)"},
		{Levels{}, Summary{Files: 2, Links: 2, Others: 1}, "ok: 2 files, no findings; 2 links not followed (--follow); 1 other file skipped"},
	} {
		test.has.Decide(test.levels.FailOn)
		if got := outcomeWord(test.has.Outcome) + ": " + test.levels.verdict(test.has); got != test.want {
			t.Errorf("got\n%s\nwant\n%s", got, test.want)
		}
	}
}

// TestSummaryOfPolicy covers what a summary says about a file whatever the policy leaves of its findings.
func TestSummaryOfPolicy(t *testing.T) {
	report := func(rules ...spec.ID) *validator.Report {
		r := &validator.Report{Format: validator.Npy}
		for _, rule := range rules {
			r.Findings = append(r.Findings, validator.Finding{Rule: rule, Member: validator.NoMember})
		}
		return r
	}
	ignore := func(rules ...spec.ID) Policy { return Policy{Ignore: rules} }
	lower := func(rule spec.ID) Policy { return Policy{Severity: map[spec.ID]spec.Severity{rule: spec.Note}} }
	for _, test := range []struct {
		name    string
		policy  Policy
		of      *validator.Report
		excused int64
	}{
		{"an error", Policy{}, report(spec.ShapeBool), 0},
		{"an error that is ignored", ignore(spec.ShapeBool), report(spec.ShapeBool), 1},
		{"an error that is lowered", lower(spec.ShapeBool), report(spec.ShapeBool), 1},
		{"one of two errors is ignored", ignore(spec.ShapeBool), report(spec.ShapeBool, spec.ShapeNegative), 0},
		{"an error of another kind is left", ignore(spec.ShapeBool), report(spec.ShapeBool, spec.PickleBuffer), 1},
		{"a warning that is ignored", ignore(spec.DataTrailing), report(spec.DataTrailing), 0},
	} {
		var s Summary
		s.Add((&Checker{Policy: test.policy}).File(Path("a.npy"), test.of, nil))
		if s.Excused != test.excused {
			t.Errorf("%s: got %d excused, want %d", test.name, s.Excused, test.excused)
		}
	}
}

// TestOneNumber counts the findings in the formats that list or count all of them: they agree with the summary.
func TestOneNumber(t *testing.T) {
	files := slices.Concat(samples(t), furtherFiles(t))
	var sum Summary
	for _, f := range files {
		sum.Add(f)
	}
	want := map[string]int64{"error": sum.Error, "warning": sum.Warning, "note": sum.Note}
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 1
		}
		return n
	}
	all := Levels{Show: spec.Note}
	for _, test := range []struct {
		name    string
		format  Format
		pattern string // of a line: the level, and how many findings it is about besides one
	}{
		{"text", NewText(TextOptions{Levels: all}), `(?m)^(?P<level>error|warning|note)\[(?:[a-z]+-)+[a-z0-9]+\]: (?P<count>[0-9]+)?(?: findings?, not listed$)?(?:.*\n(?:  .*\n)*?  and (?P<more>[0-9]+) more)?`},
		{"compact", Compact{all}, `(?m): (?P<level>error|warning|note): (?P<count>[0-9]+)?(?: more findings? not listed)?.*\[`},
		{"summary", NewByRule(TextOptions{Levels: all}), `(?m)^ *(?P<count>[0-9]+) +[0-9]+  (?P<level>error|warning|note) `},
		{"markdown", NewMarkdown(), "(?m)^\\| (?P<level>error|warning|note) \\| `[a-z0-9-]+` \\| [^|]* \\| (?P<count>[0-9]+) \\|"},
	} {
		got := map[string]int64{"error": 0, "warning": 0, "note": 0}
		pattern := regexp.MustCompile(test.pattern)
		text := regexp.MustCompile(`(?m)^.*\bnot-checked\b.*\n`).ReplaceAllString(written(t, test.format, files), "")
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			group := func(name string) string {
				if i := pattern.SubexpIndex(name); i >= 0 {
					return m[i]
				}
				return ""
			}
			got[group("level")] += number(group("count"))
			if more := group("more"); more != "" {
				got[group("level")] += number(more)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v:\n%s", test.name, got, want, text)
		}
	}
}

// TestFixable counts the findings that are listed, by the command that fixes them.
func TestFixable(t *testing.T) {
	t.Parallel()
	type counts = [spec.Error + 1]int64 // by severity: none, note, warning, error
	const yes = remedy.Fixed
	for _, test := range []struct {
		show    spec.Severity
		fixable Fixable
		lines   []string
	}{
		{0, nil, nil},
		{0, Fixable{yes: counts{0, 9, 1, 2}}, []string{"3 fixable with npycheck fix FILE"}},
		{spec.Note, Fixable{yes: counts{0, 9, 1, 2}}, []string{"12 fixable with npycheck fix FILE"}},
		{spec.Error, Fixable{yes: counts{0, 5, 5}}, nil},
		{spec.Note, Fixable{yes | remedy.Notes: counts{0, 4}, yes: counts{0, 0, 2}}, []string{"4 fixable with npycheck fix --level note FILE", "2 fixable with npycheck fix FILE"}},
		{0, Fixable{yes | remedy.Notes: counts{0, 4}, yes: counts{0, 0, 2}}, []string{"2 fixable with npycheck fix FILE"}},
		{
			0, Fixable{yes | remedy.Drop | remedy.Rename: counts{0, 0, 1}, yes | remedy.Cut: counts{0, 0, 1}, fixUnknown: counts{0, 7, 0, 1}},
			[]string{"1 fixable with npycheck fix --cut FILE", "1 fixable with npycheck fix --drop --rename FILE", "1 finding not tried: npycheck fix --check FILE says what it fixes"},
		},
	} {
		if lines := (Levels{Show: test.show}).fixable(test.fixable); !slices.Equal(lines, test.lines) {
			t.Errorf("%v: got %q, want %q", test.fixable, lines, test.lines)
		}
	}
}

// TestFixableFiles counts the findings of files, and of parts of a run.
func TestFixableFiles(t *testing.T) {
	t.Parallel()
	found := func(rule spec.ID, fix remedy.Fix) Finding {
		return Finding{Finding: validator.Finding{Rule: rule}, Severity: spec.Error, Fix: fix}
	}
	var a, b Summary
	a.Add(&File{Findings: []Finding{found(spec.HeaderBom, remedy.Fixed), found(spec.HeaderBom, remedy.Fixed), found(spec.DataTruncated, 0)}})
	b.Add(&File{Findings: []Finding{found(spec.HeaderBom, remedy.Fixed), found(spec.DataTrailing, remedy.Fixed|remedy.Cut)}})
	b.Add(&File{Findings: []Finding{found(spec.HeaderBom, 0), found(spec.DataTruncated, 0)}, FixUnknown: true}) // nothing repairs the second
	a.Merge(b)
	want := []string{"3 fixable with npycheck fix FILE", "1 fixable with npycheck fix --cut FILE", "1 finding not tried: npycheck fix --check FILE says what it fixes"}
	if got := (Levels{}).fixable(a.Fixable); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
