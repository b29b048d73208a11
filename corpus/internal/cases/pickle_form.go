package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pickleFormCases returns cases of data that are not a pickle, or a pickle that no pickler writes,
// whatever it builds.
func pickleFormCases() []Case {
	return slices.Concat(pickleTruncatedCases(), pickleMalformedCases(), pickleStackCases(), pickleTrailingCases(),
		pickleProtocolCases(), pickleFrameCases(), pickleMemoCases())
}

func pickleTruncatedCases() []Case {
	one := "\x80\x03" + arrayOfOne("N") + "."
	before := func(text string) []byte { return oneFile(one[:strings.Index(one, text)]) }
	cases := variants(pickleFault(), "pickle-present pickle-truncated",
		variant{"pickle/truncated-in-name", "the pickle ends inside the name of an import", before("array\n")},
		variant{"pickle/truncated-behind-call", "the pickle ends right after the call that creates the array", oneFile("\x80\x03" + oneNew)},
		variant{"pickle/truncated-before-stop", "the last byte of the pickle, STOP, is missing, although the array is complete", oneFile(one[:len(one)-1])},
		variant{"pickle/length-past-end", "the length of a string reaches past the end of the file", oneObject("X\xff\x00\x00\x00a")},
		variant{"pickle/length-4gib", "the length of bytes is 4 GiB", oneObject("B\xff\xff\xff\xffa")},
		variant{"pickle/length-int-2gib", "the length of an int is 2 GiB", oneObject("\x8b\xff\xff\xff\x7f\x01")},
		variant{"pickle/length-text-8eib", "the length of a string is 2^63", oneObject4("\x8d" + string(LittleEndian(1<<63, 8)) + "a")},
	)
	framed := pickleFault()
	framed.Twin = "pickle/protocol-4"
	return append(cases, variants(framed, "pickle-numpy-core pickle-present pickle-truncated",
		variant{"pickle/truncated-in-frame", "the pickle ends inside its frame, between two opcodes",
			Npy1(Dict("'|O'", "False", "(3,)"), []byte(pickle4[:strings.Index(pickle4, "\x89]")]))},
	)...)
}

// pickleMalformedCases returns cases of unknown opcodes and invalid arguments.
func pickleMalformedCases() []Case {
	return variants(pickleFault(), "pickle-malformed pickle-present",
		variant{"pickle/zeros-instead", "the data is eight zero bytes, the size of an address, and not a pickle", oneFile(string(Zeros(8)))},
		variant{"pickle/address-instead", "the data is the address of an object in memory, and not a pickle", oneFile("\x10\x2d\x0e\x5c\x3a\x7f\x00\x00")},
		variant{"pickle/opcode-ff", "there is a byte FF where an opcode should be", oneObject("\xff")},
		variant{"pickle/int-letter", "a decimal int contains a letter", oneObject("I12a\n")},
		variant{"pickle/int-hexadecimal", "an int is written in hexadecimal, which Python reads", oneObject("I0x10\n")},
		variant{"pickle/int-leading-zero", "an int is written 010, which readers read as 8, read as 10 or reject", oneObject("I010\n")},
		variant{"pickle/int-leading-zero-shape", "a dimension of an inner array is written 010, and the array has 8 bytes", oneObject(arrayOf("I010\n\x85", dtypeOf("u1", "|", "K\x00"), "\x89", ShortBytes(oneDouble)))},
		variant{"pickle/int-plus-one", "an int is written +1, which some readers read as True", oneObject("I+1\n")},
		variant{"pickle/long-leading-zero", "a Python 2 integer is written 08L", oneObject("L08L\n")},
		variant{"pickle/float-comma", "a float is written with a comma", oneObject("F1,5\n")},
		variant{"pickle/string-unquoted", "a protocol 0 string is not quoted", oneObject("Sabc\n")},
		variant{"pickle/unicode-escape-range", "protocol 0 text has an escape beyond Unicode", oneObject("V\\U00110000\n")},
		variant{"pickle/text-no-utf-8", "text contains a byte that is not UTF-8", oneObject(Unicode("\xff"))},
		variant{"pickle/length-string-negative", "the length of a string is -1", oneObject("T\xff\xff\xff\xff")},
		variant{"pickle/memo-negative", "a memo slot is -1", oneObject("Np-1\n")},
		variant{"pickle/int-4301-digits", "an int has 4301 digits, more than Python reads", oneObject("L" + strings.Repeat("7", 4301) + "L\n")},
	)
}

