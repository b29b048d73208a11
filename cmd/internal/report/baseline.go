package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// BaselineVersion is the version of the form in which a [Baseline] is written.
const BaselineVersion = 1

// Baseline has the findings that a project accepts: they are counted and not shown. As a file it is JSON Lines, a head
// and an object for each [Known], in the order of paths, so that git can merge two.
type Baseline struct {
	WorkDir string // that paths of files are relative to, if it isn't the folder of the baseline's paths

	mu      sync.Mutex
	entries map[string][]*knownEntry // by path
	sum     string                   // SHA-256 of the text
	dir     string
}

// Known is an entry of a Baseline: a finding of a file, or the number of those of a rule that a report omits.
type Known struct {
	Path        string
	Rule        spec.ID
	Fingerprint string // of the finding, as File.Fingerprints has it; "" for those that are omitted
	Omitted     int
}

type knownEntry struct {
	Known
	checked, found bool // in this run
}

type baselineHead struct {
	Baseline int  `json:"baseline"`
	Tool     Tool `json:"tool"`
}

type knownJSON struct {
	Path        string  `json:"path"`
	PathBase64  string  `json:"path_base64,omitempty"` // if the path isn't UTF-8
	Rule        spec.ID `json:"rule"`
	Fingerprint string  `json:"fingerprint,omitempty"`
	Omitted     int     `json:"omitted,omitempty"`
}

// ReadBaseline reads what a [BaselineWriter] wrote. An absolute path below the folder dir, unless it is "", becomes
// relative to it. The error says which line is wrong, and how.
func ReadBaseline(text []byte, dir string) (*Baseline, error) {
	sum := sha256.Sum256(text)
	b := &Baseline{entries: map[string][]*knownEntry{}, sum: hex.EncodeToString(sum[:]), dir: dir}
	n := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		n++
		var err error
		if isConflict(line) {
			err = errors.New("an unresolved merge conflict; take the lines of both sides, or run npycheck baseline again")
		} else if n == 1 {
			err = readBaselineHead(line)
		} else {
			err = b.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if len(text) == 0 {
		return nil, errors.New("it is empty, expected a baseline")
	}
	return b, nil
}

// isConflict reports whether git wrote a line for somebody to resolve a conflict.
func isConflict(line []byte) bool {
	return bytes.HasPrefix(line, []byte("<<<<<<<")) || bytes.HasPrefix(line, []byte("=======")) || bytes.HasPrefix(line, []byte(">>>>>>>"))
}

func readBaselineHead(line []byte) error {
	var head baselineHead
	if err := json.Unmarshal(line, &head); err != nil || head.Baseline == 0 {
		return errors.New("it is not the head of a baseline, as npycheck baseline writes it")
	}
	if head.Baseline != BaselineVersion {
		return fmt.Errorf("the baseline has version %d, and npycheck %s reads version %d; write it again with npycheck baseline", head.Baseline, validator.Version, BaselineVersion)
	}
	return nil
}

func (b *Baseline) read(line []byte) error {
	var k struct {
		knownJSON
		Rule string `json:"rule"`
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&k); err != nil {
		return fmt.Errorf("it is not an entry of a baseline: %s", validator.Quote(err.Error()))
	}
	if k.PathBase64 != "" {
		path, err := base64.StdEncoding.DecodeString(k.PathBase64)
		if err != nil {
			return errors.New("path_base64 is not base64")
		}
		k.Path = string(path)
	}
	rule, ok := spec.Lookup(k.Rule)
	switch {
	case k.Path == "":
		return errors.New("the path is missing")
	case !ok:
		return fmt.Errorf("unknown rule %q", validator.Quote(k.Rule))
	case (k.Fingerprint == "") == (k.Omitted == 0):
		return errors.New("expected either a fingerprint or a number of omitted findings")
	}
	known := Known{k.Path, rule.ID, k.Fingerprint, k.Omitted}
	path := baselinePath(k.Path, b.dir, "")
	b.entries[path] = append(b.entries[path], &knownEntry{Known: known})
	return nil
}

// baselinePath returns the path by which a baseline knows a file, the same on every system. A relative one is seen from
// workDir, or from dir if that is "".
func baselinePath(path, dir, workDir string) string {
	if IsRemote(path) {
		return path
	}
	if workDir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(workDir, path)
	}
	return filepath.ToSlash(filepath.Clean(localPath(path, dir)))
}

