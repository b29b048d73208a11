// Package report shows people and programs what a check found. It has the objects of the report
// (validator/report.schema.json), the policy of a project on findings, and reports as text, JSON
// and JSON Lines, as a page in HTML, and in the forms of CI services.
//
// A [Checker] makes a [File] of what the validator found, which a [Format] writes:
//
//	checker := &report.Checker{Policy: report.Policy{DenyPickle: true}}
//	format := report.NewText(report.TextOptions{})
//	var sum report.Summary
//	if err := format.Begin(os.Stdout); err != nil {
//		return err
//	}
//	for n, path := range paths {
//		r, err := validator.CheckFile(ctx, path, &checker.Options)
//		f := checker.File(report.Path(path), r, err)
//		sum.Add(f)
//		if err := format.File(os.Stdout, int64(n), f); err != nil {
//			return err
//		}
//	}
//	sum.Decide(checker.Policy.FailOn)
//	return format.End(os.Stdout, sum)
//
// [ErrorText] and [DisplayPath] write what else reports say.
//
// Whatever a file or its name contains, the output is safe for a terminal and for the log of a CI service.
package report
