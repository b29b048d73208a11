package kubernetes

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// TestManifests admits each manifest, and looks at what its pods may do.
func TestManifests(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	pods := 0
	for _, file := range files {
		name := filepath.Base(file)
		object, err := admit(read(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if pod := template(object); pod != nil {
			pods++
			for _, what := range needless(t, pod) {
				t.Errorf("%s: %s", name, what)
			}
		}
	}
	if pods != 4 {
		t.Errorf("got %d manifests with pods, want 4", pods)
	}
}

// TestNeedless grants each privilege in turn: needless has to report it.
func TestNeedless(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot != true"},
		{"runAsUser: 65532", "runAsUser: 0", "runAsUser=0"},
		{"type: RuntimeDefault", "type: Unconfined", "seccompProfile"},
		{"drop: [ALL]", "drop: [CHOWN]", "unrestricted capabilities"},
		{"allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true", "allowPrivilegeEscalation != false"},
		{"readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "its files can be written"},
		{"automountServiceAccountToken: false", "automountServiceAccountToken: true", "the token of the service account"},
		{"enableServiceLinks: false", "enableServiceLinks: true", "variables of the services"},
		{`limits: {cpu: "2", memory: 1Gi}`, `limits: {cpu: "2"}`, "no limit of memory"},
		{"mountPath: /data, readOnly: true", "mountPath: /data", "mount data"},
		{"claimName: data, readOnly: true", "claimName: data", "volume data"},
	} {
		text := string(read(t, "check.yaml"))
		if !strings.Contains(text, test.old) {
			t.Fatalf("%q is not there", test.old)
		}
		object, err := admit([]byte(strings.ReplaceAll(text, test.old, test.new)))
		if err != nil {
			t.Errorf("%s: %v", test.new, err)
			continue
		}
		if got := needless(t, template(object)); !strings.Contains(strings.Join(got, "; "), test.want) {
			t.Errorf("%s: got %q, want %s", test.new, got, test.want)
		}
	}
}

// template returns what the pods of an object are made from, nil if it has none.
func template(object runtime.Object) *corev1.PodTemplateSpec {
	switch object := object.(type) {
	case *batchv1.Job:
		return &object.Spec.Template
	case *batchv1.CronJob:
		return &object.Spec.JobTemplate.Spec.Template
	}
	return nil
}

// needless returns all that a pod may do and need not: what the Pod Security Standard restricted forbids, and more.
func needless(t *testing.T, template *corev1.PodTemplateSpec) (found []string) {
	t.Helper()
	restricted, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	for _, result := range restricted.EvaluatePod(level, &template.ObjectMeta, &template.Spec) {
		if !result.Allowed {
			found = append(found, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	pod := &template.Spec
	if !isFalse(pod.AutomountServiceAccountToken) {
		found = append(found, "it has the token of the service account")
	}
	if !isFalse(pod.EnableServiceLinks) {
		found = append(found, "it has variables of the services")
	}
	for _, volume := range pod.Volumes {
		if claim := volume.PersistentVolumeClaim; claim == nil || claim.ReadOnly != (claim.ClaimName == "data") {
			found = append(found, "volume "+volume.Name+": want a claim, read-only if it is that of the data")
		}
	}
	for _, c := range pod.Containers {
		if readOnly := c.SecurityContext.ReadOnlyRootFilesystem; readOnly == nil || !*readOnly {
			found = append(found, "its files can be written")
		}
		if c.Resources.Limits.Memory().IsZero() {
			found = append(found, "it has no limit of memory")
		}
		for _, mount := range c.VolumeMounts {
			if mount.ReadOnly != (mount.Name == "data") {
				found = append(found, "mount "+mount.Name+": want only that of the data read-only")
			}
		}
	}
	return found
}

func isFalse(b *bool) bool { return b != nil && !*b }

// TestShards compares what the jobs must agree on.
func TestShards(t *testing.T) {
	list := admitted[*batchv1.Job](t, "list.yaml").Spec.Template.Spec.Containers[0]
	check := admitted[*batchv1.Job](t, "check.yaml")
	merge := admitted[*batchv1.Job](t, "merge.yaml").Spec.Template.Spec.Containers[0]
	container := check.Spec.Template.Spec.Containers[0]

	want := []corev1.EnvVar{{Name: "JOB_COMPLETIONS", Value: fmt.Sprint(*check.Spec.Completions)}}
	if !slices.Equal(container.Env, want) {
		t.Errorf("got %v in the environment of a shard, want %v", container.Env, want)
	}
	if output, files := flag(list.Args, "--output"), flag(container.Args, "--files-from"); output == "" || output != files {
		t.Errorf("the list is written to %q and read from %q", output, files)
	}
	var reports []string
	for i := range *check.Spec.Completions {
		reports = append(reports, strings.ReplaceAll(flag(container.Args, "--resume"), "$(JOB_COMPLETION_INDEX)", fmt.Sprint(i)))
	}
	merged := slices.DeleteFunc(slices.Clone(merge.Args), func(arg string) bool { return arg == "merge" || strings.HasPrefix(arg, "--") })
	if !slices.Equal(merged, reports) {
		t.Errorf("got reports to merge\n%q\nwant\n%q", merged, reports)
	}
}

// flag returns the value of a flag, "" if it isn't there.
func flag(args []string, name string) string {
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, name+"="); ok {
			return value
		}
	}
	return ""
}
