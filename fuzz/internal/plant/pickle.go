package plant

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// pickleFault is a way to make an array of objects that breaks one rule, and its twin that conforms.
type pickleFault = func(*choice.Chooser) (faulty, twin sample.File, ok bool)

// pickleFaults are those for rules of the area pickle.
var pickleFaults = map[spec.ID]pickleFault{
	spec.PicklePresent:        picklePresent,
	spec.PickleMissing:        pickleCut(func(g *choice.Chooser, size int) int { return 0 }),
	spec.PickleRawFile:        pickleRawFile,
	spec.PickleTruncated:      pickleCut(func(g *choice.Chooser, size int) int { return size - 1 - g.N(3) }), // within the opcodes TUPLE, BUILD and STOP,
	spec.PickleTrailing:       pickleTrailing,
	spec.PickleFrame:          pickleFrame,
	spec.PickleNotArray:       pickleNotArray,
	spec.PickleHeaderMismatch: pickleHeaderMismatch,
	spec.PickleDtypeState:     pickleDtypeState,
	spec.PickleObjectBytes:    pickleObjectBytes,
	spec.PickleNumpyCore:      pickleNumpyCore,

	spec.PickleMalformed:        element(2, "N", "\xff", "\x00", "A", "Ix\n", "Lx\n", "Fx\n", "X\x01\x00\x00\x00\xff", "}]Ns", "T\xff\xff\xff\xff"),
	spec.PickleProtocol:         element(2, "N", "\x80\x02N", "\x8c\x01a", "\x8f", "]\x94", "C\x01a", "\x96\x00\x00\x00\x00\x00\x00\x00\x00"),
	spec.PickleMemo:             element(2, "N", "h\xfe", "j\xff\xff\x00\x00", "g123456\n", "Nr\x00\x00\x00\x7f"),
	spec.PickleMemoRedefined:    element(2, "N", "Nq\xfdq\xfd", "Np253\np253\n", "Nr\xfd\x00\x00\x00q\xfd"),
	spec.PickleImportDangerous:  element(2, "cbuiltins\nint\n", importOpcodes("os system", "posix system", "nt system", "subprocess Popen", "builtins eval", "builtins exec", "builtins getattr", "builtins open", "__builtin__ eval", "importlib import_module", "sys modules", "socket socket", "pickle loads", "ctypes CDLL", "runpy run_path", "pathlib Path", "operator attrgetter", "shutil rmtree", "numpy.testing run_string", "webbrowser open", "commands getoutput")...),
	spec.PickleImportUnknown:    element(2, "cbuiltins\nint\n", importOpcodes("mylib Point", "numpy add", "numpy.linalg norm", "pandas DataFrame", "enum Enum", "math sqrt", "__main__ Point", "torch Tensor")...),
	spec.PickleCallUnknown:      element(2, "cbuiltins\nset\n)R", called("mylib Point", "numpy add", "__main__ Point", "pandas DataFrame", "builtins ExceptionGroup", "time sleep")...),
	spec.PickleImportName:       element(4, "cbuiltins\nint\n", importOpcodes("builtins int.from_bytes", "numpy core.os.system", "numpy ", "numpy nd\u200barray", "num\u00ady ndarray", "numpy 9")...),
	spec.PickleImportUnresolved: element(4, "\x8c\x08builtins\x8c\x03int\x93", "K\x01\x8c\x03int\x93", "\x8c\x08builtinsN\x93", "]]\x93", "\x8c\x08builtinsC\x03int\x93"),
	spec.PickleExtension:        element(2, "N", "\x82\x01", "\x83\x01\x01", "\x84\x01\x00\x00\x01"),
	spec.PicklePersistentId:     element(2, "K\x01", "K\x01Q", "Px\n", "U\x01aQ", "P0123\n"),
	spec.PickleBuffer:           element(5, "\x96\x00\x00\x00\x00\x00\x00\x00\x00", "\x97", "\x97\x98"),
	spec.PickleCallForm: element(3, "c_codecs\nencode\nX\x01\x00\x00\x00aX\x06\x00\x00\x00latin1\x86R", "c_codecs\nencode\nX\x01\x00\x00\x00aX\x05\x00\x00\x00rot13\x86R",
		"cbuiltins\ncomplex\n]\x85R", "cpathlib\nPurePosixPath\nC\x01a\x85R", "ctypes\nSimpleNamespace\n}\x85R", timeZone("../a"), "cnumpy\nmemmap\nX\x01\x00\x00\x00a\x85R",
		"cuuid\nUUID\nK\x05\x85R", "cnumpy\ndtype\nX\x02\x00\x00\x00f8\x88\x88\x87R", "cdatetime\ndate\nK\x05\x85R"),
	spec.PickleMutation: element(2, "cuuid\nUUID\n)\x81}X\x03\x00\x00\x00intK\x05sb", "cbuiltins\nint\n}b", "cnumpy\nndarray\n}X\x01\x00\x00\x00aNsb",
		"cnumpy\nfloat64\nX\x01\x00\x00\x00aNs", "cbuiltins\nlist\nNa"),
	spec.PickleAllocation: element(3, "cbuiltins\nbytearray\nC\x01a\x85R", "cbuiltins\nbytearray\nJ\x00\xca\x9a\x3b\x85R", "cbuiltins\nbytes\nJ\xff\xff\xff\x7f\x85R"),
	spec.PickleExpansion:  element(2, tripled(2), tripled(18), tripled(19), tripled(25)),
	spec.PickleDepth:      element(2, nestedLists(100), nestedLists(510), nestedLists(600), nestedLists(2000)),
	spec.PickleWork:       element(2, work(2), work(11), work(12)),
	spec.PickleLateChange: element(2, "]q\x00Na\x85", "]q\x000h\x00\x85q\x010h\x00Na0h\x01", "}q\x000h\x00\x85q\x010h\x00NNs0h\x01"),
	spec.PickleState: element(2, "ccollections\nOrderedDict\n)R", attribute("__array_interface__"), attribute("__array_struct__"), attribute("__array__"),
		attribute("__class__"), attribute("x"), attribute("__len__"), "ctypes\nSimpleNamespace\n)R}X\x09\x00\x00\x00__array__Nsb",
		"cbuiltins\nValueError\n)R}X\x01\x00\x00\x00aNsb"),
	spec.PickleMatrix:      element(3, matrixOf("K\x01K\x01\x86"), matrixOf("K\x01K\x01K\x01\x87"), matrixOf("(K\x01K\x01K\x01K\x01t")),
	spec.PickleNewerName:   element(2, "cnumpy\nrecarray\n", importOpcodes("numpy.rec recarray", "numpy.rec record", "numpy.char chararray", "numpy bool")...),
	spec.PicklePlatform:    element(2, path("PurePosixPath"), path("PosixPath"), path("WindowsPath"), timeZone("Europe/Berlin"), timeZone("UTC")),
	spec.PickleStringDtype: element(2, "cnumpy.dtypes\nStrDType\n", "cnumpy.dtypes\nStringDType\n"),
	spec.PicklePython2Text: element(2, "X\x02\x00\x00\x00\xc3\xa4", "U\x02\xc3\xa4", "U\x01\xff", "T\x02\x00\x00\x00\xc3\xa4", "S'\\xc3\\xa4'\n"),
}

