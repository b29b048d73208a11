// Package validator judges .npy and .npz files by the clauses and rules of package spec.
//
// # Results
//
// A check returns a [Report]: what the file is, the array that its header describes or the members
// of the archive, and one [Finding] for each violation. An error means that the bytes could not be
// read. Each finding gives the exact bytes it is about and the rule they break, which has the
// severity, the reason and the remedy ([spec.Lookup]).
//
// Package internal/report writes reports as JSON and in the other forms that the command prints.
//
// A file conforms when no finding is an error of kind Conformance ([Report.Verdict]). The wording of
// messages may change between releases; the IDs of rules and the fields of a finding don't.
//
// # How a file is walked
//
// The files of this package follow the bytes: prefix.go, header.go, keys.go, order.go, shape.go,
// data.go and data_contents.go. Package internal/literal parses the header text, internal/dtype reads
// descr, and internal/pickle walks the data of an object array, to which pickle.go passes it.
// Package internal/zip reads an archive, and npz.go and the files named after it check each of its
// members like a file of its own. Each step works with what the one before found out, and says
// nothing about what a fault has made unknowable: one fault, one finding. Parsing continues after a
// fault where it can.
//
// # Hostile input
//
// Nothing from a file is executed. Memory is bounded by the bytes that are really there, by the
// limits of [Options] and by those on pickles, and never by a number in the file; recursion is
// bounded by the nesting limit of clause npy-3.3. Text from a file reaches messages only through
// [Quote]. A context ends a check at once.
//
// An object array without an error or a warning, walked to its end, imports only the constructors that
// clause npy-8.8 allows and calls them as NumPy and Python do, so that loading it runs no other code, and
// its values are within the bounds of clause npy-8.11: loading takes about 2 seconds and 64 MiB, 2
// microseconds and 20 bytes more for each byte, and what Python needs for the collections that the pickle
// spells out. That is no promise that it loads, that its objects can be printed or compared as quickly, or
// that keys of different hashes don't meet in a table. SECURITY.md has the whole of it.
//
// The same bytes give the same report, from a file, from memory or from a pipe; only an [Excerpt] of
// bytes that can't be read again is shorter.
package validator
