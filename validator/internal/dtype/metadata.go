package dtype

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// keysOfH5py are the keys of the metadata that h5py gives to types.
var keysOfH5py = []string{"vlen", "enum", "ref", "h5py_encoding", "h5py_opaque"}

// dictionary reports the pair n of a base type and a dictionary: metadata of the type, unless a value of it may be a
// field, an offset or a list of names.
func (w *walk) dictionary(n, base, dict literal.Node) {
	key := w.tree.First(dict)
	metadata := key != 0 && w.tree.Kind(base) == literal.String
	for item := key; item != 0; item = w.tree.Next(item) {
		w.tree.Explain(item)
		switch w.tree.Kind(w.tree.Inner(item)) {
		case literal.Tuple, literal.List, literal.Bad:
			metadata = false
		}
	}
	if !metadata {
		w.fault(spec.DescrTwoTypes, n, "%s is a pair of a type and a dictionary, expected one type", w.subject())
		return
	}
	of, from := "", ""
	if w.name != 0 {
		of = " of " + w.tree.Excerpt(w.name)
	}
	if w.tree.Kind(key) == literal.String && slices.Contains(keysOfH5py, w.tree.Value(key)) {
		from = " of h5py"
	}
	w.fault(spec.DescrTwoTypes, n, "%s%s is %s with metadata {%s: …}%s, which NumPy before 2.0 wrote and none reads",
		w.subject(), of, w.tree.Excerpt(base), w.tree.Excerpt(key), from)
}
