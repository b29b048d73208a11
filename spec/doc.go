// Package spec says what the formats .npy and .npz are: numbered clauses, the rules that enforce them, and the notation
// of dtypes. It reads no files and judges none; package validator does.
//
//	rule, ok := spec.Lookup("header-padding-byte")
//	fmt.Println(ok, rule.Level, rule.Reader, rule.Clause) // true MUST either npy-2.8
//	t, err := spec.ParseDescr("<f8")
//	h := spec.Header{DType: t, Shape: []int64{3}}
//	b, err := h.Append(nil, spec.Version{}, spec.EraGrowth) // 128 bytes, as NumPy writes them
//
// # Stability
//
// The name of a rule and the number of a clause are never reused for something else; a retired rule leaves a gap. A
// change of its level, kind or duty changes verdicts and is announced in CHANGELOG.md. Titles and documentation may
// change at any time. Go names may change in minor versions before 1.0, and in major versions only after it.
//
// # Clauses and rules
//
// The documents npy.md, pickle.md and npz.md specify arrays, object arrays and archives in clauses such as npy-2.8 and
// npz-2.7. [Clauses] returns them. A [Rule] is one checkable requirement of a clause; every rule belongs to one clause,
// and every clause has a rule.
//
// The [Level] of a rule says how wrong a writer was: a violated [Must] is an error, [Should] a warning, and [May] a
// note. Its [Duty] says what a reader must do with a file that breaks the rule: reject it, accept it, or either. A
// missing newline is an error that a reader may ignore; missing data is one that it must not. The [Kind] separates
// conformance from limits, security and portability. A file conforms if it has no error of kind [Conformance].
//
// Offsets, lengths and itemsizes are in bytes everywhere. The documents define all other terms.
package spec
