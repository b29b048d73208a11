package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

func npzGoodCases() []Case {
	two := npzAccepted()
	two.Features = "npz v1 float int 1d"
	two.Members = append(two.Members, Content{"b.npy", npzInts})
	mixed := two
	mixed.Features += " deflate"
	deflated := func(name string, file []byte) Member { return Deflated(name, file, DeflateBlock(1, file)) }

	cases := slices.Concat(
		[]Case{npzKinds()},
		variants(npzAccepted(), "", variant{"npz/one", "one array", Zip(Stored("a.npy", npzDoublesFile()))}),
		variants(two, "", variant{"npz/two", "two arrays", npzWith("b.npy", npzIntsFile())}),
		variants(mixed, "", variant{"npz/two-deflated", "two arrays, both deflated", Zip(deflated("a.npy", npzDoublesFile()), deflated("b.npy", npzIntsFile()))}),
	)
	mixed.Twin = "npz/two-deflated"
	return append(cases, variants(mixed, "npz-mixed-methods",
		variant{"npz/first-stored", "the first array is stored and the second deflated", Zip(Stored("a.npy", npzDoublesFile()), deflated("b.npy", npzIntsFile()))},
		variant{"npz/first-deflated", "the first array is deflated and the second stored", Zip(deflated("a.npy", npzDoublesFile()), Stored("b.npy", npzIntsFile()))},
	)...)
}

// npzKinds is an archive of an array of every kind, and of some shapes and orders.
func npzKinds() Case {
	c := npzAccepted()
	c.Features = "npz v1 v3 bool int uint float complex datetime bytes text void structured big-endian fortran-order 0d 1d 2d empty"
	c.Members = nil
	var members []Member
	add := func(name string, file []byte, a *Array) {
		members = append(members, Stored(name, file))
		c.Members = append(c.Members, Content{name, a})
	}
	v1 := func(descr, order, shape string, data []byte) []byte { return Npy1(Dict(descr, order, shape), data) }
	one := func(name, dtype string, data []byte, value any) {
		add(name, v1("'"+dtype+"'", "False", "(1,)", data), &Array{DType: dtype, Shape: dims(1), Data: data, Values: values(value)})
	}
	one("bool.npy", "|b1", Bytes(1), true)
	one("uint.npy", "|u1", Bytes(200), 200)
	one("complex.npy", "<c8", F4(0.5, -2), []any{0.5, -2})
	one("datetime.npy", "<M8[D]", I8(18263), "18263")
	one("bytes.npy", "|S2", S(2, "a"), "a")
	one("text.npy", "<U1", U(1, "日"), "日")
	one("void.npy", "|V3", Bytes(1, 0, 0xff), "0100ff")
	add("scalar.npy", v1("'<f8'", "False", "()", F8(0.5)), &Array{DType: "<f8", Data: F8(0.5), Values: values(0.5)})
	add("empty.npy", v1("'<f8'", "False", "(0,)", nil), &Array{DType: "<f8", Shape: dims(0), Values: values[any]()})
	add("big-endian.npy", v1("'>i2'", "False", "(2,)", Swap(2, I2(1, -2))), npzInts)
	add("fortran.npy", v1("'<i2'", "True", "(2, 3)", I2(0, 3, 1, 4, 2, 5)),
		&Array{DType: "<i2", Shape: dims(2, 3), F: true, Data: I2(0, 1, 2, 3, 4, 5), Values: values(0, 1, 2, 3, 4, 5)})
	add("structured.npy", Npy3(fieldText("'日'"), three.Data), namedField("'日'"))
	c.ID = "npz/kinds"
	c.Story, c.Bytes = "conforming: arrays of many kinds", Zip(members...)
	return c
}

