package kubernetes

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
)

const folder = "../../kubernetes"

var strategies = map[string]rest.RESTCreateStrategy{
	"Job":                   job.Strategy,
	"CronJob":               cronjob.Strategy,
	"PersistentVolumeClaim": persistentvolumeclaim.Strategy,
}

// admit treats a manifest as the API server does when the object is created: it reads it, where a field that
// it doesn't know is an error, sets the defaults, and validates it. A warning is an error too.
func admit(manifest []byte) (runtime.Object, error) {
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(manifest)))
	document, err := documents.Read()
	if err != nil {
		return nil, err
	}
	if _, err := documents.Read(); err != io.EOF {
		return nil, fmt.Errorf("more than one object")
	}
	codecs := serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict)
	object, kind, err := codecs.UniversalDecoder().Decode(document, nil, nil)
	if err != nil {
		return nil, err
	}
	strategy := strategies[kind.Kind]
	if strategy == nil {
		return nil, fmt.Errorf("kind %s", kind.Kind)
	}
	ctx := request.WithNamespace(request.NewContext(), metav1.NamespaceDefault)
	ctx = request.WithRequestInfo(ctx, &request.RequestInfo{APIGroup: kind.Group, APIVersion: kind.Version})
	rest.FillObjectMetaSystemFields(object.(metav1.Object))
	if err := rest.BeforeCreate(strategy, ctx, object); err != nil {
		return nil, err
	}
	if warnings := strategy.WarningsOnCreate(ctx, object); len(warnings) > 0 {
		return nil, fmt.Errorf("warnings: %q", warnings)
	}
	return legacyscheme.Scheme.ConvertToVersion(object, kind.GroupVersion())
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// admitted returns the object of a manifest as the API server would keep it.
func admitted[T runtime.Object](t *testing.T, name string) T {
	t.Helper()
	object, err := admit(read(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return object.(T)
}

// TestAdmitRefuses shows that admit can fail.
func TestAdmitRefuses(t *testing.T) {
	for _, test := range []struct{ manifest, old, new, want string }{
		{"check.yaml", "completions: 16", "completion: 16", `unknown field "spec.completion"`},
		{"check.yaml", "backoffLimitPerIndex: 3", "backoffLimitPerindex: 3", `unknown field "spec.backoffLimitPerindex"`},
		{"check.yaml", "completionMode: Indexed", "completionMode: NonIndexed", "spec.backoffLimitPerIndex: Invalid value"},
		{"check.yaml", "restartPolicy: Never", "restartPolicy: OnFailure", `only "Never" is supported when podFailurePolicy is specified`},
		{"merge.yaml", "values: [1, 2, 3]", "values: [3, 2, 1]", "must be ordered"},
		{"nightly.yaml", `"17 2 * * *"`, `"17 25 * * *"`, "spec.schedule: Invalid value"},
		{"list.yaml", "mountPath: /reports", "mountPath: /data", "must be unique"},
		{"reports.yaml", "10Gi", "10Gib", "quantities must match"},
	} {
		text := string(read(t, test.manifest))
		if !strings.Contains(text, test.old) {
			t.Fatalf("%s: %q is not there", test.manifest, test.old)
		}
		_, err := admit([]byte(strings.ReplaceAll(text, test.old, test.new)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %q: got %v, want an error with %q", test.manifest, test.new, err, test.want)
		}
	}
}
