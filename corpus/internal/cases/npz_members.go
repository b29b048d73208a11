package cases

import . "github.com/npycheck/npycheck/internal/testing/build"

// npzOtherMemberCases returns cases of members that are not arrays.
func npzOtherMemberCases() []Case {
	var out []Case
	tolerated := func(id, rule, name, story string, content []byte) {
		c := npzTolerated("other-member", name, nil)
		c.ID, c.Story, c.Rules, c.Bytes = id, c.Story+story, rule, npzWith(name, content)
		out = append(out, c)
	}
	inner := Zip(Stored("c.npy", npzIntsFile()))
	tolerated("npz/text", "npz-member-not-npy", "readme.txt", "a member is text", []byte("three doubles\n"))
	tolerated("npz/empty-member", "npz-member-not-npy", "b", "a member is empty, and its name has no suffix", nil)
	tolerated("npz/text-with-late-magic", "npz-member-not-npy", "notes", "a member is a space and a .npy file", append([]byte(" "), npzIntsFile()...))
	document := npzTolerated("other-member", "[Content_Types].xml", nil)
	document.ID = "npz/document"
	document.Story, document.Rules = document.Story+"it is an office document without any array", "npz-no-array"
	document.Violates = true
	document.Features, document.Members = "npz", []Content{{"[Content_Types].xml", nil}, {"word/document.xml", nil}}
	document.Bytes = Zip(Stored("[Content_Types].xml", []byte("<Types/>\n")), Stored("word/document.xml", []byte("<document/>\n")))
	out = append(out, document)
	tolerated("npz/archive-inside", "npz-member-archive", "inner.npz", "a member is itself an archive of an array", inner)
	tolerated("npz/archive-inside-unnamed", "npz-member-archive", "b", "a member is itself an archive of an array, and its name has no suffix", inner)

	magic := npzRefused("npz")
	magic.Story += "a member is named b.npy and is "
	out = append(out, variants(magic, "npz-member-without-magic",
		variant{"npz/npy-empty", "empty", npzWith("b.npy", nil)},
		variant{"npz/npy-text", "text", npzWith("b.npy", []byte("1.0 2.0 3.0\n"))},
		variant{"npz/npy-raw-doubles", "doubles without a header", npzWith("b.npy", three.Data)},
		variant{"npz/npy-wrong-magic", "an array whose magic is in lower case", npzWith("b.npy", append([]byte("\x93numpy"), npzIntsFile()[6:]...))},
	)...)
	apple := npzRefused("npz")
	out = append(out, variants(apple, "npz-member-without-magic",
		variant{"npz/npy-of-macos", "a member ._a.npy contains the attributes that macOS keeps for the file a.npy",
			npzWith("._a.npy", Join(Bytes(0, 5, 0x16, 7, 0, 2, 0, 0), []byte("Mac OS X        "), Zeros(2)))},
	)...)
	out = append(out, variants(magic, "npz-member-archive npz-member-without-magic",
		variant{"npz/npy-archive", "an archive of an array", npzWith("b.npy", inner)},
	)...)

	harmless := func(id, name, story, content string) {
		c := npzTolerated("other-member", name, nil)
		c.ID, c.Story = id, "conforming, but a member is a pickle: "+story
		c.Rules, c.Bytes = "npz-member-pickle", npzWith(name, []byte(content))
		out = append(out, c)
	}
	harmless("npz/pickle", "b.pkl", "an array written by pickle.dump, named b.pkl", bareProtocol4)
	harmless("npz/pickle-protocol-0", "b", "an array written by pickle.dump with protocol 0, named b", bareProtocol0)
	running := npzTolerated("other-member", "b.pkl", nil)
	running.Story = "conforming, but a member is a pickle, which a reader of arrays leaves alone: "
	out = append(out, variants(running, "npz-member-pickle pickle-import-dangerous",
		variant{"npz/pickle-import", "one that calls os.system, named b.pkl", npzWith("b.pkl", []byte("\x80\x03"+Reduce(Global("os", "system"), Unicode(""))+"."))},
	)...)
	pickle := npzRefused("npz")
	return append(out, variants(pickle, "npz-member-pickle npz-member-without-magic",
		variant{"npz/npy-pickle", "a member is named b.npy and is an array written by pickle.dump", npzWith("b.npy", []byte(bareProtocol4))},
	)...)
}