// npzKeyCases returns cases of keys that have a meaning for some program but are keys like any other.
func npzKeyCases() []Case {
	var out []Case
	for _, k := range []struct{ id, name, what string }{
		{"npz/key-f", "f.npy", "an attribute of what np.load returns"},
		{"npz/key-files", "files.npy", "an attribute of what np.load returns"},
		{"npz/key-items", "items.npy", "a method of what np.load returns"},
		{"npz/key-allow-pickle", "allow_pickle.npy", "a parameter of np.load and of np.savez"},
		{"npz/key-class", "__class__.npy", "an attribute of every Python object"},
		{"npz/key-proto", "__proto__.npy", "an attribute of every JavaScript object"},
		{"npz/key-digits", "0.npy", "digits"},
		{"npz/key-blank", " .npy", "a space"},
		{"npz/key-suffix-of-archive", "a.npz.npy", "the name of an archive, a.npz"},
		{"npz/key-twice-suffix", "a.npy.npy", "a name with the suffix .npy, which is removed only once"},
	} {
		c := npzAccepted()
		c.ID, c.Story = k.id, "conforming: the key of an array is "+k.what
		c.Bytes, c.Members = Zip(Stored(k.name, npzDoublesFile())), []Content{{k.name, three}}
		out = append(out, c)
	}
	unicode := npzAccepted()
	unicode.ID = "npz/key-unicode"
	unicode.Story = "conforming: the key of an array is text that is not ASCII, as np.savez writes it"
	unicode.Bytes = Zip(Stored("日.npy", npzDoublesFile()).Both(func(h *Header) { h.Flags = 1 << 11 }))
	unicode.Members = []Content{{"日.npy", three}}
	folder := npzAccepted()
	folder.ID = "npz/key-with-slashes"
	folder.Story, folder.Rules, folder.Twin = "conforming: the key of an array has two slashes", "npz-name-nested", "npz/one"
	folder.Bytes, folder.Members = Zip(Stored("model/layer/a.npy", npzDoublesFile())), []Content{{"model/layer/a.npy", three}}
	return append(out, unicode, folder)
}

// npzNameCases returns cases of arrays in members without the suffix, and keys that two members have.
func npzNameCases() []Case {
	var out []Case
	for _, n := range []struct{ id, name, story string }{
		{"npz/suffix-missing", "b", "the name of an array's member has no suffix"},
		{"npz/suffix-capitals", "b.NPY", "the name of an array's member has the suffix in capitals"},
		{"npz/suffix-other", "b.bin", "the name of an array's member has another suffix"},
		{"npz/suffix-inside", "b.npy.bak", "the name of an array's member has another suffix after .npy"},
		{"npz/suffix-pickle", "b.pkl", "the name of an array's member has the suffix of a pickle"},
	} {
		c := npzTolerated("odd-suffix", n.name, npzInts)
		c.ID, c.Story, c.Rules = n.id, c.Story+n.story, "npz-name-suffix"
		c.Bytes = npzWith(n.name, npzIntsFile())
		out = append(out, c)
	}
	key := npzTolerated("ambiguous-key", "a.npy.npy", npzInts)
	key.Story += "the key of one member is the name of another: "
	out = append(out, variants(key, "npz-key-ambiguous",
		variant{"npz/key-is-name", "a.npy and a.npy.npy, as np.savez writes them for the keys a and a.npy", npzWith("a.npy.npy", npzIntsFile())},
	)...)
	first := key
	first.Members = []Content{{"a.npy.npy", npzInts}, {"a.npy", three}}
	out = append(out, variants(first, "npz-key-ambiguous",
		variant{"npz/key-is-name-first", "a.npy.npy and a.npy", Zip(Stored("a.npy.npy", npzIntsFile()), Stored("a.npy", npzDoublesFile()))},
	)...)
	key.Members = nil // the two have the same key
	suffix, text := key, key
	suffix.Flags, text.Flags = "odd-suffix ambiguous-key", "other-member ambiguous-key"
	out = append(out, variants(suffix, "npz-key-ambiguous npz-name-suffix",
		variant{"npz/key-is-name-without-suffix", "a.npy and a, both of which are arrays", npzWith("a", npzIntsFile())},
	)...)
	return append(out, variants(text, "npz-key-ambiguous npz-member-not-npy",
		variant{"npz/key-is-name-of-text", "a.npy and a, which is text", npzWith("a", []byte("three doubles\n"))},
	)...)
}
