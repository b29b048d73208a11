// Package report tells people and programs what a check found: it has the objects of the report
// (validator/report.schema.json), the policy that a project has about findings, and the forms of a report as
// text, JSON and JSON Lines.
//
// A [Checker] checks an [Input] and returns a [File], which a [Format] writes:
//
//	checker := &report.Checker{Policy: report.Policy{DenyObject: true}}
//	format := report.NewText(report.TextOptions{})
//	var sum report.Summary
//	if err := format.Begin(os.Stdout); err != nil {
//		return err
//	}
//	for n, path := range paths {
//		f := checker.Check(ctx, report.Path(path))
//		sum.Add(f)
//		if err := format.File(os.Stdout, int64(n), f); err != nil {
//			return err
//		}
//	}
//	return format.End(os.Stdout, sum)
//
// [AppendRow] and [AppendColumns] write hex dumps of other bytes in the same form, [AppendJSON], [Inert] and [ErrorText]
// what a program says besides.
//
// Whatever a file or its name holds, what the formats write is fit for a terminal and for the log of a CI service.
package report