// npzObjectCases returns cases of members that are object arrays.
func npzObjectCases() []Case {
	one := func(object string) []byte { return npzWith("b.npy", oneObject(object)) }
	objects := npzTolerated("object", "b.npy", nil)
	objects.Story, objects.Features = "conforming, but a member is an object array: ", "npz v1 float object 1d"
	out := variants(objects, "pickle-present",
		variant{"npz/object", "the data of the second one is a pickle", one("N")},
	)
	alone := objects
	alone.Members, alone.Twin, alone.Features = []Content{{"a.npy", nil}}, "npz/one", "npz v1 object 1d"
	out = append(out, variants(alone, "pickle-present",
		variant{"npz/object-alone", "the data of the only one is a pickle", Zip(Stored("a.npy", oneObject("N")))},
	)...)
	danger := npzRefused("pickle")
	danger.Story, danger.Violates, danger.Features, danger.Twin = "conforming, but the pickle of a member that is an object array ", false, objects.Features, "npz/object"
	return append(out, variants(danger, "pickle-import-dangerous pickle-present",
		variant{"npz/object-import", "calls os.system", one(Reduce(Global("os", "system"), Unicode("")))},
	)...)
}

// npzFaultyMemberCases returns cases of faulty .npy files in an archive.
func npzFaultyMemberCases() []Case {
	v1 := func(descr, shape string, data []byte) []byte { return Npy1(Dict(descr, "False", shape), data) }
	file := npzIntsFile()
	var out []Case
	refused := func(id, rule, stage, story string, content []byte) {
		c := npzRefused(stage)
		c.ID, c.Story, c.Rules, c.Bytes = id, c.Story+story, rule, npzWith("b.npy", content)
		out = append(out, c)
	}
	refused("npz/member-version-4", "prefix-version-unknown", "prefix", "a member is a .npy file of version 4.0", Raw(4, 0, 4, Pad(12, 64, Dict("'<i2'", "False", "(2,)")), npzInts.Data))
	refused("npz/member-prefix-cut", "prefix-too-short", "prefix", "a member ends inside the header length", file[:9])
	refused("npz/member-header-cut", "prefix-header-truncated", "prefix", "a member ends inside its header", file[:100])
	refused("npz/member-header-4gib", "prefix-header-truncated", "prefix", "a member has a header length of 4 GiB", Prefix(2, 0, LittleEndian(1<<32-1, 4), []byte(Dict("'<i2'", "False", "(2,)")+"\n"), npzInts.Data))
	refused("npz/member-data-cut", "data-truncated", "data", "a member lacks the last byte of its data", file[:len(file)-1])
	refused("npz/member-2gib-claim", "data-truncated", "data", "the header of a member promises 2 GiB, but the data has 4 bytes", v1("'<i2'", "(1073741824,)", npzInts.Data))
	refused("npz/member-8eib-claim", "shape-product-overflow", "shape", "the header of a member promises 2^63 bytes, but the data has 4", v1("'<i2'", "(4611686018427387904,)", npzInts.Data))
	refused("npz/member-shape-negative", "shape-negative", "shape", "a member has a negative dimension", v1("'<i2'", "(-2,)", npzInts.Data))
	refused("npz/member-descr-unknown", "descr-unknown-code", "descr", "a member has a dtype that does not exist", v1("'<y2'", "(2,)", npzInts.Data))
	refused("npz/member-key-missing", "keys-missing", "keys", "the header of a member has no shape", Npy1("{'descr': '<i2', 'fortran_order': False, }", npzInts.Data))
	refused("npz/member-header-list", "header-not-a-dictionary", "header", "the header of a member is a list", Npy1("['<i2', False, (2,)]", npzInts.Data))

	objects := npzRefused("pickle")
	objects.Features, objects.Twin = "npz v1 float object 1d", "npz/object"
	out = append(out, variants(objects, "pickle-missing",
		variant{"npz/member-pickle-missing", "no pickle follows the header of a member that is an object array", npzWith("b.npy", v1("'|O'", "(1,)", nil))},
	)...)

	deflated := npzRefused("data")
	deflated.Features, deflated.Twin = "npz v1 float int 1d deflate", "npz/two-deflated"
	cut := file[:len(file)-1]
	whole := npzDoublesFile()
	out = append(out, variants(deflated, "data-truncated",
		variant{"npz/member-data-cut-deflated", "a deflated member lacks the last byte of its data, although its deflate stream is complete",
			Zip(Deflated("a.npy", whole, DeflateBlock(1, whole)), Deflated("b.npy", cut, DeflateBlock(1, cut)))},
	)...)

	tolerated := func(id, rule, stage, flags, story string, violates bool, content []byte, a *Array) {
		c := npzTolerated(flags, "b.npy", a)
		c.ID, c.Story, c.Rules, c.Stage, c.Violates = id, c.Story+story, rule, stage, violates
		c.Bytes = npzWith("b.npy", content)
		out = append(out, c)
	}
	tolerated("npz/member-trailing", "data-trailing", "data", "trailing-data", "a byte follows the data of a member", false, append(file, 0), npzInts)
	tolerated("npz/member-second-array", "data-second-array", "data", "trailing-data", "another array follows the data of a member", false, Join(file, file), npzInts)
	tolerated("npz/member-second-array-import", "data-second-array pickle-import-dangerous pickle-present", "data", "trailing-data",
		"an object array whose pickle calls os.system follows the data of a member", false, Join(file, oneObject(Reduce(Global("os", "system"), Unicode("")))), npzInts)
	tolerated("npz/member-padding", "header-padding-byte", "header", "padding", "the padding of a member contains a tab", true, Raw1(PadTo(118, Dict("'<i2'", "False", "(2,)")+"\t", "\n"), npzInts.Data), npzInts)
	return out
}

