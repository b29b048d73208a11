package report

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
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
// notifications of the invocation, which also name the files that could not be
// checked, unless a result says so.
//
// An artifact has the hash of its file if the caller computed it, as [SARIF.WantsHash] requests.
type SARIF struct {
	dir        string
	maxResults int
	maxSize    int
	ruleIndex  map[spec.ID]int

	size    int // of what was written and of what is kept for the end, in bytes
	results int // that were written
	full    atomic.Bool
	leftOut map[spec.ID]int64 // findings that aren't among the results

	artifacts []byte // as they will be written: the files with results
	files     int    // in artifacts

	errors     [][]byte // notifications
	moreErrors int64
}

// NewSARIF returns a SARIF for one report. Code scanning needs paths relative to the root of the repository: absolute
// ones below the folder dir, unless it is "", become relative to it, which relative ones are taken to be.
func NewSARIF(dir string) *SARIF {
	s := &SARIF{dir: dir, maxResults: maxSARIFResults, maxSize: maxSARIFSize, ruleIndex: make(map[spec.ID]int), leftOut: make(map[spec.ID]int64)}
	for i, r := range spec.Rules() {
		s.ruleIndex[r.ID] = i
	}
	return s
}

// InOrder reports true: it remembers what it has written.
func (*SARIF) InOrder() bool { return true }

// WantsHash reports whether there is still room for results in further files. It is safe for concurrent use.
func (s *SARIF) WantsHash() bool { return !s.full.Load() }

// Begin writes what npycheck is, with all its rules.
func (s *SARIF) Begin(w io.Writer) error {
	o := text.NewObject(nil).Text("version", "2.1.0").Text("$schema", sarifSchema).Name("runs")
	o = text.NewObject(append(o, '[')).Object("tool")
	o = append(appendSARIFDriver(o.Name("driver")).End().Name("results"), '[')
	s.size = len(o)
	return write(w, o)
}

// File writes the findings of a file as far as there is room.
func (s *SARIF) File(w io.Writer, _ int64, f *File) error {
	for _, o := range f.Omitted {
		s.leftOut[o.Rule] += int64(o.Count)
	}
	uri := fileURI(f, s.dir)
	err := s.addResults(w, f, uri)
	// A limit is said by its finding, unless that is left out.
	if f.unsaid(spec.Note) != "" || f.Err != nil && s.full.Load() {
		s.addError(f, uri)
	}
	return err
}

// addResults writes the findings that there is room for, and counts the others.
func (s *SARIF) addResults(w io.Writer, f *File, uri string) error {
	full := s.full.Load()
	if full || len(f.Findings) == 0 {
		for i := range f.Findings {
			s.leftOut[f.Findings[i].Rule]++
		}
		return nil
	}
	location := text.NewObject(nil).Text("uri", uri).Int("index", int64(s.files)).End()
	artifact := appendArtifact([]byte(separator(s.files)), f, location)
	missing := len(artifact) // until there is a result in this file
	var text []byte
	prints := f.Fingerprints()
	for i := range f.Findings {
		found := &f.Findings[i]
		before := len(text)
		if !full {
			text = s.appendResult(append(text, separator(s.results)...), found, location, prints[i])
			full = s.results == s.maxResults || !s.take(missing+len(text)-before)
		}
		if full {
			text = text[:before]
			s.leftOut[found.Rule]++
			continue
		}
		s.results++
		missing = 0
		var err error
		if text, err = spill(w, text); err != nil {
			return err
		}
	}
	s.full.Store(full)
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
	invocation := text.NewObject([]byte(`,"invocations":[`)).Bool("executionSuccessful", sum.Outcome != outcome.Incomplete).
		Int("exitCode", int64(sum.Outcome.ExitCode())).Text("exitCodeDescription", string(sum.Outcome))
	if all := slices.Concat(s.errors, s.counted(sum)); len(all) > 0 {
		invocation = invocation.List("toolExecutionNotifications", len(all), func(dst []byte, i int) []byte { return append(dst, all[i]...) })
	}
	return write(w, append(invocation.End(), "]}]}\n"...))
}

// take reserves room for that many bytes, if there is enough.
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

// addError records that a file could not be checked, or not to its end.
func (s *SARIF) addError(f *File, uri string) {
	o := text.NewObject(nil).Text("level", "error").Name("locations")
	o = text.NewObject(append(o, '[')).Object("physicalLocation").Object("artifactLocation").Text("uri", uri).End().End().End()
	n := message(append(o, ']'), fmt.Sprintf("%s: %s", displayPath(f), ErrorText(f.Err))).End()
	if len(s.errors) == maxSARIFErrors || !s.take(len(n)) {
		s.moreErrors++
		return
	}
	s.errors = append(s.errors, n)
}