// pickleStackCases returns cases of opcodes that don't find what they need on the stack.
func pickleStackCases() []Case {
	whole := func(opcodes string) []byte { return oneFile("\x80\x03" + opcodes + ".") }
	one := arrayOfOne("N")
	return variants(pickleFault(), "pickle-malformed pickle-present",
		variant{"pickle/stack-empty-at-stop", "the stack is empty at STOP", whole("")},
		variant{"pickle/stack-left-value", "a second value is on the stack at STOP", whole("N" + one)},
		variant{"pickle/stack-left-mark", "a mark is below the array on the stack at STOP", whole("(" + one)},
		variant{"pickle/stack-across-mark", "TUPLE1 reaches past a mark", whole("N(\x85")},
		variant{"pickle/stack-no-mark", "TUPLE finds no mark", whole("Nt")},
		variant{"pickle/stack-key-without-value", "SETITEMS finds a key without a value", oneObject("}(K\x01u")},
		variant{"pickle/list-as-key", "a list is a key of a dictionary", oneObject("}]Ns")},
		variant{"pickle/bytearray-as-key", "a bytearray that a call returns is a key of a dictionary", oneObject("}" + Reduce(Global("builtins", "bytearray"), ShortBytes("a")) + "Ns")},
		variant{"pickle/deque-as-key", "a deque that a call returns is a key of a dictionary", oneObject("}" + Reduce(Global("collections", "deque")) + "Ns")},
		variant{"pickle/array-as-key", "an array is a key of a dictionary", oneObject("}" + one + "Ns")},
		variant{"pickle/list-in-set", "a list is an element of a set", oneObject(Reduce(Global("builtins", "set"), ListOf("]")))},
	)
}

func pickleTrailingCases() []Case {
	one := "\x80\x03" + arrayOfOne("N") + "."
	trailing := pickleFault()
	trailing.Duty, trailing.Flags, trailing.Violates = Either, "object trailing-data", false
	twice := variants(trailing, "data-second-array pickle-present",
		variant{"pickle/trailing-array", "another .npy file follows the pickle, as when np.save writes twice to an open file", oneFile(one + string(Npy1(plain, three.Data)))},
		variant{"pickle/trailing-object-array", "another object array follows the pickle", oneFile(one + string(oneFile(one)))},
	)
	runs := trailing
	runs.Violates, runs.Flags = true, "object"
	twice = append(twice, variants(runs, "pickle-import-dangerous pickle-present pickle-raw-file",
		variant{"pickle/trailing-import", "a second pickle follows, which calls os.system if np.load is called once more for the open file", oneFile(one + "\x80\x03" + Reduce(Global("os", "system"), Unicode("")) + ".")},
	)...)
	return append(append(twice, pickleSecondCases()...), variants(trailing, "pickle-present pickle-trailing",
		variant{"pickle/trailing-newline", "a newline follows the pickle", oneFile(one + "\n")},
		variant{"pickle/trailing-archive", "an archive follows the pickle", oneFile(one + string(Zip(Stored("a.npy", Npy1(plain, three.Data)))))},
	)...)
}