// plantPickle returns what a fault makes of the first draft that can have it.
func plantPickle(g *choice.Chooser, fault pickleFault) (faulty, twin sample.File, ok bool) {
	for range drafts {
		if faulty, twin, ok = fault(g); ok {
			break
		}
	}
	return faulty, twin, ok
}

// importOpcodes returns the opcodes of imports, given as module and name.
func importOpcodes(imports ...string) []string {
	var all []string
	for _, i := range imports {
		module, name, _ := strings.Cut(i, " ")
		all = append(all, "c"+module+"\n"+name+"\n")
	}
	return all
}

// called returns the opcodes of calls of imports.
func called(imports ...string) []string {
	var all []string
	for _, opcodes := range importOpcodes(imports...) {
		all = append(all, opcodes+")R", opcodes+"K\x01\x85R", opcodes+")\x81")
	}
	return all
}

// tripled returns the opcodes of a tuple that has the previous one three times, and so on n times.
func tripled(n int) string { return "N" + strings.Repeat("22\x87", n) }

// work returns the opcodes of many dictionaries that have such a tuple as their key.
func work(n int) string { return "(" + tripled(n) + "q\x00" + strings.Repeat("}h\x00Ns0", 380) + "t" }

// nestedLists returns the opcodes of n lists, each in the next.
func nestedLists(n int) string { return strings.Repeat("]", n) + strings.Repeat("a", n-1) }

