package conformance

import (
	"cmp"
	"context"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// A plantedCase is a case with what a reader's array is compared with.
type plantedCase struct {
	corpus.Case
	file []byte
	v    *judge.Vector
}

// plantedCases has all cases, with those of small files first: most bugs show in one, which is read in no time.
var plantedCases = sync.OnceValue(func() []plantedCase {
	var list []plantedCase
	for _, c := range corpus.Cases() {
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			panic(err)
		}
		list = append(list, plantedCase{c, file, judge.NewVector(&c, func(*corpus.Case) ([]byte, error) { return file, nil })})
	}
	slices.SortStableFunc(list, func(a, b plantedCase) int { return cmp.Compare(len(a.file), len(b.file)) })
	return list
})

// read asks a reader of package planted for the case.
func (c *plantedCase) read(r *planted.Reader) Result {
	got, outcome, err := r.Read(c.File, c.file)
	a := Answer{Outcome: Outcome(outcome), Array: PlantedArray(got)}
	if err != nil {
		a.Message = text.Line(err.Error())
	}
	return judgeRead(&c.Case, c.Duty, a, c.v)
}

// PlantedArray returns what a reader of package planted read in the form of an answer.
func PlantedArray(a *planted.Array) *Array {
	switch {
	case a == nil:
		return nil
	case a.Members == nil:
		return judge.NewArray(a.DType, a.Shape, a.Data)
	}
	members := map[string]*Array{}
	for key, m := range a.Members {
		members[key] = PlantedArray(m)
	}
	return judge.NewArchive(members)
}

// rightResults returns what the right readers do with each case: the strict one, and the lax one.
var rightResults = sync.OnceValue(func() map[bool][]Result {
	results := map[bool][]Result{}
	cases := plantedCases()
	for _, lax := range []bool{false, true} {
		for i := range cases {
			results[lax] = append(results[lax], cases[i].read(&planted.Reader{Lax: lax}))
		}
	}
	return results
})

