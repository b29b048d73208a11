// Package spec says what the formats .npy and .npz are: numbered clauses, the rules that check them,
// and the notation of dtypes. It holds data and grammar, reads no files and judges none; the
// validator package does that.
//
// # Clauses and rules
//
// The document npy.md states the format of arrays in clauses such as npy-2.8, each with its strength,
// its sources and the format versions that it holds for, pickle.md that of object arrays, and npz.md
// that of archives in clauses such as npz-2.7. [Clauses] returns them. A [Rule] is one checkable requirement of a clause, such as
// header-padding-byte; [Rules] returns the table and [Lookup] one entry. Every clause has at least one
// rule and every rule belongs to one clause.
//
// A rule keeps two questions apart. Its [Level] says how wrong a writer was: a violated [Must] is
// an error, [Should] a warning, and [May] a note. Its [Duty] says what a reader owes to a file that
// breaks the rule: to reject it, to accept it, or either. A missing newline is an error that a
// reader may pass over; missing data are an error that it must not. The [Kind] tells conformance
// from limits, security and portability. A file conforms if it has no error of kind [Conformance].
//
// # Terms
//
// The prefix of a file is its magic string, format version and header length. The header text
// after it consists of a literal, which is a dictionary in the notation of Python, of padding and
// of a newline. The dictionary has the keys descr, fortran_order and shape; descr describes the
// dtype, that is the type of the elements, in the form of a type string such as '<f8' or of a list
// of fields. The data begins at the total: the length of prefix and header text together. Offsets,
// lengths and itemsizes are in bytes everywhere.
//
// # Sources
//
// NumPy describes its format in the documentation of the module numpy.lib.format, and in NEP 1,
// which is older. Where the two differ, the former wins. An archive is a zip file as APPNOTE.TXT
// describes it, and as Python's zipfile writes it. Where all are silent, what NumPy writes is the
// measure, then what it reads: its reader accepts much that no writer should write. The appendixes
// of npy.md and npz.md list how each contradiction was decided.
//
// # Stability
//
// The ID of a rule and the number of a clause are part of the interface. They are never reused for
// something else, and a rule that is given up leaves a gap. Titles, documentation and examples may
// change at any time. A change of a rule's level, kind or duty changes verdicts, and is announced as
// such.
package spec