// npzHeaderCases returns cases of members with headers of other versions and of more than a few bytes.
func npzHeaderCases() []Case {
	var out []Case
	add := func(id, story, rules, features string, file []byte, a *Array) {
		c := npzAccepted()
		c.ID, c.Story, c.Features = id, c.Story+story, "npz "+features
		c.Rules, c.Bytes, c.Members = rules, Zip(Stored("a.npy", file), Stored("b.npy", npzIntsFile())), []Content{{"a.npy", a}, {"b.npy", npzInts}}
		out = append(out, c)
	}
	text := Dict("'<f8'", "False", "(3,)")
	const higher = "prefix-version-higher-than-needed"
	add("npz/member-v2", "a member of version 2.0", higher, "v1 v2 float int 1d", Npy2(text, three.Data), three)
	add("npz/member-v3", "a member of version 3.0, although version 1.0 could hold the header", higher, "v1 v3 float int 1d", Npy3(text, three.Data), three)
	table := &Array{DType: "<i2", Shape: dims(2, 3), F: true, Data: I2(0, 1, 2, 3, 4, 5), Values: values(0, 1, 2, 3, 4, 5)}
	fortran := Dict("'<i2'", "True", "(2, 3)")
	add("npz/member-v2-fortran", "a member of version 2.0 in Fortran order", higher, "v1 v2 int 1d 2d fortran-order", Npy2(fortran, I2(0, 3, 1, 4, 2, 5)), table)
	add("npz/member-v3-fortran", "a member of version 3.0 in Fortran order", higher, "v1 v3 int 1d 2d fortran-order", Npy3(fortran, I2(0, 3, 1, 4, 2, 5)), table)
	add("npz/member-zero-itemsize", "a member of type |V0", "descr-zero-itemsize", "v1 void int 1d zero-itemsize", Npy1(Dict("'|V0'", "False", "(2,)"), nil),
		&Array{DType: "|V0", Shape: dims(2), Values: values("", "")})
	long := fieldsArray(200)
	add("npz/member-long-header", "a member with a header of more than 4,096 bytes", "", "v1 structured int 1d long-header", fieldsFile(200), long)
	descr, _, stored, data, vals := structured(extremeFields(), false, 0, 1, 2)
	add("npz/member-struct", "a member with a field of every kind and extremes in them", "", "v1 1d long-header structured bool int uint int64 uint64 float16 float complex datetime bytes text void", descrFile(descr, "(3,)", stored),
		&Array{DType: descr, Shape: dims(3), Data: data, Values: vals})
	return out
}
