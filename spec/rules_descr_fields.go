package spec

const (
	DescrTupleTopLevel ID = iota + descrFieldsIDs
	DescrTupleMalformed
	DescrTwoTypes
	DescrFieldNotTuple
	DescrFieldList
	DescrFieldLength
	DescrEmptyStruct
	DescrFieldNameType
	DescrTitleType
	DescrDuplicateName
	DescrDuplicateTitle
	DescrNameOdd
	DescrEmptyName
	DescrPaddingForm
	DescrPaddingZero
	DescrSubarrayShapeInt
	DescrSubarrayShapeForm
	DescrSubarrayShapeOne
	DescrSubarrayShapeType
	DescrSubarrayShapeNegative
	DescrSubarrayShapeEmpty
	DescrSubarrayZero
	DescrSubarrayZeroItemsize
	DescrItemsizeOverflow
)

// structuredRules are about structured types and subarrays.
func structuredRules() []Rule {
	return []Rule{
		{
			ID: DescrTupleTopLevel, Name: "descr-tuple-top-level", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.10", Since: "0.1.0",
			Title: "tuple outside a field",
			Doc: "A type with a shape is a subarray, and only a field can have one: in an array its dimensions " +
				"belong to the shape. NumPy never writes a tuple as the whole descr. It rejects one from a file or a " +
				"stream after reading the data; opened as a memory map, the same file is accepted with another shape.",
			Owner:  ownMended,
			Author: "Write the base type, and append the dimensions to the shape.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrTupleMalformed, Name: "descr-tuple-malformed", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.10", Since: "0.1.0",
			Title: "tuple that is not a subarray",
			Doc: "A subarray is a tuple of two items, a type and a shape. NumPy fails with an IndexError on () and " +
				"('<f8',), and reads ('<f8', None) as '<f8'.",
			Owner:  ownMended,
			Author: "Write the type alone, or the type and the shape.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrTwoTypes, Name: "descr-two-types", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.10", Since: "0.1.0",
			Title: "pair of two types for the same bytes",
			Doc: "NumPy's constructor can lay a structured type over the bytes of another type. dtype.descr never " +
				"has such a pair, and a reader can't know which of the two is meant. NumPy reads such a file. Up to " +
				"1.26 it wrote a pair of a type and a dictionary for a field with metadata, as types of h5py have, " +
				"which no release reads back.",
			Owner: "Write the file again. A pair of a type and a dictionary is metadata, as h5py gives to types: " +
				"NumPy 2.0 and later leave it out.",
			Author: "Write one of the two types.",
			Fix: FixNote{Way: FixIfSafe, Why: "if the second is the metadata of the first, and the data then ends with " +
				"the file", Doubt: true},
		},
		{
			ID: DescrFieldNotTuple, Name: "descr-field-not-tuple", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.11", Since: "0.1.0",
			Title: "field is not a tuple",
			Doc: "A field is a tuple, in parentheses. NumPy's constructor rejects anything else, but since 1.16 its " +
				"reader of headers unpacks whatever it finds: ['ab'] becomes a type with a field a of type b, and the " +
				"items of a set are name and type in an order that changes from run to run. NumPy 1.15 and older " +
				"reject both.",
			Owner:  ownMended,
			Author: "Write each field in parentheses.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrFieldList, Name: "descr-field-list", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.11", Since: "0.1.0",
			Title: "field is a list",
			Doc: "A field is a tuple, in parentheses. Writers that build the list with a JSON library, which has no " +
				"tuples, write lists instead. NumPy has read them from a header since 1.16 and gets the same type, " +
				"although its constructor rejects them; other readers reject them.",
			Owner:  ownRewrite,
			Author: "Write each field in parentheses.",
			Fix:    fixForm,
		},
		{
			ID: DescrFieldLength, Name: "descr-field-length", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.11", Since: "0.1.0",
			Title:  "field without exactly two or three items",
			Doc:    "A field has a name and a type, and a shape if it is a subarray. NumPy rejects any other number of items.",
			Owner:  ownMended,
			Author: "Write (name, type) or (name, type, shape).",
			Fix:    fixUnknown,
		},
		{
			ID: DescrEmptyStruct, Name: "descr-empty-struct", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.11", Since: "0.1.0",
			Title: "structured type without fields",
			Doc: "A type without fields has no bytes. NumPy writes np.dtype([]) as [] and reads it back. It is " +
				"rarely what the author wanted, and it has the same pitfalls as other elements of zero bytes.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrFieldNameType, Name: "descr-field-name-type", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.12", Since: "0.1.0",
			Title: "field name is not a string",
			Doc: "A field name is a string. Code ported from Python 2 can write bytes; NumPy on Python 3 rejects " +
				"them, as it rejects numbers.",
			Owner:  ownMended,
			Author: "Write the name as a plain string.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrTitleType, Name: "descr-title-type", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-5.12", Since: "0.1.0",
			Title: "field title is not a string",
			Doc: "A field may have a pair of title and name instead of its name. NumPy accepts a title of any " +
				"hashable type, since it uses it as a key of a Python dictionary, writes it into the header and reads " +
				"it back: bytes, a number, a tuple. Other readers can't represent that, and reject the file or leave " +
				"the title out.",
			Owner:  "Nothing needs to be done for NumPy, which reads such titles; other readers may reject the file.",
			Author: "Write the title as a string, or the name alone.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrDuplicateName, Name: "descr-duplicate-name", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.12", Since: "0.1.0",
			Title: "field name occurs twice",
			Doc: "Fields are found by their names, so two fields with the same name in one structured type can't be " +
				"told apart. NumPy rejects the file.",
			Owner:  ownMended,
			Author: "Give each field a name of its own.",
			Fix:    fixAmbiguous,
		},
		{
			ID: DescrDuplicateTitle, Name: "descr-duplicate-title", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.12", Since: "0.1.0",
			Title: "field title is also another name or title",
			Doc: "In NumPy titles and names share one table, so a title must differ from every other " +
				"title and name of the type, and from its own name. NumPy rejects the file.",
			Owner:  ownMended,
			Author: "Change the title, or leave it out.",
			Fix:    fixAmbiguous,
		},
		{
			ID: DescrNameOdd, Name: "descr-name-odd", Level: May, Kind: Security, Reader: Accept, Clause: "npy-5.12", Since: "0.1.0",
			Title: "field name with control or invisible characters",
			Doc: "A name with a newline, a NUL or a bidirectional control is legal if it is escaped, and NumPy " +
				"writes and reads it. It can harm programs that print names, build file names from them or put them " +
				"into a web page.",
			Owner:  "Nothing needs to be done, but quote the name wherever it is shown.",
			Author: "Name fields with visible characters.",
			Fix:    fixContent,
		},
		{
			ID: DescrEmptyName, Name: "descr-empty-name", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.13", Since: "0.1.0",
			Title: "unnamed field that is not padding",
			Doc: "The empty name marks padding. NumPy names an unnamed field f0, f1 and so on before it writes the " +
				"file. When it reads one it keeps the empty name, although its documentation says otherwise. A second " +
				"one in the same type is rejected.",
			Owner:  "Give the field a name and save the array again: a.dtype.names = (…), then np.save(path, a).",
			Author: "Name the field.",
			Fix:    fixContent,
		},
		{
			ID: DescrPaddingForm, Name: "descr-padding-form", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.13", Since: "0.1.0",
			Title: "padding not in NumPy's spelling",
			Doc: "NumPy always writes padding as ('', '|Vn'). When it reads, any unnamed plain void is padding, so " +
				"'<V4', 'V4' and an unnamed subarray of void are padding too. A reader that compares strings sees a " +
				"field.",
			Owner:  ownRewrite,
			Author: "Write ('', '|Vn') with the number of bytes.",
			Fix:    fixForm,
		},
		{
			ID: DescrPaddingZero, Name: "descr-padding-zero", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.13", Since: "0.1.0",
			Title: "padding of zero bytes",
			Doc: "Padding of zero bytes changes nothing. NumPy doesn't write it, and skips it when it " +
				"reads.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrSubarrayShapeInt, Name: "descr-subarray-shape-int", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.14", Since: "0.1.0",
			Title:  "subarray shape given as a number",
			Doc:    "The shape of a subarray is a tuple. NumPy reads the number 3 as (3,), but always writes the tuple.",
			Owner:  ownRewrite,
			Author: "Write a tuple: (3,).",
			Fix:    fixForm,
		},
		{
			ID: DescrSubarrayShapeForm, Name: "descr-subarray-shape-form", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray shape given as a list or as None",
			Doc: "The shape of a subarray is a tuple. NumPy's constructor also accepts a list, which it treats as " +
				"the tuple, and None, which it treats as if the shape were not there, and every release does the same " +
				"with a file. It always writes the tuple, or no shape.",
			Owner:  ownRewrite,
			Author: "Write the shape in parentheses, or leave it out.",
			Fix:    fixForm,
		},
		{
			ID: DescrSubarrayShapeOne, Name: "descr-subarray-shape-one", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray shape given as the number 1",
			Doc: "('a', '<f8', 1) is a plain field in NumPy 1.x, with a warning, and a subarray of shape (1,) in " +
				"2.x. The same file gives two different types, so there is no right way to read it.",
			Owner:  ownMended + " NumPy 1 and NumPy 2 read it as different types.",
			Author: "Leave out the 1 for a plain field, or write (1,).",
			Fix:    fixAmbiguous,
		},
		{
			ID: DescrSubarrayShapeType, Name: "descr-subarray-shape-type", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray shape is not a tuple of integers",
			Doc: "A string, a boolean or a number with a fraction is not a shape, and not a dimension of one either. " +
				"NumPy rejects them all.",
			Owner:  ownMended,
			Author: "Write a tuple of integers.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrSubarrayShapeNegative, Name: "descr-subarray-shape-negative", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.14", Since: "0.1.0",
			Title: "negative subarray dimension",
			Doc: "A subarray can't have a negative number of elements, and NumPy rejects one. A reader " +
				"that multiplies first gets a negative itemsize.",
			Owner:  ownAgain,
			Author: "Write the real dimension.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrSubarrayShapeEmpty, Name: "descr-subarray-shape-empty", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray with the shape ()",
			Doc:   "A subarray of no dimensions is its own element type. NumPy reads it that way, and never writes it.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: DescrSubarrayZero, Name: "descr-subarray-zero", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray without elements",
			Doc: "A subarray with a dimension of zero has no bytes. NumPy writes and reads it. A reader that divides " +
				"by the number of elements fails.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrSubarrayZeroItemsize, Name: "descr-subarray-zero-itemsize", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.14", Since: "0.1.0",
			Title: "subarray whose elements have zero bytes",
			Doc: "NumPy can neither make nor read a subarray whose base type is S, U or V of zero bytes, or a " +
				"subarray without bytes; it does read a structured type without fields there. If the shape is a " +
				"number, NumPy uses it as the size of the base type. The field takes no bytes however many elements " +
				"it has, and a reader that loops over them does so as often as the file says.",
			Owner:  ownMended,
			Author: "Give the base type a size, or leave the field out.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrItemsizeOverflow, Name: "descr-itemsize-overflow", Level: Must, Kind: Limit, Reader: Reject, Clause: "npy-5.15", Since: "0.1.0",
			Title: "structured type or subarray over 2147483647 bytes",
			Doc: "The itemsize of a structured type is the sum of its fields and, like every itemsize in NumPy, has " +
				"to fit in a signed 32-bit number. NumPy rejects a larger one. In a reader that adds without " +
				"checking, the sum wraps, and a huge element looks like a small one.",
			Owner:  ownAgain,
			Author: "Split the type, or move dimensions from the type to the shape.",
			Fix:    fixLimit,
		},
	}
}
