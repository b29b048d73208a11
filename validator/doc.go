// Package validator judges .npy and .npz files by the clauses and rules of package spec.
//
//	report, err := validator.CheckFile(ctx, "a.npy", nil) // an error: the bytes could not be read
//	for _, f := range report.Findings {
//		fmt.Println(f.Severity(), f.Rule, f.Offset, f.Message)
//	}
//	os.Stdout.Write(report.AppendJSON(nil, "a.npy")) // or all of it as JSON
//
// # Stability
//
// Go names and the JSON of report.schema.json may change in minor versions before 1.0, and in major versions only after
// it; new rules and new fields come in minor versions. The name of a rule is never reused. The wording of messages may
// change at any time. The same bytes give the same report, from a file, from memory or from a pipe; only an [Excerpt] of
// bytes that can't be read again is shorter.
//
// # Results
//
// A [Report] says what the file is, the array that its header describes or the members of the archive, and has one
// [Finding] for each violation, with the exact bytes that it is about and the rule that they break. A file conforms if
// no finding is an error of kind Conformance ([Report.Verdict]). One fault is one finding: nothing is said about what a
// fault makes unknowable.
//
// # Hostile input
//
// Nothing from a file is executed. Memory is bounded by the bytes that are really there, by the limits of [Options] and
// by those on pickles, and never by a number in the file; recursion is bounded by the nesting limit of clause npy-3.3.
// Text from a file reaches messages only through [Quote]. A context ends a check at once.
//
// An object array without an error or a warning, walked to its end, imports only the constructors that clause npy-8.8
// allows and calls them as NumPy and Python do, so that loading it runs no other code, and its values are within the
// bounds of clause npy-8.11. SECURITY.md says what that promises, and what it doesn't.
package validator
