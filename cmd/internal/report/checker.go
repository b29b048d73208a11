package report

import (
	"errors"
	"slices"

	"github.com/npycheck/npycheck/validator"
)

// Checker reports what a check found, as its policy has it. Its zero value has the default options and shows
// everything.
type Checker struct {
	// If its Depth is zero, local files are checked at depth Full, and remote files, which would have to be fetched
	// whole for that, at depth Structure.
	Options validator.Options

	Policy   Policy
	Baseline *Baseline // what is known, or nil
}

// File returns the report on a file after its check, which returned a report or an error.
func (c *Checker) File(in Named, r *validator.Report, err error) *File {
	f := &File{Path: in.Name(), Size: -1, Format: validator.Unknown, Verdict: validator.NotChecked, Err: err}
	_, f.Stdin = in.(interface{ standardInput() })
	if err != nil {
		f.Decide(c.Policy.FailOn)
		return f
	}
	f.Format, f.Verdict, f.Array, f.Arrays, f.Members = r.Format, r.Verdict(), r.Array, r.Arrays, r.Members
	f.Imports, f.ImportsOmitted = r.Imports, r.ImportsOmitted
	f.Unverified = len(r.Members) > 0 && DepthOf(c.Options.Depth, f.Path) != validator.Full
	if r.Incomplete != "" {
		f.Err = errors.New(r.Incomplete)
	}
	f.Load = slices.DeleteFunc(r.Load(), validator.Load.Plain)
	c.Policy.judge(f, r)
	if c.Baseline != nil {
		c.Baseline.accept(f)
	}
	f.Decide(c.Policy.FailOn)
	return f
}

// DepthOf returns the depth at which a file is checked if the wanted one may be zero.
func DepthOf(depth validator.Depth, path string) validator.Depth {
	switch {
	case depth != 0:
		return depth
	case IsRemote(path):
		return validator.Structure
	}
	return validator.Full
}
