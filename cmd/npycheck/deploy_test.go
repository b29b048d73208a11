//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// recipe runs a recipe of the folder deploy, with programs and modules in dir that stand in for an engine's.
func recipe(t *testing.T, dir string, files map[string]string, command ...string) (output string, status int) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"),
		"PYTHONPATH="+dir, "PYTHONDONTWRITEBYTECODE=1", "CALLS="+filepath.Join(dir, "calls"))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// TestSubmitFails has Slurm refuse the second of three jobs: the third may not be submitted, since it would wait for
// nothing, and the script must not end as if all was well.
func TestSubmitFails(t *testing.T) {
	dir := t.TempDir()
	output, status := recipe(t, dir, map[string]string{
		"bin/sbatch": "#!/bin/bash\nprintf x >>\"$CALLS\"\ncase \"$*\" in *check.sbatch*) exit 1 ;; esac\necho 12\n",
	}, "bash", "deploy/slurm/submit", filepath.Join(dir, "out"), dir)
	calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
	if status == 0 || len(calls) != 2 {
		t.Errorf("got the exit code %d after %d jobs, want any but 0 after 2; it printed %q", status, len(calls), output)
	}
}

// TestPythonShardIsKilled kills a shard that left a complete report in an earlier run: that report is not merged.
func TestPythonShardIsKilled(t *testing.T) {
	modules := map[string]string{
		"bin/npycheck": "#!/bin/sh\ncase \"$*\" in *' 2/3 '*) kill -9 $$ ;; *' 1/3 '*) exit 3 ;; merge*) echo \"$*\" ;; esac\n",
		"ray.py": "def init(**_): pass\ndef get(x): return x\n" +
			"def remote(**_):\n    def with_remote(f):\n        f.remote = f\n        return f\n    return with_remote\n",
		"dask/__init__.py": "",
		"dask/distributed.py": "class Client:\n    def __init__(self, _): pass\n    def __enter__(self): return self\n    def __exit__(self, *_): pass\n" +
			"    def submit(self, f, *args, pure): return f(*args)\n    def gather(self, x): return x\n",
	}
	for _, engine := range []string{"dask", "ray"} {
		dir := t.TempDir()
		output, status := recipe(t, dir, modules, "python3", "deploy/python/"+engine+"_check.py", "files.jsonl", dir, "3")
		want := "merge --fail-on error " + filepath.Join(dir, "1.jsonl") + " " + filepath.Join(dir, "3.jsonl") + "\n"
		if output != want || status != 0 {
			t.Errorf("%s: got %q and the exit code %d, want %q", engine, output, status, want)
		}
	}
}
