package spec

const (
	PicklePresent ID = iota + pickleIDs
	PickleMissing
	PickleRawFile
	PickleTruncated
	PickleMalformed
	PickleTrailing
	PickleProtocol
	PickleFrame
	PickleMemo
	PickleMemoRedefined
	PickleImportDangerous
	PickleImportUnknown
	PickleCallUnknown
	PickleImportName
	PickleImportUnresolved
	PickleExtension
	PicklePersistentId
	PickleBuffer
	PickleCallForm
	PickleMutation
	PickleAllocation
	PickleExpansion
	PickleDepth
	PickleWork
	PickleLateChange
	PickleNotArray
	PickleHeaderMismatch
	PickleDtypeState
	PickleObjectBytes
)

// pickleRules are about the data of object arrays (section 8 of npy.md and pickle.md).
func pickleRules() []Rule {
	return []Rule{
		{
			ID: PicklePresent, Name: "pickle-present", Level: May, Kind: Security, Reader: Either, Clause: "npy-8.1", Since: "0.1.0",
			Title: "array of Python objects, which needs allow_pickle=True",
			Doc: "The data of an object array is a Python pickle, and loading a pickle can run any code. The file " +
				"conforms, so this is a note and not an error. Since 1.16.3 NumPy rejects such files, \"Object arrays " +
				"cannot be loaded when allow_pickle=False\", unless allow_pickle=True is given; with it, the pickle " +
				"decides what is returned and the header is ignored. np.save makes such an array of a dictionary, of " +
				"None and of lists of unequal length; a single object comes back with item(). Readers in other " +
				"languages can't read the elements. npycheck walks the pickle and names what it imports, but executes " +
				"nothing. A pickle that breaks no other rule may still be unsafe to load: what NumPy's and Python's " +
				"types do with their arguments isn't in the file.",
			Owner: "Look inside with npycheck info. Load the file with np.load(path, allow_pickle=True) only if " +
				"you would run code from its author and npycheck finds nothing worse in it.",
			Author: "Save numbers or fixed-size strings instead of objects: they need no pickle.",
			Fix:    fixPickle,
		},
		{
			ID: PickleMissing, Name: "pickle-missing", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.1", Since: "0.1.0",
			Title: "object array without a pickle",
			Doc: "The header says objects, and the file ends there. A writer that fails while it pickles the array, " +
				"which happens with objects that can't be pickled, leaves only the header. With allow_pickle=True " +
				"NumPy raises an EOFError.",
			Owner:  ownAgain + " No object is in it.",
			Author: authorComplete + " An object that can't be pickled leaves only the header.",
			Fix:    fixNotPickle,
		},
		{
			ID: PickleRawFile, Name: "pickle-raw-file", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.2", Since: "0.1.0",
			Title: "file is a bare pickle",
			Doc: "A file without the magic string is not a .npy file, but np.load tries to unpickle every file that " +
				"doesn't begin with the magic string or the signature of a zip archive, whatever its name is: with " +
				"allow_pickle=True it runs the pickle. Scanners that choose files by their suffix don't look into it. " +
				"pickle.dump to a file named .npy makes such files by mistake. npycheck walks the pickle as it does " +
				"after a header.",
			Owner:  "If you trust the file, load the object with pickle and save it with np.save.",
			Author: "Write arrays with np.save, and give files of pickle.dump another suffix.",
			Fix:    FixNote{Way: FixNever, Why: "it is a pickle, which is never changed and never loaded", Doubt: true},
		},
		{
			ID: PickleTruncated, Name: "pickle-truncated", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.3", Since: "0.1.0",
			Title: "pickle ends before STOP",
			Doc: "A pickle ends with the opcode STOP, and this one ends earlier, or in it is a length that reaches past the " +
				"end. Broken downloads, full disks and writers that failed at an object in the middle leave such files, " +
				"and so does a damaged length. npycheck compares lengths with the bytes that are there; CPython's " +
				"unpickler allocates first, so a file of 260 bytes can take all memory. By the time a reader notices, the " +
				"pickle has made every call before that point. Python raises an EOFError or an UnpicklingError.",
			Owner:  ownAgain,
			Author: authorComplete,
			Fix:    fixNotPickle,
		},
		{
			ID: PickleMalformed, Name: "pickle-malformed", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.3", Since: "0.1.0",
			Title: "pickle that no unpickler reads",
			Doc: "No unpickler reads past this fault, and npycheck's walk ends here, except after a number that some " +
				"unpicklers read. Examples: an unknown opcode, a stack with too few values, a missing mark, an " +
				"argument that isn't a number or that unpicklers read differently, a negative " +
				"length, text that isn't UTF-8, a list as a key, values left over at the end. Earlier " +
				"findings stay, since an unpickler executes what comes before the fault: a fault after a call is a " +
				"known way to make scanners give up. A length beyond the data is " +
				"the rule pickle-truncated.",
			Owner:  ownAgain,
			Author: authorPicklers,
			Fix:    fixNotPickle,
		},
		{
			ID: PickleTrailing, Name: "pickle-trailing", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-8.4", Since: "0.1.0",
			Title: "bytes after the pickle",
			Doc: "The data of an object array is one pickle, which ends with STOP. Nobody who reads the array sees " +
				"what follows, so it can hide a second pickle or an archive. NumPy ignores it; its own test data has " +
				"a file with a newline there. If another array follows, as after several calls of np.save on one open " +
				"file, the rule data-second-array says so.",
			Owner:  "np.load ignores the bytes. If you don't know where they come from, fetch the file again.",
			Author: "Write nothing after the pickle, and each array to a file of its own.",
			Fix:    fixPickle,
		},
		{
			ID: PickleProtocol, Name: "pickle-protocol", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-8.5", Since: "0.1.0",
			Title: "opcodes that don't fit the protocol",
			Doc: "The opcode PROTO comes first and only once, names a protocol from 2 to 5, and no opcode is newer; " +
				"without PROTO the protocol is 0 or 1. Picklers keep to this. A stream that doesn't was assembled " +
				"from parts, by hand or by a tool that injects code before the original pickle. Python reads all of " +
				"them up to protocol 5 and rejects a higher number.",
			Owner: "Somebody may have put the pickle together from parts: load it with allow_pickle=True only if " +
				"you know who.",
			Author: authorPicklers,
			Fix:    fixPickle,
		},
		{
			ID: PickleFrame, Name: "pickle-frame", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.6", Since: "0.1.0",
			Title: "frame that doesn't hold whole opcodes",
			Doc: "From protocol 4 on opcodes come in frames of a given length. No pickler writes a frame that ends " +
				"inside an opcode or after the data, or one that begins inside another. The two unpicklers of CPython " +
				"treat them differently, so a stream can do one thing where it is inspected and another where it is " +
				"loaded. Frames of under 4 bytes come only from Python 3.4 to 3.6, where NumPy wrote protocol 3.",
			Owner:  ownUnloaded + " Unpicklers differ in what they read.",
			Author: authorPicklers,
			Fix:    fixNotPickle,
		},
		{
			ID: PickleMemo, Name: "pickle-memo", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.7", Since: "0.1.0",
			Title: "memo slot that doesn't exist or has a huge number",
			Doc: "A pickle stores values in numbered slots to refer to them again. Reading a slot that was never " +
				"stored makes Python fail, but only after it has executed everything before. A huge slot number makes " +
				"CPython's unpickler allocate twice as many slots: gigabytes, for an opcode of five bytes.",
			Owner:  ownAgain,
			Author: authorPicklers,
			Fix:    fixPickle,
		},
		{
			ID: PickleMemoRedefined, Name: "pickle-memo-redefined", Level: May, Kind: Security, Reader: Accept, Clause: "npy-8.7", Since: "0.1.0",
			Title: "memo slot stored twice or out of order",
			Doc: "Picklers number the slots of the memo in order, and store each once. Storing a slot again is " +
				"legal, and the last value counts. Scanners that confused the order of the opcodes with the content " +
				"of the memo saw harmless names where the unpickler used others.",
			Owner:  "Find out where the file comes from: somebody has edited the pickle.",
			Author: authorPicklers,
			Fix:    fixPickle,
		},
		{
			ID: PickleImportDangerous, Name: "pickle-import-dangerous", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.8", Since: "0.1.0",
			Title: "import that can run code",
			Doc: "The pickle asks for something that starts processes, evaluates text, opens files or connections, " +
				"loads further code, or takes other objects apart. No array needs that. Safety doesn't depend on a " +
				"complete list, since a pickle may not call what npycheck doesn't know either; the list makes the " +
				"message plainer. It has packages, names such as os and __builtins__, which any module may have, and " +
				"for pickles of Python 2 also Python 3's names of their modules. getattr counts as well, except for " +
				"the one call that looks up a time zone of zoneinfo.",
			Owner:  ownUnloaded,
			Author: authorPlain,
			Fix:    fixPickle,
		},
		{
			ID: PickleImportUnknown, Name: "pickle-import-unknown", Level: Should, Kind: Security, Reader: Either, Clause: "npy-8.8", Since: "0.1.0",
			Title: "import that npycheck doesn't know",
			Doc: "The pickle names something that is neither NumPy's nor one of Python's plain values, and doesn't " +
				"call it: a function or a class that the array just holds. Even that imports its module, which runs " +
				"the module's code.",
			Owner: "Don't load the file with allow_pickle=True unless you trust its author. npycheck info shows " +
				"what it contains, and --allow-import accepts a class that you know, such as mylib.Point.",
			Author: authorPlain,
			Fix:    fixPickle,
		},
		{
			ID: PickleCallUnknown, Name: "pickle-call-unknown", Level: Must, Kind: Security, Reader: Either, Clause: "npy-8.8", Since: "0.1.0",
			Title: "call of an import that npycheck doesn't know",
			Doc: "The pickle calls a function or makes an instance of a class that npycheck doesn't know. It may be " +
				"a class of your own, or one of the hundreds of functions in the standard library and in common " +
				"packages with which a pickle can run code. Lists of forbidden names have been beaten again and again " +
				"by a name that wasn't on them, so a pickle may call only what is known to be harmless. NumPy saves " +
				"such arrays without a warning: of named tuples, enumerations, data classes, pandas tables. Nothing " +
				"in the file says what their constructors do, so npycheck reports an error, and whether a reader " +
				"accepts the file is up to its user.",
			Owner: "Don't load the file with allow_pickle=True unless you trust its author. npycheck info shows " +
				"what it calls, and --allow-import accepts a class that you would trust with any arguments, such " +
				"as mylib.Point.",
			Author: authorPlain,
			Fix:    fixPickle,
		},
		{
			ID: PickleImportName, Name: "pickle-import-name", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.8", Since: "0.1.0",
			Title: "import with an odd name",
			Doc: "A module is a series of identifiers with dots between them, and a name is one identifier. From " +
				"protocol 4 on Python splits a name at its dots, so an attribute of an attribute of a harmless " +
				"package can be anything: numpy leads to os.system. Spaces, control bytes, characters that Python " +
				"normalizes and empty names serve to get past a comparison of names. Methods and nested classes make " +
				"pickles with dotted names too.",
			Owner:  ownUnloaded,
			Author: "Save the data of methods and nested classes instead of them.",
			Fix:    fixPickle,
		},
		{
			ID: PickleImportUnresolved, Name: "pickle-import-unresolved", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.8", Since: "0.1.0",
			Title: "import whose name is not literal text",
			Doc: "The opcode STACK_GLOBAL takes module and name from the stack. A pickler puts two strings there. If " +
				"the stack holds something else, the file doesn't say what it imports, or the unpickler fails after " +
				"it has executed what comes before.",
			Owner:  ownUnloaded,
			Author: authorPicklers,
			Fix:    fixPickle,
		},
		{
			ID: PickleExtension, Name: "pickle-extension", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.9", Since: "0.1.0",
			Title: "import by extension code",
			Doc: "EXT1, EXT2 and EXT4 mean an import that the program which loads the pickle has registered under a " +
				"number. The file doesn't say what that is, and another program can have another import there. NumPy " +
				"registers none.",
			Owner:  ownUnloaded,
			Author: "Write the file without copyreg.add_extension.",
			Fix:    fixPickle,
		},
		{
			ID: PicklePersistentId, Name: "pickle-persistent-id", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.9", Since: "0.1.0",
			Title: "object outside the file (persistent id)",
			Doc: "PERSID and BINPERSID mean an object outside the file, which a method of the unpickler must find: a " +
				"database record, a tensor in another file. numpy.load has no such method, so it fails; other " +
				"programs can do anything with the id.",
			Owner:  ownUnloaded + " Only the program that wrote it can find the object.",
			Author: "Write the file with np.save, without persistent IDs.",
			Fix:    fixPickle,
		},
		{
			ID: PickleBuffer, Name: "pickle-buffer", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.9", Since: "0.1.0",
			Title: "out-of-band buffer",
			Doc: "Protocol 5 can leave the data of arrays out of the stream, for programs that pass it another way. " +
				"A file has no other way: NEXT_BUFFER makes the unpickler fail. The stream was meant for a socket or " +
				"for shared memory.",
			Owner:  ownAgain + " The data of an array isn't in it.",
			Author: "Write the file with np.save, or pickle without a buffer_callback.",
			Fix:    fixPickle,
		},
		{
			ID: PickleCallForm, Name: "pickle-call-form", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.10", Since: "0.1.0",
			Title: "allowed constructor called with unusual arguments",
			Doc: "NumPy and Python call each of their constructors in one way when they load a pickle: " +
				"_reconstruct(ndarray, (0,), b'b'), dtype('f8', False, True), scalar(dtype, bytes), " +
				"_codecs.encode(text, 'latin1'). No pickler writes other arguments, and the constructors were not " +
				"written to withstand them. The same applies to the states of arrays: as many bytes as shape and " +
				"dtype need, and as many list items as elements.",
			Owner:  ownUnloaded,
			Author: "Write the file with np.save.",
			Fix:    fixPickle,
		},
		{
			ID: PickleMutation, Name: "pickle-mutation", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.10", Since: "0.1.0",
			Title: "change to a value that the pickle may not change",
			Doc: "BUILD gives attributes to an object, APPEND and SETITEM give it elements. They are for what the " +
				"pickle has just made. Applied to an imported function or class, they change the program that loads " +
				"the file, for a later step to use; applied to a dtype in use, they corrupt memory. A second BUILD " +
				"calls the __setstate__ that the first may have put among the attributes.",
			Owner:  ownUnloaded,
			Author: authorPicklers,
			Fix:    fixPickle,
		},
		{
			ID: PickleAllocation, Name: "pickle-allocation", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.11", Since: "0.1.0",
			Title: "call that lets the file choose how much is allocated",
			Doc: "A few bytes can ask for any amount of memory: bytearray(10**9), a range made into a list, " +
				"_reconstruct with a shape. Picklers give these constructors their content and never a size.",
			Owner:  ownUnloaded,
			Author: authorPlain,
			Fix:    fixPickle,
		},
		{
			ID: PickleExpansion, Name: "pickle-expansion", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-8.11", Since: "0.1.0",
			Title: "shared references that expand out of proportion",
			Doc: "A pickle can refer to a value any number of times, so a hundred opcodes can make a tree of a " +
				"billion nodes. Loading it is quick; comparing, printing or copying it is not. A one-megabyte array " +
				"whose state is given to a thousand arrays takes a gigabyte. The limits are a million values plus " +
				"1,000 for each opcode, and for what calls copy 48 MiB plus 16 bytes for each byte.",
			Owner: "Check that the file is meant to hold this before you load it. Large structures that share " +
				"their parts can look like it.",
			Author: "Save each part once.",
			Fix:    fixPickle,
		},
		{
			ID: PickleDepth, Name: "pickle-depth", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-8.11", Since: "0.1.0",
			Title: "nesting of over 500 collections or 1000 marks",
			Doc: "Python's picklers are recursive and stop at a nesting of a few hundred. The unpicklers aren't, so " +
				"a file can hold more, and everything that recurses over the result fails: comparison, printing, " +
				"copying, pickling, and in some versions freeing it.",
			Owner: "Check that the file is meant to hold this before you load it: printing, comparing or copying " +
				"the objects may fail.",
			Author: "Flatten the objects before you save them.",
			Fix:    fixPickle,
		},
		{
			ID: PickleWork, Name: "pickle-work", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-8.11", Since: "0.1.0",
			Title: "values that take CPU time out of proportion",
			Doc: "A few bytes can keep a loader busy for minutes. Examples: a tuple of a million values, hashed " +
				"again for every dictionary that it is a key of; a decimal number with an exponent of a billion that " +
				"becomes an int; thousands of random number generators. Clause npy-8.11 has the bounds.",
			Owner: "Check that the file is meant to hold this before you load it. Ordinary data stays far below " +
				"the bounds.",
			Author: authorPlain,
			Fix:    fixPickle,
		},
		{
			ID: PickleLateChange, Name: "pickle-late-change", Level: Should, Kind: Security, Reader: Either, Clause: "npy-8.11", Since: "0.1.0",
			Title: "pickle modifies a value that is already in use",
			Doc: "The pickle changes a value that is already part of another, or refers to a value that npycheck no " +
				"longer keeps. What was checked before may be something else by then: a list that was empty, an array " +
				"without its elements. Picklers finish a value before they put it into another, and npycheck keeps " +
				"what they refer to. The rest of the file was checked, but this was not.",
			Owner: "Load the file with allow_pickle=True only if you trust its author: this was not checked. " +
				"np.save writes such a pickle for an object that contains itself.",
			Author: "Save objects that don't contain themselves.",
			Fix:    fixPickle,
		},
		{
			ID: PickleNotArray, Name: "pickle-not-array", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.12", Since: "0.1.0",
			Title: "pickle doesn't build an array",
			Doc: "The header announces an array, but the pickle holds something else: a list, a dictionary, None. " +
				"NumPy returns it without an error, so the program fails later, or goes wrong.",
			Owner: "Load the file with allow_pickle=True only if you trust its author: np.load returns what the " +
				"pickle builds, which isn't an array.",
			Author: "Write the file with np.save.",
			Fix:    fixNotPickle,
		},
		{
			ID: PickleHeaderMismatch, Name: "pickle-header-mismatch", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.12", Since: "0.1.0",
			Title: "pickled array disagrees with the header",
			Doc: "The pickle has shape, dtype and order a second time. NumPy uses those of the pickle and ignores " +
				"the header; tools that read only headers, and readers that allocate by them, see another array. The " +
				"list of elements has to be as long as the shape says. Dtypes are compared field by field: name, " +
				"title, offset, type.",
			Owner:  ownAgain + " The pickle decides what np.load returns, whatever the header says.",
			Author: "Write header and pickle of the same array, as np.save does.",
			Fix:    fixNotPickle,
		},
		{
			ID: PickleDtypeState, Name: "pickle-dtype-state", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.12", Since: "0.1.0",
			Title: "dtype state that NumPy doesn't write",
			Doc: "A dtype is built from a code and a state: version, byte order, names and fields, " +
				"itemsize, alignment, flags. NumPy believes most of it. A field beyond the end of the item " +
				"reads and writes memory outside the array. A name without a field, an alignment of 0 and " +
				"objects of another byte order crash NumPy. An object type without the flag for references, " +
				"the flag on a numeric type, or a field over one of objects makes it follow numbers as " +
				"addresses.",
			Owner:  ownUnloaded,
			Author: "Write the file with np.save.",
			Fix:    fixNotPickle,
		},
		{
			ID: PickleObjectBytes, Name: "pickle-object-bytes", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.12", Since: "0.1.0",
			Title: "object dtype filled from raw bytes",
			Doc: "The elements of an object array come as a list. If a pickle gives bytes instead, to an array, a " +
				"scalar or a buffer, NumPy uses them as addresses of objects: the file chooses what memory the " +
				"interpreter follows. Versions of NumPy differ in which of the three they reject.",
			Owner:  ownUnloaded,
			Author: "Write the file with np.save.",
			Fix:    fixPickle,
		},
	}
}
