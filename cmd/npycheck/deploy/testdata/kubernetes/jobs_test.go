package kubernetes

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/controller/job"
)

func TestMain(m *testing.M) {
	if os.Getenv("NPYCHECK") == "" {
		fmt.Fprintln(os.Stderr, "NPYCHECK doesn't name the command npycheck")
		os.Exit(1)
	}
	job.DefaultJobPodFailureBackOff = 100 * time.Millisecond // not 10 seconds
	os.Exit(m.Run())
}

// fill writes files as data.
func (c *cluster) fill(count int) {
	c.t.Helper()
	if out, err := exec.Command("python3", "../files.py", c.folders["data"], fmt.Sprint(count)).CombinedOutput(); err != nil {
		c.t.Fatalf("%v\n%s", err, out)
	}
}

func (c *cluster) report(name string) string {
	return filepath.Join(c.folders["npycheck-reports"], name)
}

// apply runs the job of a manifest, and compares how it ends.
func (c *cluster) apply(manifest, want string) *batchv1.Job {
	c.t.Helper()
	return c.ends(admitted[*batchv1.Job](c.t, manifest), want)
}

func (c *cluster) ends(j *batchv1.Job, want string) *batchv1.Job {
	c.t.Helper()
	j = c.finish(j)
	if got := end(j); got != want {
		c.t.Fatalf("%s: got %s, want %s", j.Name, got, want)
	}
	return j
}

func sortedLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(strings.Lines(string(text)))
}

// TestJobs runs the jobs one after the other. A pod of the second is killed; another one continues with its report.
// The merged report is that of one check of all.
func TestJobs(t *testing.T) {
	c := newCluster(t)
	c.fill(16000)
	c.apply("list.yaml", "complete")

	killer := &killer{cluster: c}
	c.running = killer.watch
	check := c.apply("check.yaml", "complete")
	if check.Status.Succeeded != 16 || check.Status.Failed != 1 {
		t.Errorf("got %d pods that succeeded and %d that failed, want 16 and 1", check.Status.Succeeded, check.Status.Failed)
	}
	if !strings.Contains(c.logs[killer.index], "not changed, and not checked again") {
		t.Errorf("index %q was killed and didn't go on:\n%s", killer.index, c.logs[killer.index])
	}
	c.running = nil

	merge := c.apply("merge.yaml", "failed: PodFailurePolicy") // there are findings
	if merge.Status.Failed != 1 {
		t.Errorf("merged %d times, want once", merge.Status.Failed)
	}
	if out, err := exec.Command(os.Getenv("NPYCHECK"), "check", "--summary", "--resume", c.report("whole.jsonl"), c.folders["data"]).CombinedOutput(); err == nil {
		t.Errorf("nothing found\n%s", out)
	}
	want := sortedLines(t, c.report("whole.jsonl"))
	if len(want) != 16002 {
		t.Errorf("got %d lines in a report, want 16002", len(want))
	}
	if !slices.Equal(sortedLines(t, c.report("report.jsonl")), want) {
		t.Error("the merged report is not that of one check")
	}
}

// killer kills one pod while it writes its report.
type killer struct {
	*cluster
	mu    sync.Mutex
	index string // of the pod
}

// watch waits until a process has written a part of its report.
func (k *killer) watch(pod *corev1.Pod, process *os.Process) {
	index := pod.Annotations[batchv1.JobCompletionIndexAnnotation]
	for range 1000 {
		time.Sleep(time.Millisecond)
		if info, err := os.Stat(k.report(index + ".jsonl")); err == nil && info.Size() > 10000 {
			break
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.index != "" || process.Signal(syscall.SIGSTOP) != nil {
		return
	}
	time.Sleep(50 * time.Millisecond)
	if text, err := os.ReadFile(k.report(index + ".jsonl")); err == nil && len(text) > 10000 && !strings.Contains(string(text), `{"summary":`) {
		k.index = index
		process.Kill()
		return
	}
	process.Signal(syscall.SIGCONT)
}

// TestUnreadable has a shard that fails four times, for good. The others don't, and merge reports it.
func TestUnreadable(t *testing.T) {
	c := newCluster(t)
	c.fill(40)
	c.apply("list.yaml", "complete")
	if err := os.Remove(filepath.Join(c.folders["data"], "000", "000005.npy")); err != nil {
		t.Fatal(err)
	}
	check := c.apply("check.yaml", "failed: FailedIndexes")
	if check.Status.FailedIndexes == nil || *check.Status.FailedIndexes != "5" || check.Status.CompletedIndexes != "0-4,6-15" || check.Status.Failed != 4 {
		t.Errorf("got the status %+v, want index 5 as failed after 4 pods, and all others as completed", check.Status)
	}
	c.apply("merge.yaml", "failed: PodFailurePolicy")
	last := slices.Collect(strings.Lines(string(must(os.ReadFile(c.report("report.txt"))))))
	if got := last[len(last)-1]; !strings.HasPrefix(got, "incomplete: 1 of 40 files not checked; 1 error in 1 of 40 files") {
		t.Errorf("got %s", got)
	}
}

// TestWrongCommandLine has a file where a report belongs: all shards stop.
func TestWrongCommandLine(t *testing.T) {
	c := newCluster(t)
	c.fill(40)
	c.apply("list.yaml", "complete")
	if err := os.WriteFile(c.report("7.jsonl"), []byte("a text\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	check := c.apply("check.yaml", "failed: PodFailurePolicy")
	if check.Status.Failed == 0 {
		t.Errorf("got the status %+v, want a pod that failed", check.Status)
	}
	c.apply("merge.yaml", "failed: PodFailurePolicy")
}

// TestNightly runs the job of two nights. Each night has its own report, and findings cause no retry.
func TestNightly(t *testing.T) {
	c := newCluster(t)
	c.fill(40)
	cron := admitted[*batchv1.CronJob](t, "nightly.yaml")
	for _, night := range []string{"29848937", "29850377"} {
		object, err := admit(must(json.Marshal(batchv1.Job{
			TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"},
			ObjectMeta: metav1.ObjectMeta{Name: cron.Name + "-" + night},
			Spec:       cron.Spec.JobTemplate.Spec,
		})))
		if err != nil {
			t.Fatal(err)
		}
		j := c.ends(object.(*batchv1.Job), "failed: PodFailurePolicy")
		if j.Status.Failed != 1 {
			t.Errorf("got %d pods that failed, want 1", j.Status.Failed)
		}
		if lines := sortedLines(t, c.report(j.Name+".jsonl")); len(lines) != 42 {
			t.Errorf("got %d lines in the report, want 42", len(lines))
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
