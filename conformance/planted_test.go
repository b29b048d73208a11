package conformance

import (
	"cmp"
	"context"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/conform/compare"
	"github.com/npycheck/npycheck/internal/conform/said"
)

// A plantedCase is a case with what a reader's array is compared with.
type plantedCase struct {
	corpus.Case
	file []byte
	v    *compare.Vector
}

func plantedCases(t *testing.T) []plantedCase {
	var list []plantedCase
	for _, c := range corpus.Cases() {
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, plantedCase{c, file, compare.NewVector(&c, func(*corpus.Case) ([]byte, error) { return file, nil })})
	}
	// Most bugs show in a small file, which is read in no time.
	slices.SortStableFunc(list, func(a, b plantedCase) int { return cmp.Compare(len(a.file), len(b.file)) })
	return list
}

// read asks a reader of package planted for the case.
func (c *plantedCase) read(r *planted.Reader) Result {
	got, outcome, err := r.Read(c.File, c.file)
	a := Answer{Outcome: Outcome(outcome), Array: PlantedArray(got)}
	if err != nil {
		a.Message = said.Line(err.Error())
	}
	return judgeRead(&c.Case, c.Duty, a, c.v)
}

// PlantedArray returns what a reader of package planted read in the form of an answer.
func PlantedArray(a *planted.Array) *Array {
	switch {
	case a == nil:
		return nil
	case a.Members == nil:
		return compare.NewArray(a.DType, a.Shape, a.Data)
	}
	members := map[string]*Array{}
	for key, m := range a.Members {
		members[key] = PlantedArray(m)
	}
	return compare.NewArchive(members)
}

// A reader that does what the clauses say must pass, whether it reads what it must or what it
// can.
func TestPlantedRightReaders(t *testing.T) {
	cases := plantedCases(t)
	accepted := map[bool]int{}
	for _, lax := range []bool{false, true} {
		r := &planted.Reader{Lax: lax}
		for i := range cases {
			result := cases[i].read(r)
			if result.Cell.Failed() {
				t.Errorf("lax %t: %s: %s: %s", lax, result.ID, result.Cell, result.Message)
			}
			if result.Outcome == OutcomeAccept {
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
	cases := plantedCases(t)
	fails := func(bug string, c *plantedCase) bool {
		return c.read(&planted.Reader{Bug: bug}).Cell.Failed() || c.read(&planted.Reader{Bug: bug, Lax: true}).Cell.Failed()
	}
	for _, bug := range planted.ReaderBugs {
		at := slices.IndexFunc(cases, func(c plantedCase) bool { return c.ID == bug.Case })
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
