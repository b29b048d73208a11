package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The limits of GitHub's code scanning, which rejects a report with more. It measures compressed reports; other
// services don't compress them.
const (
	maxSARIFResults = 25_000
	maxSARIFSize    = 10_000_000 // bytes
)

const (
	maxSARIFErrors = 1000    // files that a report names because they could not be checked
	sarifEndSize   = 200_000 // bytes that are kept free for what is counted by rule
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes a report in the Static Analysis Results Interchange Format, version 2.1.0, that GitHub's code scanning
// takes: it has the first 25,000 findings, or as many as fit into 10 MB. The others are counted by rule in
// notifications of the invocation, which also name the files that could not be checked.
//
// An artifact has the hash of its file if [Checker.Hash] asked for it.
type SARIF struct {
	maxResults int
	maxSize    int
	ruleIndex  map[spec.ID]int

	size    int // of what was written and of what is kept for the end, in bytes
	results int // that were written
	full    bool
	leftOut map[spec.ID]int64 // findings that aren't among the results

	artifacts []byte // as they will be written: the files with results
	files     int    // in artifacts

	errors     []*sarif.Notification
	moreErrors int64
}

// NewSARIF returns a SARIF for one report.
func NewSARIF() *SARIF {
	s := &SARIF{maxResults: maxSARIFResults, maxSize: maxSARIFSize, ruleIndex: make(map[spec.ID]int), leftOut: make(map[spec.ID]int64)}
	for i, r := range spec.Rules() {
		s.ruleIndex[r.ID] = i
	}
	return s
}

// InOrder marks a format that remembers what it has written.
func (*SARIF) InOrder() {}

// Begin writes what npycheck is, with all its rules.
func (s *SARIF) Begin(w io.Writer) error {
	text := appendSARIF([]byte(`{"version":"2.1.0","$schema":"`+sarifSchema+`","runs":[{"tool":`), sarif.NewTool().WithDriver(sarifDriver()))
	text = append(text, `,"results":[`...)
	s.size = len(text)
	return write(w, text)
}

// File writes the findings of a file as far as there is room.
func (s *SARIF) File(w io.Writer, _ int64, f *File) error {
	for rule, n := range f.Omitted {
		s.leftOut[rule] += int64(n)
	}
	uri := fileURI(f)
	if f.Err != nil {
		s.addError(f, uri)
	}
	if s.full || len(f.Findings) == 0 {
		for i := range f.Findings {
			s.leftOut[f.Findings[i].Rule]++
		}
		return nil
	}
	artifact := appendSARIF([]byte(separator(s.files)), newArtifact(f, uri, s.files))
	missing := len(artifact) // until there is a result in this file
	var text []byte
	prints := f.Fingerprints()
	for i := range f.Findings {
		found := &f.Findings[i]
		before := len(text)
		if !s.full {
			text = appendSARIF(append(text, separator(s.results)...), s.result(found, uri, prints[i]))
			s.full = s.results == s.maxResults || !s.take(missing+len(text)-before)
		}
		if s.full {
			text = text[:before]
			s.leftOut[found.Rule]++
			continue
		}
		s.results++
		missing = 0
		if len(text) >= maxPiece {
			if err := write(w, text); err != nil {
				return err
			}
			text = text[:0]
		}
	}
	if missing == 0 {
		s.artifacts = append(s.artifacts, artifact...)
		s.files++
	}
	return write(w, text)
}

// End writes what was left out, and closes the report.
func (s *SARIF) End(w io.Writer, sum Summary) error {
	if err := write(w, []byte("\n]")); err != nil {
		return err
	}
	if s.files > 0 {
		if err := write(w, append(append([]byte(`,"artifacts":[`), s.artifacts...), "\n]"...)); err != nil {
			return err
		}
	}
	failed := len(s.errors) > 0 || sum.Unreadable > 0 || sum.Interrupted
	invocation := sarif.NewInvocation().WithExecutionSuccessful(!failed)
	for _, n := range slices.Concat(s.errors, s.counted(sum)) {
		invocation.AddToolExecutionNotification(n)
	}
	return write(w, append(appendSARIF([]byte(`,"invocations":[`), invocation), "]}]}\n"...))
}

// take takes room for so many bytes, if there is enough.
func (s *SARIF) take(n int) bool {
	if s.size+n > s.maxSize-sarifEndSize {
		return false
	}
	s.size += n
	return true
}

func separator(n int) string {
	if n > 0 {
		return ",\n"
	}
	return "\n"
}

// addError notes that a file could not be checked, or not to its end.
func (s *SARIF) addError(f *File, uri string) {
	n := notification("error", fmt.Sprintf("%s: %s", displayPath(f), ErrorText(f.Err)))
	n.AddLocation(sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uri))))
	if len(s.errors) == maxSARIFErrors || !s.take(len(appendSARIF(nil, n))) {
		s.moreErrors++
		return
	}
	s.errors = append(s.errors, n)
}

