package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// TestLoad states how np.load reads some files of the corpus. TestLoadByNumPy lets NumPy try that with all of them.
func TestLoad(t *testing.T) {
	cases := make(map[string]corpus.Case)
	for _, c := range corpus.Cases() {
		cases[c.ID] = c
	}
	for _, test := range []struct {
		id   string
		want string // the lines, or "" if nothing is certain
	}{
		{"order/c-1d", "np.load(path)"},
		{"data/trailing-0d", "np.load(path)"},
		{"zip/empty", "np.load(path)  # returns no array"},
		{"npz/document", "np.load(path)  # returns no array"},
		{"npz/object", "np.load(path, allow_pickle=True)['b']"},
		{"npz/archive-inside", "np.load(path)['inner.npz']  # returns bytes, not an array"},
		{"npz/npy-empty", "np.load(path)['b']  # returns bytes, not an array"},
		{"npz/member-second-array", "np.load(path)['b']  # returns the first of 2 arrays"},
		{"npz/member-key-missing", "'b': np.load fails: a required key is missing"},
		{"npz/member-pickle-missing", "'b': np.load fails: object array without a pickle"},
		{"zip/method-zstandard", "np.load(path)['a']  # needs Python 3.14 or later"},
		{"zip/method-bzip2", "np.load(path)"},
		{"zip/comment-signature", ""},
		{"zip/overlap-directory", ""},
		{"pickle/0d", "np.load(path, allow_pickle=True).item()  # needs NumPy 1.26.1 or later"},
		{"pickle/2d", "np.load(path, allow_pickle=True)  # needs NumPy 1.26.1 or later"},
		{"pickle/objects-0d", "np.load(path, allow_pickle=True).item()"},
		{"pickle/struct", "np.load(path, allow_pickle=True)  # needs NumPy 1.26.1 or later"},
		{"pickle/python-2", "np.load(path, allow_pickle=True, encoding='latin1')"},
		{"pickle/strings", "np.load(path, allow_pickle=True)  # needs NumPy 2.0 or later"},
		{"pickle/string-dtype-class", "np.load(path, allow_pickle=True)  # needs NumPy 2.0 or later"},
		{"pickle/of-random-generator", "np.load(path, allow_pickle=True)  # needs NumPy 2.0 or later"},
		{"pickle/holds-buffer-axes", "np.load(path, allow_pickle=True)  # needs NumPy 2.3 or later"},
		{"pickle/of-posix-paths", "np.load(path, allow_pickle=True)  # needs NumPy 1.26.1 or later, a POSIX system"},
		{"pickle/trailing-array", "np.load(path, allow_pickle=True)  # returns the first of 2 arrays"},
		{"pickle/second-array-import", "np.load(path)  # returns the first of 2 arrays"},
		{"pickle/import-python-2-eval", "don't load it, it may run code: import that can run code"},
		{"pickle/of-python-2-instances", "don't load it, it may run code: call of an import that npycheck doesn't know"},
		{"pickle/import-unknown", "don't load it, it may run code: import that npycheck doesn't know"},
		{"pickle/truncated-in-frame", "np.load fails: pickle ends before STOP"},
		{"pickle/missing-1d", "np.load fails: object array without a pickle"},
		{"pickle/mismatch-doubles", ""},
		{"data/truncated-last-byte", "np.load fails: file ends inside the data"},
		{"data/second-array-two-more", "np.load(path)  # returns the first of 3 arrays"},
		{"data/second-array-truncated", "np.load(path)  # returns the first of 2 arrays"},
		{"descr/void-bfloat16-little", "np.load(path).view(ml_dtypes.bfloat16)  # import ml_dtypes"},
		{"descr/void-float8-little", "np.load(path)  # returns raw bytes, whose type is lost"},
		{"descr/longdouble-f12", "np.load(path)  # needs a system with that long double"},
		{"descr/native-bar-c16", ""},
		{"header/length-10001-characters-v3", "np.load(path, max_header_size=10001)"},
		{"header/length-65588-v2", "np.load(path, max_header_size=65588)"},
		{"shape/rank-33", "np.load(path)  # needs NumPy 2.0 or later"},
		{"shape/rank-65", "np.load fails: more dimensions than any NumPy reads"},
		{"shape/empty-2-62", "np.load fails: empty array whose other dimensions overflow"},
		{"prefix/magic-lfs-pointer", ""},
	} {
		c, ok := cases[test.id]
		if !ok {
			t.Errorf("%s: no such case", test.id)
			continue
		}
		_, report := checkCase(t, c)
		if got := strings.Join(validator.LoadLines(report.Load()), " | "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.id, got, test.want)
		}
	}
}

// TestLoadAsRecorded compares how every file of the corpus is loaded with what is recorded of NumPy's releases: without
// allow_pickle=True, and as far as a release is good enough.
func TestLoadAsRecorded(t *testing.T) {
	for _, c := range corpus.Cases() {
		if c.NumPy == nil {
			continue
		}
		_, report := checkCase(t, c)
		loads := report.Load()
		if len(loads) == 0 || slices.ContainsFunc(loads, func(l validator.Load) bool { return len(l.Needs) > 0 }) {
			continue
		}
		// One member that isn't loaded makes the release fail on the archive.
		refused := slices.ContainsFunc(loads, func(l validator.Load) bool { return l.Fails != "" || l.Arguments() != "" })
		for release, did := range c.NumPy {
			if loaded := did == "accept" || did == "warn" || did == "hang"; loaded == refused && did != "hang" {
				t.Errorf("%s: NumPy %s: got %s, but %q", c.ID, release, did, validator.LoadLines(loads))
			}
		}
	}
}