// Unlearned returns the rules whose files a reader has to reject, and of which a right reader rejects none: it doesn't
// know them. A new rule is one of them until a bug needs it.
func Unlearned() (unknown []string) {
	known := map[string]bool{} // of each rule, whether a file is rejected because of it
	for _, results := range rightResults() {
		for _, r := range results {
			own := slices.DeleteFunc(slices.Clone(r.Rules), func(name string) bool {
				rule, _ := spec.Lookup(name)
				return rule.Reader != spec.Reject
			})
			if r.Duty == corpus.Reject && len(own) == 1 {
				known[own[0]] = known[own[0]] || !r.Cell.Failed()
			}
		}
	}
	for rule, yes := range known {
		if !yes {
			unknown = append(unknown, rule)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// TestUnlearned compares the rules that the right readers don't know with a list, so that they can't forget one unseen.
func TestUnlearned(t *testing.T) {
	const list = "testdata/unlearned.txt"
	got := strings.Join(append(Unlearned(), ""), "\n")
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile(list, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got %q, want %q as in %s", got, want, list)
	}
}

// A reader that does what the clauses say must pass, whether it reads what it must or what it can. It may accept what
// breaks a rule that it doesn't know.
func TestPlantedRightReaders(t *testing.T) {
	unlearned := Unlearned()
	accepted := map[bool]int{}
	for lax, results := range rightResults() {
		for _, r := range results {
			unknown := r.Duty == corpus.Reject && slices.ContainsFunc(r.Rules, func(rule string) bool { return slices.Contains(unlearned, rule) })
			if r.Cell.Failed() && !unknown {
				t.Errorf("lax %t: %s: %s: %s", lax, r.ID, r.Cell, r.Message)
			}
			if r.Outcome == OutcomeAccept {
				accepted[lax]++
			}
		}
	}
	if accepted[true] < accepted[false]+100 {
		t.Errorf("the lax reader accepts %d files and the strict one %d, want many more", accepted[true], accepted[false])
	}
}

// Each bug makes a reader fail a case, so that its author learns about it.
func TestPlantedReaderBugs(t *testing.T) {
	cases := plantedCases()
	fails := func(bug string, c *plantedCase) bool {
		return c.read(&planted.Reader{Bug: bug}).Cell.Failed() || c.read(&planted.Reader{Bug: bug, Lax: true}).Cell.Failed()
	}
	for _, bug := range planted.ReaderBugs {
		at := slices.IndexFunc(cases, func(c plantedCase) bool { return c.ID == bug.Case })
		if at >= 0 && fails("", &cases[at]) {
			t.Errorf("%s: a reader without it fails %s, too: it has to learn one of the rules %v", bug.Name, bug.Case, cases[at].Rules)
			continue
		}
		if at >= 0 && fails(bug.Name, &cases[at]) {
			continue
		}
		shows := "no case shows it"
		for i := range cases {
			if fails(bug.Name, &cases[i]) {
				shows = cases[i].ID + " shows it"
				break
			}
		}
		t.Errorf("%s: %s doesn't show it: %s", bug.Name, bug.Case, shows)
	}
}

// plantedWriter asks a writer of package planted for what the corpus asks writers, until a result is one
// that is not expected.
func plantedWriter(t *testing.T, tasks []task, w *planted.Writer, wanted func(Cell) bool) *Result {
	for i := range tasks {
		q := &tasks[i].request
		if err := os.WriteFile(q.Path, w.Write(plantedRequest(t, q.Array)), 0o600); err != nil {
			t.Fatal(err)
		}
		result, err := tasks[i].judge(context.Background(), Answer{Outcome: OutcomeAccept})
		if err != nil {
			t.Fatal(err)
		}
		if !wanted(result.Cell) {
			return &result
		}
	}
	return nil
}

func plantedRequest(t *testing.T, a *protocol.Written) planted.Request {
	if a.Members != nil {
		q := planted.Request{Members: map[string]planted.Request{}}
		for key, m := range a.Members {
			q.Members[key] = plantedRequest(t, &m)
		}
		return q
	}
	data, err := hex.DecodeString(*a.Data)
	if err != nil {
		t.Fatal(err)
	}
	return planted.Request{DType: a.DType, Shape: *a.Shape, F: *a.FortranOrder, Data: data}
}

func plantedTasks(t *testing.T) []task {
	r := &runner{scratch: t.TempDir()}
	tasks, err := r.writerTasks(corpus.Cases(), func(c *corpus.Case) ([]byte, error) { return fs.ReadFile(corpus.FS, c.File) })
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		if !slices.Contains([]string{".npy", ".npz"}, filepath.Ext(task.request.Path)) {
			t.Fatalf("the path %s", task.request.Path)
		}
	}
	return tasks
}

func TestPlantedRightWriter(t *testing.T) {
	if result := plantedWriter(t, plantedTasks(t), &planted.Writer{}, func(c Cell) bool { return c == CellPass }); result != nil {
		t.Errorf("%s: %s: %s", result.ID, result.Cell, result.Message)
	}
}

// Each bug makes a writer fail, or at least break a SHOULD, which --fail-on-warning counts as a failure.
func TestPlantedWriterBugs(t *testing.T) {
	tasks := plantedTasks(t)
	pass := func(c Cell) bool { return c == CellPass }
	for _, bug := range planted.WriterBugs {
		w := &planted.Writer{Bug: bug.Name}
		at := slices.IndexFunc(tasks, func(t task) bool { return t.c.ID == bug.Case })
		if at >= 0 && plantedWriter(t, tasks[at:at+1], w, pass) != nil {
			continue
		}
		shows := "no case shows it"
		if result := plantedWriter(t, tasks, w, pass); result != nil {
			shows = result.ID + " shows it"
		}
		t.Errorf("%s: %s doesn't show it: %s", bug.Name, bug.Case, shows)
	}
}