// accept removes known findings from a file.
func (b *Baseline) accept(f *File) {
	b.mu.Lock()
	entries := b.entries[baselinePath(f.Path, b.dir, b.WorkDir)]
	b.mu.Unlock()
	if len(entries) == 0 || f.Verdict == validator.NotChecked && f.Format == validator.Unknown {
		return
	}
	prints := f.Fingerprints()
	known := make([]bool, len(prints))
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range entries {
		e.checked = true
		if e.Fingerprint == "" {
			if security(e.Rule) {
				continue
			}
			of := func(o Omitted) bool { return o.Rule == e.Rule && o.Count <= e.Omitted }
			if i := slices.IndexFunc(f.Omitted, of); i >= 0 {
				e.found = true
				f.Known += f.Omitted[i].Count
				f.Omitted = slices.Delete(f.Omitted, i, i+1)
			}
			continue
		}
		if i := slices.Index(prints, e.Fingerprint); i >= 0 && f.Findings[i].Rule == e.Rule {
			e.found, known[i] = true, true
		}
	}
	var left []Finding
	for i, found := range f.Findings {
		if known[i] {
			f.Known++
		} else {
			left = append(left, found)
		}
	}
	f.Findings = left
}

// security reports whether findings of a rule must be seen before they are accepted, so that a baseline can't have
// those that are only counted.
func security(rule spec.ID) bool { return rule.Rule().Kind == spec.Security }

// Stale returns obsolete entries in the order of their paths: those of files that were checked and don't have the
// finding, and those of files for which gone returns true.
func (b *Baseline) Stale(gone func(path string) bool) []Known {
	b.mu.Lock()
	defer b.mu.Unlock()
	var stale []Known
	for path, entries := range b.entries {
		missing := !entries[0].checked && gone(path)
		for _, e := range entries {
			if missing || e.checked && !e.found {
				stale = append(stale, e.Known)
			}
		}
	}
	slices.SortFunc(stale, compareKnown)
	return stale
}

func compareKnown(x, y Known) int {
	return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Rule.String(), y.Rule.String()), cmp.Compare(x.Fingerprint, y.Fingerprint))
}

// BaselineWriter writes a Baseline of all that is found. It is InOrder, and keeps an entry for each finding, to write
// them sorted.
type BaselineWriter struct {
	WorkDir string // that paths of files are relative to, if it isn't dir

	dir   string
	known []Known
}

// NewBaselineWriter returns a BaselineWriter. Absolute paths below the folder dir, unless it is "", become relative to
// it.
func NewBaselineWriter(dir string) *BaselineWriter { return &BaselineWriter{dir: dir} }

// InOrder reports true: it remembers all that is found.
func (*BaselineWriter) InOrder() bool { return true }

// Begin writes nothing.
func (*BaselineWriter) Begin(io.Writer) error { return nil }

// File records the findings of a file. Standard input has no name to identify it.
func (b *BaselineWriter) File(_ io.Writer, _ int64, f *File) error {
	if f.Stdin {
		return nil
	}
	path := baselinePath(f.Path, b.dir, b.WorkDir)
	for i, print := range f.Fingerprints() {
		b.known = append(b.known, Known{Path: path, Rule: f.Findings[i].Rule, Fingerprint: print})
	}
	for _, o := range f.Omitted {
		if !security(o.Rule) {
			b.known = append(b.known, Known{Path: path, Rule: o.Rule, Omitted: o.Count})
		}
	}
	return nil
}

// End writes the baseline.
func (b *BaselineWriter) End(w io.Writer, _ Summary) error {
	slices.SortFunc(b.known, compareKnown)
	s := append(text.AppendJSON(nil, baselineHead{BaselineVersion, thisTool()}), '\n')
	for _, k := range slices.Compact(b.known) {
		entry := knownJSON{Path: k.Path, Rule: k.Rule, Fingerprint: k.Fingerprint, Omitted: k.Omitted}
		if !utf8.ValidString(k.Path) {
			entry.PathBase64 = base64.StdEncoding.EncodeToString([]byte(k.Path))
		}
		s = append(text.AppendJSON(s, entry), '\n')
		var err error
		if s, err = spill(w, s); err != nil {
			return err
		}
	}
	return write(w, s)
}

// Len returns the number of entries.
func (b *BaselineWriter) Len() int { return len(b.known) }