// attribute returns the opcodes of an OrderedDict with an attribute that Python doesn't write.
func attribute(name string) string {
	return "ccollections\nOrderedDict\n)R}X" + string(archive.Le.AppendUint32(nil, uint32(len(name)))) + name + "}sb"
}

// path returns the opcodes of a path of a class.
func path(class string) string { return "cpathlib\n" + class + "\nX\x01\x00\x00\x00a\x85R" }

// timeZone returns the opcodes of a time zone.
func timeZone(key string) string {
	return "cbuiltins\ngetattr\nczoneinfo\nZoneInfo\nX\x09\x00\x00\x00_unpickle\x86RX" + string(archive.Le.AppendUint32(nil, uint32(len(key)))) + key + "K\x01\x86R"
}

// matrixOf returns the opcodes of a matrix of one byte, with a shape.
func matrixOf(shape string) string {
	return "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nmatrix\nK\x00\x85C\x01b\x87R(K\x01" + shape +
		"cnumpy\ndtype\nX\x02\x00\x00\x00u1\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89C\x011tb"
}

// element returns a fault in one element of an array, which has some of these opcodes of a protocol or,
// in the twin, the good ones.
func element(protocol byte, good string, bad ...string) pickleFault {
	return func(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
		p := newPickleDraft(g, protocol)
		p.element.S = good
		twin = p.file()
		p.element.S = choice.Of(g, bad...)
		return p.file(), twin, true
	}
}

// pickleDraft is the draft of an array of objects.
type pickleDraft struct {
	seed     uint64 // of the writer's choices, so that all forms of a draft are alike
	protocol byte
	core     string
	items    []*pickle.Node
	element  *pickle.Node // one of the items: opcodes
	flags    int          // of the dtype
	raw      bool         // the data is bytes
	shape    string
	fortran  bool
	pickle   func([]byte) []byte // changes the array, if it isn't nil
}

// newPickleDraft returns the draft of an array that conforms, of a protocol up to 3 or of the given one.
func newPickleDraft(g *choice.Chooser, protocol byte) *pickleDraft {
	m := &pickle.Maker{Chooser: g, Protocol: protocol}
	p := &pickleDraft{seed: g.Word(), protocol: protocol, core: "numpy.core", flags: pickle.FlagsObject, element: &pickle.Node{Kind: pickle.NodeOpcodes, S: "N"}}
	for range g.N(4) {
		p.items = append(p.items, m.Leaf())
	}
	p.items = slices.Insert(p.items, g.N(len(p.items)+1), p.element)
	p.shape = fmt.Sprintf("(%d,)", len(p.items))
	return p
}

// file returns the array as it is drafted.
func (p *pickleDraft) file() sample.File {
	m := &pickle.Maker{Chooser: choice.Numbered(p.seed, 0), Protocol: p.protocol, Core: p.core, DTypes: make(map[string]*pickle.DType)}
	t := m.ObjectDType()
	t.Node.States[0].Items[7] = pickle.Number(p.flags)
	data := pickle.List(p.items...)
	if p.raw {
		data = pickle.BytesOf(strings.Repeat("A", 8*len(p.items)))
	}
	root := m.Array("ndarray", pickle.Tuple(pickle.Number(len(p.items))), t, data)
	pickle := pickle.NewWriter(m.Chooser, p.protocol, p.protocol > 2 && m.One(2)).Pickle(root)
	if p.pickle != nil {
		pickle = p.pickle(pickle)
	}
	text := fmt.Sprintf("{'descr': '|O', 'fortran_order': %s, 'shape': %s, }", map[bool]string{false: "False", true: "True"}[p.fortran], p.shape)
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	b := archive.Le.AppendUint16([]byte(spec.Magic+"\x01\x00"), uint16(len(text)))
	return sample.File{Content: append(append(b, text...), pickle...), Format: validator.Npy}
}

