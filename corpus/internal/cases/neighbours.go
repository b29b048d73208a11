package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// neighbourCases are the conforming neighbours of files that only a remark is about: the same file
// without what the remark is on.
func neighbourCases() []Case {
	one := func(name, story, descr, features string, data []byte, a *Array) Case {
		return Case{
			ID:         "descr/" + name,
			Story:      "conforming: " + story,
			Bytes:      Npy1(Dict(descr, "False", "(3,)"), data),
			Duty:       Accept,
			Stage:      "descr",
			Features:   "v1 " + features + " 1d",
			Importance: Low,
			Array:      a,
		}
	}
	pairs := Join(S(1, "x"), I4(1), S(1, "y"), I4(-2), S(1, "z"), I4(258))
	elements := Join(F8(0.5), I4(1), F8(-2.5), I4(-2), F8(3), I4(258))
	void := one("void-field-of-one", "a field of one void byte, which may be of a lost type", "[('a', '|V1'), ('b', '<i4')]", "structured void int", pairs,
		&Array{DType: "[('a', '|V1'), ('b', '<i4')]", Shape: dims(3), Data: pairs, Values: values[any]([]any{"78", 1}, []any{"79", -2}, []any{"7a", 258})})
	void.Rules = "descr-void-lost-type"
	return []Case{
		void,
		one("void-of-three", "void of three bytes", "'|V3'", "void", []byte("abcdefghi"),
			&Array{DType: "|V3", Shape: dims(3), Data: []byte("abcdefghi"), Values: values("616263", "646566", "676869")}),
		one("struct-of-one", "a structured type of one field", "[('a', '|i1')]", "structured int", I1(1, -2, 3),
			&Array{DType: "[('a', '|i1')]", Shape: dims(3), Data: I1(1, -2, 3), Values: values[any]([]any{1}, []any{-2}, []any{3})}),
		one("sub-array-of-one-and-int", "a sub-array of one element in front of a field", "[('a', '<f8', (1,)), ('b', '<i4')]", "structured nested float int", elements,
			&Array{DType: "[('a', '<f8', (1,)), ('b', '<i4')]", Shape: dims(3), Data: elements,
				Values: values[any]([]any{[]any{0.5}, 1}, []any{[]any{-2.5}, -2}, []any{[]any{3}, 258})}),
	}
}

// neighbours gives the twins of those files.
func neighbours(all []Case) {
	twins := map[string]string{
		"descr/struct-mixed-order":    "descr/struct-two-fields",
		"descr/zero-field-void":       "descr/void-field-of-one",
		"descr/void-bfloat16":         "descr/void-of-three",
		"descr/datetime-generic":      "descr/grid-le-datetime-days-1d-v1",
		"descr/struct-without-fields": "descr/struct-of-one",
		"descr/padding-zero":          "descr/struct-two-fields",
		"descr/sub-array-empty-shape": "descr/sub-array-of-one",
		"descr/sub-array-zero":        "descr/sub-array-of-one-and-int",
	}
	for i := range all {
		if twin, ok := twins[all[i].ID]; ok {
			all[i].Twin = twin
		}
	}
}
