package files

import (
	"bytes"
	"slices"
	"testing"
)

// TestShardIsStable has shards that must never change: people combine the results of different machines.
func TestShardIsStable(t *testing.T) {
	for name, want := range map[string]uint64{"a.npy": 5, "b.npy": 2, "sub/c.npy": 4} {
		var got []uint64
		for i := range uint64(5) {
			if (Shard{i + 1, 5}).Has(name) {
				got = append(got, i+1)
			}
		}
		if !slices.Equal(got, []uint64{want}) {
			t.Errorf("%s: got parts %v of 5, want %d", name, got, want)
		}
	}
}

// TestAutoShard has the variables of Slurm and Kubernetes, and some that don't say which task it is.
func TestAutoShard(t *testing.T) {
	for _, test := range []struct {
		env    map[string]string
		want   string
		stderr string
		err    string
	}{
		{
			env:    map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "4", "SLURM_ARRAY_TASK_MAX": "19", "SLURM_ARRAY_TASK_COUNT": "16"},
			want:   "4/16",
			stderr: "npycheck: shard 4/16, from SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_COUNT=16\n",
		},
		{
			env:    map[string]string{"SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "4", "SLURM_ARRAY_TASK_COUNT": "4"},
			want:   "4/4",
			stderr: "npycheck: shard 4/4, from SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=4 SLURM_ARRAY_TASK_COUNT=4\n",
		},
		{
			env:    map[string]string{"JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "1"},
			want:   "1/1",
			stderr: "npycheck: shard 1/1, from JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=1\n",
		},
		{
			err: "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set: this is not a task of an array of Slurm or of an indexed job of Kubernetes",
		},
		{
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "1", "JOB_COMPLETION_INDEX": "0"},
			err: "--shard auto: both SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are set; give --shard i/n",
		},
		{ // --array=1,3,7
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "1", "SLURM_ARRAY_TASK_COUNT": "3"},
			err: "--shard auto: SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=3 doesn't say which task of the array it is: their numbers have gaps; give --shard i/n",
		},
		{
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "4"},
			err: "--shard auto: SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4 doesn't say which task of the array it is: their numbers have gaps; give --shard i/n",
		},
		{
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_COUNT": "4"},
			err: "--shard auto: SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_COUNT=4 doesn't say which task of the array it is: their numbers have gaps; give --shard i/n",
		},
		{
			env: map[string]string{"JOB_COMPLETION_INDEX": "3", "JOB_COMPLETIONS": "3"},
			err: "--shard auto: JOB_COMPLETION_INDEX=3 JOB_COMPLETIONS=3: the index is not below the number of completions",
		},
		{
			env: map[string]string{"JOB_COMPLETION_INDEX": "3"},
			err: "--shard auto: JOB_COMPLETIONS is not set; Kubernetes doesn't set it: the manifest must, to spec.completions",
		},
		{
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "4"},
			err: "--shard auto: SLURM_ARRAY_TASK_MIN is not set",
		},
		{
			env: map[string]string{"SLURM_ARRAY_TASK_ID": "\x1b[2J", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "4"},
			err: `--shard auto: SLURM_ARRAY_TASK_ID is "\x1b[2J", expected a number`,
		},
		{
			env: map[string]string{"JOB_COMPLETION_INDEX": "3", "JOB_COMPLETIONS": "2000000"},
			err: "--shard auto: JOB_COMPLETION_INDEX=3 JOB_COMPLETIONS=2000000: more than 1048576 shards",
		},
	} {
		var stderr bytes.Buffer
		got, err := AutoShard(func(name string) string { return test.env[name] }, &stderr)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got.String() != test.want || stderr.String() != test.stderr || message != test.err {
			t.Errorf("%v: got %s, %q, %s", test.env, got, &stderr, message)
		}
	}
}