// counted returns notifications on what is only counted.
func (s *SARIF) counted(sum Summary) []*sarif.Notification {
	var all []*sarif.Notification
	if s.moreErrors > 0 {
		all = append(all, notification("error", Count(s.moreErrors, "more file")+" could not be checked"))
	}
	if sum.Interrupted {
		all = append(all, notification("error", "interrupted; the rest of the files was not checked"))
	}
	for _, rule := range slices.Sorted(maps.Keys(s.leftOut)) {
		n := notification("warning", fmt.Sprintf("%s not listed: %s", Count(s.leftOut[rule], "more finding"), rule))
		all = append(all, n.WithAssociatedRule(sarif.NewReportingDescriptorReference().WithID(rule.String()).WithIndex(s.ruleIndex[rule])))
	}
	if sum.Unverified > 0 {
		all = append(all, notification("note", fmt.Sprintf("checksums of %s not verified (--depth full)", Count(sum.Unverified, "archive"))))
	}
	if sum.Links > 0 {
		all = append(all, notification("note", Count(sum.Links, "link")+" not followed (--follow)"))
	}
	return all
}

func notification(level, text string) *sarif.Notification {
	return sarif.NewNotification().WithLevel(level).WithMessage(sarif.NewTextMessage(sarifText(text)))
}

// result returns a finding as the result of the file that is next among the artifacts.
func (s *SARIF) result(found *Finding, uri, fingerprint string) *sarif.Result {
	// Code scanning passes over a region without a line, and shows no message with it.
	region := sarif.NewRegion().WithStartLine(1)
	if found.Base == validator.BaseFile {
		region.WithByteOffset(int(found.Offset)).WithByteLength(int(found.Length))
	}
	location := sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uri).WithIndex(s.files)).
		WithRegion(region))
	if found.MemberName != "" {
		location.AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(Inert(validator.Quote(found.MemberName))))
	}
	return sarif.NewResult().
		WithKind(""). // the default, and left out
		WithRuleID(found.Rule.String()).
		WithRuleIndex(s.ruleIndex[found.Rule]).
		WithLevel(found.Severity.String()).
		WithMessage(sarif.NewTextMessage(sarifText(placedMessage(found)))).
		AddLocation(location).
		// The only one that code scanning looks at. It compares it within a file and a rule.
		WithPartialFingerprints(map[string]string{"primaryLocationLineHash": fingerprint})
}

func newArtifact(f *File, uri string, index int) *sarif.Artifact {
	a := sarif.NewArtifact().WithLocation(sarif.NewArtifactLocation().WithURI(uri).WithIndex(index)).WithRoles([]string{"analysisTarget"})
	if f.SHA256 != "" {
		a.WithHashes(map[string]string{"sha-256": f.SHA256})
	}
	return a
}

// placedMessage returns the message of a finding with its member and offset, for services that show neither.
func placedMessage(f *Finding) string {
	text := make([]byte, 0, len(f.MemberName)+len(f.Message)+64)
	if f.MemberName != "" {
		text = append(append(text, validator.Quote(f.MemberName)...), ", "...)
	}
	text = strconv.AppendInt(append(text, "offset "...), f.Offset, 10)
	if f.MemberName != "" && f.Base == validator.BaseFile {
		text = append(text, " of the archive"...)
	}
	return Inert(string(append(append(text, ": "...), f.Message...)))
}

// sarifText makes text a plain text message of SARIF, which can have links and placeholders.
func sarifText(s string) string { return sarifEscaper.Replace(Inert(s)) }

var sarifEscaper = strings.NewReplacer("](", `]\x28`, "{", "{{", "}", "}}")

// fileURI returns the name of a file as a URI, relative if the name is.
func fileURI(f *File) string {
	if f.Stdin {
		return "%3Cstdin%3E"
	}
	uri := url.URL{Path: path.Clean(filepath.ToSlash(f.Path))}
	if filepath.IsAbs(f.Path) {
		uri.Scheme = "file"
		uri.Path = "/" + strings.TrimPrefix(uri.Path, "/") // also before the letter of a drive
	}
	return uri.String()
}

// appendSARIF appends an object of SARIF as JSON, without the members that are an empty list or -1: go-sarif writes
// them, and they make up the half of a result, but to the standard they are the same as missing ones.
func appendSARIF(dst []byte, v any) []byte {
	text := AppendJSON(nil, v)
	for {
		start := bytes.IndexByte(text, '"')
		if start < 0 {
			return append(dst, text...)
		}
		end := start + stringLen(text[start:])
		if text[end] != ':' || !isDefault(text[end+1:]) {
			dst = append(dst, text[:end]...)
			text = text[end:]
			continue
		}
		dst = append(dst, text[:start]...)
		text = text[end+len(":[]"):]
		if text[0] == ',' {
			text = text[1:]
		} else {
			dst = bytes.TrimSuffix(dst, []byte(","))
		}
	}
}

// stringLen returns the length of the JSON string that text begins with, quotes included.
func stringLen(text []byte) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// isDefault reports whether the value that text begins with is an empty list or -1.
func isDefault(text []byte) bool {
	return text[0] == '[' && text[1] == ']' || text[0] == '-' && text[1] == '1' && (text[2] == ',' || text[2] == '}')
}
