// Package validator judges .npy and .npz files by the clauses and rules of package spec.
//
// # Results
//
// A check returns a [Report]: what the file is, the array that its header describes or the members
// of the archive, and one [Finding] for each violation, all of them in one run. An error is something
// else: it means that the bytes could not be read. Each finding names a rule, which carries the
// severity, the reason and the remedy ([spec.Lookup]), and the exact bytes it is about.
//
// Package report, below this one, has the JSON form of a report and the other forms that the command prints.
//
// A file conforms when no finding is an error of kind Conformance ([Report.Verdict]). The wording of
// messages may change between releases; the IDs of rules and the fields of a finding don't.
//
// # How a file is walked
//
// The files of this package follow the bytes: prefix.go, header.go, keys.go, shape.go, order.go, data.go
// and data_contents.go. The packages below internal know nothing of a file around what they are given:
// literal parses the text of a header, dtype judges its descr, pickle walks the data of an array of objects
// (pickle.go hands them over), and zip the records of an archive. The members of an archive are judged by
// npz.go and the files named after it, each like a file of its own. Each step works on what the one before
// found out, and says nothing about what a fault has made unknowable: one fault, one finding. Parsing goes on
// behind a fault where it can.
//
// # Hostile input
//
// Nothing from a file is executed. Memory is bounded by the bytes that are really there, by the
// limits of [Options] and by those on pickles, and never by a number in the file; recursion is
// bounded by the nesting limit of clause npy-3.3. Text from a file reaches messages only through
// [Quote]. A context ends a check at once.
//
// The same bytes give the same report, from a file, from memory or from a pipe; only [Excerpt] has less of what
// can't be read again.
package validator