// counted returns notifications for findings that are only counted.
func (s *SARIF) counted(sum Summary) (all [][]byte) {
	add := func(level, words string) {
		all = append(all, message(text.NewObject(nil).Text("level", level), words).End())
	}
	if s.moreErrors > 0 {
		add("error", text.Count(s.moreErrors, "more file")+" could not be checked")
	}
	if sum.Interrupted {
		add("error", "interrupted; the rest of the files was not checked")
	}
	if sum.Missing != "" {
		add("error", sum.Missing+" missing")
	}
	if sum.Stale > 0 {
		add("error", sum.stale())
	}
	for _, rule := range slices.Sorted(maps.Keys(s.leftOut)) {
		o := text.NewObject(nil).Object("associatedRule").Text("id", rule.String()).Int("index", int64(s.ruleIndex[rule])).End()
		all = append(all, message(o.Text("level", "warning"), fmt.Sprintf("%s not listed: %s", text.Count(s.leftOut[rule], "more finding"), rule)).End())
	}
	if sum.Known > 0 {
		add("note", text.Count(sum.Known, "finding")+" known to the baseline not listed")
	}
	if sum.Unverified > 0 {
		add("note", fmt.Sprintf("checksums of %s not verified (--depth full)", text.Count(sum.Unverified, "archive")))
	}
	if sum.Links > 0 {
		add("note", text.Count(sum.Links, "link")+" not followed (--follow)")
	}
	if sum.Excluded > 0 {
		add("note", text.Count(sum.Excluded, "folder")+" skipped by default (--no-default-excludes)")
	}
	if sum.Others > 0 {
		add("note", text.Count(sum.Others, "file")+" of another kind not checked")
	}
	return all
}

// message appends a message to what has one.
func message(o text.Object, words string) text.Object {
	return o.Object("message").Text("text", sarifText(words)).End()
}

// appendResult appends a finding as the result of a file with that location.
func (s *SARIF) appendResult(dst []byte, found *Finding, location []byte, fingerprint string) []byte {
	o := text.NewObject(dst).Text("ruleId", found.Rule.String()).Int("ruleIndex", int64(s.ruleIndex[found.Rule])).Text("level", found.Severity.String())
	o = append(message(o, placedMessage(found)).Name("locations"), '[')
	o = append(text.NewObject(o).Object("physicalLocation").Name("artifactLocation"), location...)
	// Code scanning ignores a region without a line, and shows no message with it.
	o = o.Object("region").Int("startLine", 1)
	if found.Base == validator.BaseFile {
		o = o.Int("byteOffset", found.Offset).Int("byteLength", found.Length)
	}
	o = o.End().End()
	if name := quoteInert(found.MemberName) + arrayIndex(&found.Finding); name != "" {
		o = append(text.NewObject(append(o.Name("logicalLocations"), '[')).Text("fullyQualifiedName", name).End(), ']')
	}
	// The only fingerprint that code scanning looks at. It compares it within a file and a rule.
	return append(o.End(), ']').Object("partialFingerprints").Text("primaryLocationLineHash", fingerprint).End().End()
}

func appendArtifact(dst []byte, f *File, location []byte) []byte {
	o := append(append(text.NewObject(dst).Name("location"), location...), `,"roles":["analysisTarget"]`...)
	if f.SHA256 != "" {
		o = o.Object("hashes").Text("sha-256", f.SHA256).End()
	}
	return o.End()
}

// placedMessage returns the message of a finding with its member, array and offset, for services that show neither.
func placedMessage(f *Finding) string {
	s := make([]byte, 0, len(f.MemberName)+len(f.Message)+64)
	if f.MemberName != "" {
		s = append(append(s, validator.Quote(f.MemberName)...), ", "...)
	}
	if f.Array > 0 {
		s = append(strconv.AppendInt(append(s, "array "...), int64(f.Array), 10), ", "...)
	}
	s = strconv.AppendInt(append(s, "offset "...), f.Offset, 10)
	if f.MemberName != "" && f.Base == validator.BaseFile {
		s = append(s, " of the archive"...)
	}
	return text.Inert(string(append(append(s, ": "...), f.Message...)))
}

// sarifText makes text a plain text message of SARIF, which can have links and placeholders.
func sarifText(s string) string { return sarifEscaper.Replace(text.Inert(s)) }

var sarifEscaper = strings.NewReplacer("](", `]\x28`, "{", "{{", "}", "}}")

// fileURI returns the name of a file as a URI, relative if the name is, or if it is below a folder.
func fileURI(f *File, dir string) string {
	if f.Stdin {
		return "%3Cstdin%3E"
	}
	if IsRemote(f.Path) {
		return remoteURI(f.Path)
	}
	name := localPath(f.Path, dir)
	uri := url.URL{Path: path.Clean(filepath.ToSlash(name))}
	if filepath.IsAbs(name) {
		uri.Scheme = "file"
		uri.Path = "/" + strings.TrimPrefix(uri.Path, "/") // also before the letter of a drive
	}
	return uri.String()
}
