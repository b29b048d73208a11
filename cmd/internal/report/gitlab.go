package report

import (
	"crypto/sha256"
	"io"
	"path"
	"path/filepath"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// GitLab writes a report on code quality as GitLab reads it: an array with an object for each finding, for each rule
// with more findings in a file than are listed, and for each file that could not be checked.
//
// GitLab compares the fingerprints of two branches, and shows one of several findings with the same one. They combine
// [File.Fingerprints] and the path, since the same fault in two files is two faults; the faults of a moved file are
// fixed in one place and new in the other.
type GitLab struct {
	dir     string
	written bool
}

// NewGitLab returns a GitLab for one report. Absolute paths below the folder dir, unless it is "", become relative to
// it, as for [NewSARIF].
func NewGitLab(dir string) *GitLab { return &GitLab{dir: dir} }

// InOrder reports true: it remembers whether it has written anything.
func (*GitLab) InOrder() bool { return true }

// Begin writes the bracket before the findings.
func (*GitLab) Begin(w io.Writer) error { return write(w, []byte("[")) }

// End writes the bracket after the findings, unless the run was interrupted or a shard is missing: the format has no
// place to say so, and GitLab would consider the findings of all other files fixed.
func (*GitLab) End(w io.Writer, sum Summary) error {
	if sum.Interrupted || sum.Missing != "" {
		return write(w, []byte("\n"))
	}
	return write(w, []byte("\n]\n"))
}

// gitLabNotChecked is the severity of what says that a file was not checked, or not to its end.
const gitLabNotChecked = "critical"

// gitLabSeverity are the names of the severities. GitLab also has blocker.
var gitLabSeverity = [spec.Error + 1]string{spec.Note: "info", spec.Warning: "minor", spec.Error: "major"}

// File writes the issues of a file.
func (g *GitLab) File(w io.Writer, _ int64, f *File) error {
	issue := newGitLabIssue(f, g.dir)
	var s []byte
	add := func(description, check, severity, fingerprint string) (err error) {
		if g.written {
			s = append(s, ',')
		}
		g.written = true
		s = issue.append(append(s, '\n'), description, check, severity, fingerprint)
		s, err = spill(w, s)
		return err
	}
	prints, limit := f.Fingerprints(), f.limit(spec.Note)
	for i := range f.Findings {
		found := &f.Findings[i]
		severity := gitLabSeverity[found.Severity]
		if found.Rule == limit {
			severity = gitLabNotChecked
		}
		if err := add(placedMessage(found), found.Rule.String(), severity, prints[i]); err != nil {
			return err
		}
	}
	for _, o := range f.Omitted {
		if err := add(text.Count(int64(o.Count), "more finding")+" not listed", o.Rule.String(), gitLabSeverity[o.Severity], "more "+o.Rule.String()); err != nil {
			return err
		}
	}
	if why := f.unsaid(spec.Note); why != "" {
		if err := add("not checked, or not to its end: "+text.Inert(why), "not-checked", gitLabNotChecked, "not-checked"); err != nil {
			return err
		}
	}
	return write(w, s)
}

// gitLabIssue is the common part of a file's issues.
type gitLabIssue struct {
	path     string
	location []byte
	print    []byte // what the last fingerprint was made of
}

// newGitLabIssue returns the common part for a file. GitLab requires a path relative to the root of the repository,
// without "./", and a line.
func newGitLabIssue(f *File, dir string) *gitLabIssue {
	issue := &gitLabIssue{path: "<stdin>"}
	if !f.Stdin {
		issue.path = f.Path
		if !IsRemote(f.Path) {
			issue.path = path.Clean(filepath.ToSlash(localPath(f.Path, dir)))
		}
	}
	issue.location = text.NewObject(nil).Text("path", issue.path).Object("lines").Int("begin", 1).End().End()
	return issue
}

// append appends an issue.
func (issue *gitLabIssue) append(dst []byte, description, check, severity, fingerprint string) []byte {
	issue.print = append(append(append(issue.print[:0], fingerprint...), '\n'), issue.path...)
	sum := sha256.Sum256(issue.print)
	o := text.NewObject(dst).Text("description", description).Text("check_name", check).Hex("fingerprint", sum[:16])
	return append(o.Text("severity", severity).Name("location"), issue.location...).End()
}
