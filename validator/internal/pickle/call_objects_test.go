package pickle

import (
	"fmt"
	"strings"
	"testing"
)

// unpickleZone looks up the method that picklers make time zones with.
var unpickleZone = reduce(importOf("builtins", "getattr"), importOf("zoneinfo", "ZoneInfo"), str("_unpickle"))

// zone is a time zone as picklers write it.
func zone(key string) string { return unpickleZone + tuple(str(key), "K\x01") + "R" }

// namespace is a SimpleNamespace with attributes.
func namespace(pairs ...string) string {
	return importOf("types", "SimpleNamespace") + ")R" + attributes(pairs...) + "b"
}

// TestInertObjects holds objects that run nothing when they are loaded, and what must not be made of them.
func TestInertObjects(t *testing.T) {
	const (
		danger   = ""
		never    = " is not one that NumPy or Python writes"
		instance = " by NEWOBJ, which neither NumPy nor Python writes"
		getattr  = "pickle-import-dangerous 0+18: import of builtins.getattr, which can run code or access the system" + danger
	)
	path := func(name string, parts ...string) string { return reduce(importOf("pathlib", name), parts...) }
	exception := func(name string, args ...string) string { return reduce(importOf("builtins", name), args...) }
	memmap := importOf("numpy", "memmap")
	pair := importOf("builtins", "getattr") + "q\x07" + importOf("zoneinfo", "ZoneInfo") + "q\x08" + str("_unpickle") + "q\x09\x86R"
	// Where it says last, it is about the last opcode of the object.
	for _, test := range []struct{ object, want string }{
		// Paths.
		{path("PurePosixPath", str("/"), str("tmp")), ""},
		{path("PureWindowsPath"), ""},
		{path("PurePosixPath", "X\x03\x00\x00\x00\xed\xa0\x80"), ""},
		{path("PosixPath", str("a")), "pickle-platform 0+19: pathlib.PosixPath is a path for POSIX systems: np.load with allow_pickle=True fails on Windows"},
		{path("WindowsPath", str("a")), "pickle-platform 0+21: pathlib.WindowsPath is a path for Windows: np.load with allow_pickle=True fails on other systems"},
		{reduce(importOf("pathlib._local", "PurePosixPath"), str("a/b")), "pickle-newer-name 0+30: import of pathlib._local.PurePosixPath: Python before 3.13 can't load the file"},
		{importOf("pathlib", "PosixPath"), ""},
		{path("PurePosixPath", raw8("a")), "pickle-call-form last+1: call pathlib.PurePosixPath(1 byte)" + never},
		{path("PurePosixPath", path("PurePosixPath")), "pickle-call-form last+1: call PurePosixPath(the result of pathlib.PurePosixPath)" + never},
		{path("PurePosixPath", namespace()), "pickle-call-form last+1: call PurePosixPath(the result of types.SimpleNamespace)" + never},
		{path("PurePosixPath", str(strings.Repeat("a/", 2049))), "pickle-call-form last+1: call pathlib.PurePosixPath(text of 4098 characters)" + never},
		{importOf("pathlib", "PurePosixPath") + ")\x81", "pickle-call-form last+1: call of pathlib.PurePosixPath" + instance},
		{path("PurePosixPath") + attributes("_drv", "N") + "b", "pickle-mutation last+1: BUILD must not change the result of pathlib.PurePosixPath"},
		{path("Path", str("a")), "pickle-import-dangerous 0+14: import of pathlib.Path, which can run code or access the system" + danger},
		{path("PosixPath") + path("PosixPath") + "\x86", "pickle-platform 0+19: pathlib.PosixPath is a path for POSIX systems: np.load with allow_pickle=True fails on Windows"},

		// Namespaces.
		{namespace(), ""},
		{namespace("a", "K\x01", "_b", importOf("numpy", "float64"), "shape", namespace("c", "]Na")), ""},
		{namespace("__array_interface__", interface8), "pickle-state last+1: state of types.SimpleNamespace has a key that begins with __ or isn't text, expected other names"},
		{namespace("a", "N", "__class__", importOf("builtins", "int")), "pickle-state last+1: state of types.SimpleNamespace has a key that begins with __ or isn't text, expected other names"},
		{namespace("__setstate__", importOf("builtins", "int")), "pickle-state last+1: state of types.SimpleNamespace has a key that begins with __ or isn't text, expected other names"},
		{namespace() + "}b", "pickle-mutation last+1: BUILD changes the result of types.SimpleNamespace, which was already built or used"},
		{importOf("types", "SimpleNamespace") + ")R}K\x01Nsb", "pickle-state last+1: state of types.SimpleNamespace has a key that begins with __ or isn't text, expected other names"},
		{importOf("types", "SimpleNamespace") + ")R}" + raw8("__array__") + "Nsb", "pickle-state last+1: state of types.SimpleNamespace has a key that begins with __ or isn't text, expected other names"},
		{importOf("types", "SimpleNamespace") + ")RN}" + str("a") + "Ns\x86b", "pickle-state last+1: state of types.SimpleNamespace is a tuple of 2 items, expected a dict of names that don't begin with __"},
		{reduce(importOf("types", "SimpleNamespace"), "}"), "pickle-call-form last+1: call types.SimpleNamespace(a dict)" + never},
		{importOf("types", "SimpleNamespace") + ")\x81", "pickle-call-form last+1: call of types.SimpleNamespace" + instance},
		{"}" + namespace() + "Ns", "pickle-malformed last+1: SETITEM uses the result of types.SimpleNamespace as a key, which Python can't hash"},
		{importOf("types", "SimpleNamespace") + ")R" + str("a") + "Ns", "pickle-mutation last+1: SETITEM must not change the result of types.SimpleNamespace"},

		// Time zones.
		{zone("Europe/Berlin"), platformZone("Europe/Berlin")},
		{zone("America/Argentina/Buenos_Aires"), platformZone("America/Argentina/Buenos_Aires")},
		{zone("Etc/GMT+12"), platformZone("Etc/GMT+12")},
		{zone("UTC"), platformZone("UTC")},
		{reduce(importOf("datetime", "datetime"), raw8("\x07\xe4\x02\x1d\x17\x3b\x3b\x0f\x42\x3f"), zone("UTC")), strings.Replace(platformZone("UTC"), "last", "98", 1)},
		{pair + tuple(str("UTC"), "K\x01") + "Rh\x07h\x08h\x09\x86R" + tuple(str("UTC"), "\x88") + "R\x86", strings.Replace(platformZone("UTC"), "last", "71", 1)},
		{unpickleZone, ""},
		{zone("../../etc/passwd"), noZone("'../../etc/passwd', 1")},
		{zone("/etc/passwd"), noZone("'/etc/passwd', 1")},
		{zone("Europe/../../passwd"), "pickle-call-form last+1: call ZoneInfo._unpickle('Europe/../../passwd', 1)" + never},
		{zone("Europe/Berlin\x00"), noZone("'Europe/Berlin\\x00', 1")},
		{zone("Europe/aux"), noZone("'Europe/aux', 1")},
		{zone("Europe/Con"), noZone("'Europe/Con', 1")},
		{zone("Europe/Com1"), noZone("'Europe/Com1', 1")},
		{zone("Europe\\Berlin"), noZone("'Europe\\Berlin', 1")},
		{zone("Europe/Ber.lin"), noZone("'Europe/Ber.lin', 1")},
		{zone("Europe/A/B/C"), noZone("'Europe/A/B/C', 1")},
		{zone("Europe"), noZone("'Europe', 1")},
		{zone("localtime"), noZone("'localtime', 1")},
		{zone("os/Path"), noZone("'os/Path', 1")},
		{zone(""), noZone("'', 1")},
		{unpickleZone + tuple(str("UTC"), "K\x00") + "R", "pickle-allocation last+1: call 'zoneinfo' 'ZoneInfo._unpickle'('UTC', 0) keeps another copy of the time zone each time"},
		{unpickleZone + tuple(str("UTC"), "K\x02") + "R", platformZone("UTC") + "; " + noZone("'UTC', 2")},
		{unpickleZone + tuple(raw8("UTC"), "K\x01") + "R", noZone("3 bytes, 1")},
		{unpickleZone + tuple(str("UTC"), "K\x01") + "\x81", "pickle-call-form last+1: call of 'zoneinfo' 'ZoneInfo._unpickle'" + instance},
		{reduce(importOf("zoneinfo", "ZoneInfo"), str("UTC")), "pickle-call-form last+1: call zoneinfo.ZoneInfo('UTC')" + never},
		{importOf("zoneinfo", "ZoneInfo") + str("UTC") + "\x85\x81", "pickle-call-form last+1: call of zoneinfo.ZoneInfo" + instance},
		{unpickleZone + "}b", "pickle-mutation last+1: BUILD must not change 'zoneinfo' 'ZoneInfo._unpickle'"},

		// Nothing else may be looked up.
		{importOf("builtins", "getattr"), getattr},
		{reduce(importOf("builtins", "getattr"), importOf("zoneinfo", "ZoneInfo"), str("no_cache")), getattr},
		{reduce(importOf("builtins", "getattr"), importOf("zoneinfo", "ZoneInfo"), raw8("_unpickle")), getattr},
		{reduce(importOf("builtins", "getattr"), importOf("zoneinfo", "ZoneInfo"), str("_unpickle"), "N"), getattr},
		{reduce(importOf("builtins", "getattr"), importOf("numpy", "ndarray"), str("_unpickle")), getattr},
		{reduce(importOf("builtins", "getattr"), namespace(), str("_unpickle")), getattr},
		{importOf("builtins", "getattr") + "]R", getattr},
		{importOf("builtins", "getattr") + tuple(importOf("zoneinfo", "ZoneInfo"), str("_unpickle")) + "\x81", getattr},
		{reduce(importOf("collections", "defaultdict"), importOf("builtins", "getattr")), strings.ReplaceAll(getattr, "0+18", "26+18")},
		{pair + "h\x07" + importOf("numpy", "ndarray") + str("x") + "\x86R\x86", getattr},

		// Exceptions.
		{exception("ValueError", str("a"), "K\x01"), ""},
		{exception("KeyError", tuple(str("a"), "]")), ""},
		{exception("StopIteration"), ""},
		{reduce(importOf("exceptions", "ValueError"), str("a")), "pickle-call-unknown last+1: call of unknown exceptions.ValueError (imported at offset 247); if you trust it: --allow-import exceptions.ValueError"},
		{reduce(importOf("numpy.linalg", "LinAlgError"), str("Singular matrix")), ""},
		{reduce(importOf("numpy.exceptions", "AxisError"), str("a")), "pickle-newer-name 0+28: import of numpy.exceptions.AxisError: NumPy before 1.25 can't load the file"},
		{importOf("builtins", "ValueError") + ")\x81", "pickle-call-form last+1: call of builtins.ValueError" + instance},
		{exception("ValueError") + attributes("__reduce__", importOf("builtins", "int")) + "b", "pickle-state last+1: state of builtins.ValueError is a dict, expected none"},
		{exception("ValueError") + attributes("a", "N") + "b", "pickle-state last+1: state of builtins.ValueError is a dict, expected none"},
		{exception("ValueError") + attributes("__cause__", "N") + "b", "pickle-state last+1: state of builtins.ValueError is a dict, expected none"},
		{exception("ModuleNotFoundError", str("a")) + attributes("name", str("a"), "path", "N") + "b", ""},
		{exception("ImportError", str("a")) + attributes("__class__", importOf("builtins", "int")) + "b", "pickle-state last+1: state of builtins.ImportError has attribute '__class__', expected only name, path, name_from"},
		{exception("ImportError", str("a")) + attributes("name", "]") + "b", "pickle-state last+1: state of builtins.ImportError has an empty list as name, expected text or None"},
		{exception("AttributeError", str("a")) + attributes("name", str("a"), "args", tuple(str("a"))) + "b", ""},
		{exception("AttributeError", str("a")) + attributes("obj", "N") + "b", "pickle-state last+1: state of builtins.AttributeError has attribute 'obj', expected only name, args"},
		{exception("AttributeError", str("a")) + attributes("args", reduce(importOf("builtins", "range"), "K\x00", num(1e9), "K\x01")) + "b", "pickle-state last+1: state of builtins.AttributeError has the result of builtins.range as args, expected a tuple"},
		{exception("FileNotFoundError", "K\x02", str("No such file"), str("a"), "N", "N"), ""},
		{exception("OSError", "K\x02", "N", "N", "N", "N", "N"), "pickle-call-form last+1: call builtins.OSError(2, None, None, None, None, None)" + never},
		{exception("OSError", tuple("K\x02"), str("a")), "pickle-call-form last+1: call builtins.OSError(a tuple of 1 item, 'a')" + never},
		{exception("SyntaxError", str("a"), tuple(str("<string>"), "K\x01", "K\x01", "N")), ""},
		{exception("TabError", str("a"), tuple(str("<string>"), "K\x01", "K\x01", "N", "K\x01", "K\x00")), ""},
		{exception("SyntaxError", str("a"), reduce(importOf("builtins", "range"), "K\x00", num(1e9), "K\x01")), "pickle-call-form last+1: call builtins.SyntaxError('a', the result of builtins.range)" + never},
		{exception("SyntaxError", str("a"), tuple("N", "N", "N", "N", "N")), "pickle-call-form last+1: call builtins.SyntaxError('a', a tuple of 5 items)" + never},
		{exception("UnicodeDecodeError", str("ascii"), raw8("\xff"), "K\x00", "K\x01", str("r")), ""},
		{exception("UnicodeEncodeError", str("ascii"), str("\u00e4"), "K\x00", "K\x01", str("r")), ""},
		{exception("UnicodeTranslateError", str("ab"), "K\x00", "K\x02", str("r")), ""},
		{exception("UnicodeDecodeError", str("ascii"), raw8("\xff"), "K\x00", "K\x02", str("r")), "pickle-call-form last+1: call builtins.UnicodeDecodeError('ascii', 1 byte, 0, 2, 'r')" + never},
		{exception("UnicodeDecodeError", str("ascii"), raw8("\xff"), "J\xff\xff\xff\xff", "K\x01", str("r")), "pickle-call-form last+1: call builtins.UnicodeDecodeError('ascii', 1 byte, -1, 1, 'r')" + never},
		{exception("UnicodeDecodeError", str("ascii"), reduce(importOf("builtins", "bytearray"), raw8("a")), "K\x00", "K\x01", str("r")), "pickle-call-form last+1: call UnicodeDecodeError('ascii', …)" + never},

		// The class memmap, of which an array opens nothing.
		{memmap, ""},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), memmap, "K\x00\x85", raw8("b")) + tuple("K\x01", "K\x01\x85", typeU1, "\x89", raw8("1")) + "b", ""},
		{reduce(importOf("numpy.ma.core", "_mareconstruct"), importOf("numpy.ma.core", "MaskedArray"), memmap, "K\x00\x85", str("b")), ""},
		{reduce(memmap, str("/etc/passwd")), "pickle-call-form last+1: call numpy.memmap('/etc/passwd')" + never},
		{memmap + str("/etc/passwd") + "\x85\x81", "pickle-call-form last+1: call numpy.memmap('/etc/passwd')" + never},
		{reduce(importOf("copyreg", "_reconstructor"), memmap, importOf("builtins", "object"), "N"), "pickle-call-form last+1: call _reconstructor(memmap, object, None)" + never},
		{memmap + attributes("a", "N") + "b", "pickle-mutation last+1: BUILD must not change numpy.memmap"},
	} {
		file := object1(test.object)
		want := strings.ReplaceAll(test.want, " last+1:", fmt.Sprintf(" %d+1:", len(test.object)-1))
		if got := strings.Join(told(walk(t, file), objectAt), "; "); got != want {
			t.Errorf("%.200q:\n got %s\nwant %s", test.object, got, want)
		}
		sameStream(t, file)
	}
}