// picklePresent turns an array of numbers into one of objects.
func picklePresent(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	_, content := npy.ByteArray(g.Bytes(g.N(10)))
	return newPickleDraft(g, byte(2+g.N(4))).file(), sample.File{Content: content, Format: validator.Npy}, true
}

// changed returns a draft with a change, and without it.
func (p *pickleDraft) changed(change func()) (faulty, twin sample.File, ok bool) {
	twin = p.file()
	change()
	return p.file(), twin, true
}

// pickleCut returns a fault that leaves that many bytes of a pickle.
func pickleCut(left func(g *choice.Chooser, size int) int) pickleFault {
	return func(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
		p := newPickleDraft(g, byte(2+g.N(2)))
		return p.changed(func() { p.pickle = func(b []byte) []byte { return b[:left(g, len(b))] } })
	}
}

func pickleRawFile(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	faulty, twin, ok = newPickleDraft(g, byte(2+g.N(4))).changed(func() {})
	faulty.Content = faulty.Content[bytes.Index(faulty.Content, []byte("\n\x80"))+1:]
	return faulty, twin, ok
}

func pickleTrailing(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(2+g.N(4)))
	return p.changed(func() {
		p.pickle = func(b []byte) []byte {
			return append(b, choice.Of(g, []byte("\n"), []byte("."), make([]byte, 1+g.N(100)), []byte("PKZ"), b[1:])...)
		}
	})
}

// pickleFrame makes the frame longer than the pickle.
func pickleFrame(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, 4)
	if twin = p.file(); !bytes.Contains(twin.Content, []byte("\n\x80\x04\x95")) {
		return faulty, twin, false // a pickle without a frame
	}
	return p.changed(func() {
		p.pickle = func(b []byte) []byte {
			b[3] += byte(1 + g.N(30))
			return b
		}
	})
}

// pickleNotArray replaces the array by another value.
func pickleNotArray(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(2+g.N(4)))
	return p.changed(func() {
		p.pickle = func(b []byte) []byte {
			return append(slices.Clone(b[:2]), choice.Of(g, "].", "}.", "N.", "K\x01.", ").", "]K\x01a.", "cnumpy\nndarray\n.", "X\x01\x00\x00\x00a.")...)
		}
	})
}

// pickleHeaderMismatch makes the header give another shape.
func pickleHeaderMismatch(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(2+g.N(4)))
	return p.changed(func() {
		n := len(p.items)
		p.shape = choice.Of(g, fmt.Sprintf("(%d,)", n+1), fmt.Sprintf("(%d,)", n-1), "()", fmt.Sprintf("(%d, 1)", n), fmt.Sprintf("(1, %d)", n))
		if p.shape == "()" && n == 1 {
			p.shape = "(1, 1)"
		}
	})
}

func pickleDtypeState(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(2+g.N(4)))
	return p.changed(func() { p.flags = choice.Of(g, 0, 1, 8, 0x3e, 0x1b, 255) })
}

// pickleObjectBytes gives an array of objects bytes instead of elements.
func pickleObjectBytes(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(3+g.N(3)))
	return p.changed(func() { p.raw = true })
}

// pickleNumpyCore writes the pickle as NumPy 2 does.
func pickleNumpyCore(g *choice.Chooser) (faulty, twin sample.File, ok bool) {
	p := newPickleDraft(g, byte(3+g.N(3)))
	return p.changed(func() { p.core = "numpy._core" })
}