// pickleSecondCases returns cases of object arrays that follow an array of numbers: calling np.load again for the open
// file unpickles them.
func pickleSecondCases() []Case {
	second := Case{
		Story: "conforming except that an object array follows the data", Duty: Either, Stage: "data",
		Flags: "trailing-data", Twin: "prefix/plain", Array: three,
	}
	after := func(file []byte) []byte { return Join(Npy1(plain, three.Data), file) }
	of := func(id, rules, story string, violates bool, file []byte) Case {
		c := second
		c.ID, c.Rules, c.Story, c.Violates, c.Twin, c.Bytes = id, rules, c.Story+story, violates, "pickle/second-array", after(file)
		return c
	}
	whole := oneObject("N")
	good := variants(second, "data-second-array pickle-present", variant{"pickle/second-array", "", after(whole)})
	return append(good,
		of("pickle/second-array-import", "data-second-array pickle-import-dangerous pickle-present", ", and its pickle calls os.system", false,
			oneObject(Reduce(Global("os", "system"), Unicode("")))),
		of("pickle/second-array-truncated", "data-second-array pickle-present pickle-truncated", ", and its pickle lacks STOP", true, whole[:len(whole)-1]),
		of("pickle/second-array-missing", "data-second-array pickle-missing", " without a pickle", true, oneFile("")),
		of("pickle/second-array-trailing", "data-second-array pickle-present pickle-trailing", ", and a newline follows the pickle", false, Join(whole, []byte("\n"))),
	)
}

func pickleProtocolCases() []Case {
	protocol := pickleFault().ofImportance(Low)
	protocol.Duty, protocol.Flags = Either, "object odd-pickle"
	text := protocol
	text.Twin = "pickle/protocol-1"
	cases := variants(text, "pickle-numpy-core pickle-present pickle-protocol",
		variant{"pickle/proto-1", "PROTO says protocol 1, which has no opcode PROTO", Npy1(Dict("'|O'", "False", "(3,)"), []byte("\x80\x01"+writtenProtocol1))},
	)
	return append(cases, variants(protocol, "pickle-present pickle-protocol",
		variant{"pickle/proto-missing", "PROTO is missing, although there are opcodes of protocol 3", oneFile(arrayOfOne("N") + ".")},
		variant{"pickle/proto-3-opcode-of-4", "PROTO says protocol 3, although there is an opcode of protocol 4", oneObject(ShortUnicode("a"))},
		variant{"pickle/proto-6", "PROTO says protocol 6, which does not exist", oneFile("\x80\x06" + arrayOfOne("N") + ".")},
		variant{"pickle/proto-inside", "a second PROTO precedes the object", oneObject("\x80\x03N")},
	)...)
}

func pickleFrameCases() []Case {
	body := arrayOfOne("N") + "."
	n := uint64(len(body))
	frame := pickleFault()
	frame.Twin = "pickle/one-object-protocol-4"
	return variants(frame, "pickle-frame pickle-present",
		variant{"pickle/frame-past-end", "the frame ends one byte after the pickle", oneFile("\x80\x04" + Frame(n+1) + body)},
		variant{"pickle/frame-8eib", "the frame claims 2^63 bytes", oneFile("\x80\x04" + Frame(1<<63) + body)},
		variant{"pickle/frame-splits-opcode", "the frame ends inside an opcode", oneFile("\x80\x04" + Frame(5) + body)},
		variant{"pickle/frame-in-frame", "there is a frame inside another", oneFile("\x80\x04" + Frame(n+9) + Framed(body))},
		variant{"pickle/frame-3-bytes", "a frame has only 3 bytes", oneFile("\x80\x04" + Framed("(N1") + body)},
	)
}

func pickleMemoCases() []Case {
	fault := pickleFault()
	fault.Twin = "pickle/memo-slot"
	cases := variants(fault, "pickle-memo pickle-present",
		variant{"pickle/memo-unset", "GET reads a memo slot in which nothing is stored", oneObject("h\x05")},
		variant{"pickle/memo-huge", "a value is stored in memo slot 2147483647", oneObject("Nr\xff\xff\xff\x7f")},
		variant{"pickle/memo-huge-text", "a value is stored in memo slot 1000000000000, by PUT", oneObject("Np1000000000000\n")},
	)
	moved := pickled()
	moved.Twin = "pickle/memo-slot"
	return append(cases, variants(moved, "pickle-memo-redefined pickle-present",
		variant{"pickle/memo-stored-twice", "a memo slot is stored twice", oneObject("Nq\x01q\x01")},
		variant{"pickle/memo-out-of-order", "memo slots are stored in descending order", oneObject("Nq\x02q\x01")},
		variant{"pickle/memo-counted-twice", "the second memo slot is stored by number and again by MEMOIZE, and the last value counts", oneObject4("\x88q\x010N\x940h\x01")},
	)...)
}