func platformZone(key string) string {
	return "pickle-platform last+1: time zone " + key + ": np.load with allow_pickle=True fails where Python has no time zone data"
}

func noZone(args string) string {
	return "pickle-call-form last+1: call 'zoneinfo' 'ZoneInfo._unpickle'(" + args + ") is not one that NumPy or Python writes"
}

// TestExceptionsOfPython2 holds exceptions as Python 2 writes them.
func TestExceptionsOfPython2(t *testing.T) {
	for _, object := range []string{
		reduce(importOf("exceptions", "StandardError"), "U\x01a"),
		reduce(importOf("exceptions", "UnicodeDecodeError"), "U\x05ascii", "U\x01a", "K\x00", "K\x01", "U\x01r"),
	} {
		if got := told(walk(t, payload(proto(2)+strings.Replace(one(object), "C\x01b", "U\x01b", 1)+".")), objectAt); len(got) > 0 {
			t.Errorf("%q: got %v, want nothing", object, got)
		}
	}
}

// TestTimeZones bounds how many time zones a pickle looks up.
func TestTimeZones(t *testing.T) {
	for _, test := range []struct {
		calls int
		want  int
	}{{maxZones, 0}, {maxZones + 1, 1}} {
		file := object1(unpickleZone + "q\x070(" + strings.Repeat("h\x07"+str("UTC")+"K\x01\x86R0", test.calls) + "t")
		count := 0
		for _, f := range walk(t, file).Faults.Kept {
			if f.Rule.String() == "pickle-work" {
				count++
			}
		}
		if count != test.want {
			t.Errorf("%d time zones: got %d findings, want %d", test.calls, count, test.want)
		}
	}
}
