package cases

import "slices"

// gridCases returns cases of every dtype in every byte order, shape, storage order and format version:
// what readers get wrong most often is a value and not a header.
func gridCases() []Case {
	byKind := make(map[string]scalar)
	for _, s := range scalars() {
		byKind[s.kind] = s
	}
	var out []Case
	for _, r := range slices.Concat(gridNumbers(), gridTimes()) {
		out = append(out, gridCase(r, byKind[r.descr[1:]]))
	}
	return out
}
