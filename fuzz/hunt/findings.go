package hunt

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// A failure is an answer that no reader should give.
type failure struct {
	signature Signature
	file      []byte
	format    validator.Format
	expected  *conformance.Expectation
	answer    conformance.Answer
	account   string
	written   []byte
	other     string   // of CellDiffers: the reader that returned something else
	opponent  []string // its command
	next      pooled   // that the reader was asked about after it, if it broke down only then
}

func newFailure(cell Cell, e *conformance.Expectation, format validator.Format, a conformance.Answer, account string) *failure {
	return &failure{signature: NewSignature(cell, e, a.Outcome, account), file: e.File, format: format, expected: e, answer: a, account: account}
}

// finding returns the failure as a finding that was seen once. It has neither the array of the answer nor what was
// expected: there may be many findings, and each of these is far larger than the file.
func (f *failure) finding() *Finding {
	return &Finding{
		Signature:  f.signature,
		File:       f.file,
		Format:     f.format,
		Written:    f.written,
		Next:       f.next.content,
		NextFormat: f.next.format,
		Outcome:    f.answer.Outcome,
		Account:    f.account,
		Other:      f.other,
		Runs:       1,
	}
}

// The bounds of what a run keeps: findings, and the total size of their files, which are in memory and in the folder.
// The other files in the folder grow little with them.
const (
	maxFindings     = 1000
	maxFindingBytes = 32 << 20
)

// findings has the findings of a run, and the failures known beforehand.
type findings struct {
	list   []*Finding
	corpus []*Signature // what the reader fails in the corpus
	listed func(*Signature) bool
	known  int64        // failures that the list of the user or the corpus has
	lost   []*Signature // of findings that there is no room for, at most as many as findings
}

// verdict says what is known about a failure.
type verdict uint8

const (
	novel      verdict = iota // nothing is
	listed                    // it is in the list of the user
	subtracted                // the corpus shows it
	explained                 // a finding explains it, maybe one that there is no room for
)

// judge returns what is known about a failure, and the finding that explains it if there is one.
func (f *findings) judge(s *Signature) (verdict, *Finding) {
	for _, g := range f.list {
		if g.Signature.Explains(s) {
			return explained, g
		}
	}
	explains := func(g *Signature) bool { return g.Explains(s) }
	switch {
	case slices.ContainsFunc(f.lost, explains):
		return explained, nil
	case slices.ContainsFunc(f.corpus, explains):
		return subtracted, nil
	case f.listed != nil && f.listed(s):
		return listed, nil
	}
	return novel, nil
}

// count is judge for a failure that has been seen: it is counted where it belongs, unless it is novel.
func (f *findings) count(s *Signature) verdict {
	v, g := f.judge(s)
	switch {
	case g != nil:
		g.Runs++
	case v == subtracted || v == listed:
		f.known++
	}
	return v
}

// offer judges a failure whose file is as small as it gets, and makes it a finding if it is novel, or if its file is
// smaller than that of the finding with its signature. It returns the findings that g or the corpus explains, which it
// has removed.
func (f *findings) offer(g *Finding) (v verdict, over []*Finding) {
	s := &g.Signature
	if slices.ContainsFunc(f.corpus, func(c *Signature) bool { return s.Explains(c) || c.Explains(s) }) {
		f.known++
		return subtracted, f.learn(s)
	}
	if v, by := f.judge(s); v == novel || by != nil && by.Signature.hash() == s.hash() {
		return f.add(g)
	}
	return f.count(s), nil
}

// add adds a finding, or the smaller file to one that there is: then it is novel. It returns the findings that it
// replaces because it explains them. If there is no room for it, it is only counted.
func (f *findings) add(g *Finding) (v verdict, over []*Finding) {
	for i, old := range f.list {
		if old.Signature.hash() != g.Signature.hash() {
			continue
		}
		old.Runs++
		if len(g.File) >= len(old.File) {
			return explained, nil
		}
		g.Runs, g.Seed, g.Number, g.Size = old.Runs, old.Seed, old.Number, old.Size
		f.list[i] = g
		return novel, nil
	}
	rest, size := []*Finding{g}, g.bytes()
	for _, old := range f.list {
		if g.Signature.Explains(&old.Signature) {
			over = append(over, old)
			continue
		}
		rest = append(rest, old)
		size += old.bytes()
	}
	if len(rest) > maxFindings || size > maxFindingBytes {
		if len(f.lost) < maxFindings {
			f.lost = append(f.lost, &g.Signature)
		}
		return explained, nil
	}
	for _, old := range over {
		g.Runs += old.Runs
	}
	f.list = append(rest[1:], g)
	return novel, over
}

// bytes returns how large the files of a finding are.
func (g *Finding) bytes() int { return len(g.File) + len(g.Written) + len(g.Next) }

// learn replaces failures of the corpus by one that shows the same with less, and removes the findings that it
// explains. Otherwise every file with something else besides would be another finding.
func (f *findings) learn(s *Signature) (over []*Finding) {
	if slices.ContainsFunc(f.corpus, func(c *Signature) bool { return c.Explains(s) }) {
		return nil
	}
	f.corpus = slices.DeleteFunc(f.corpus, func(c *Signature) bool { return s.Explains(c) })
	f.corpus = append(f.corpus, s)
	f.list = slices.DeleteFunc(f.list, func(g *Finding) bool {
		if !s.Explains(&g.Signature) {
			return false
		}
		f.known += g.Runs
		over = append(over, g)
		return true
	})
	return over
}

// subtract adds the reader's failures in the corpus.
func (f *findings) subtract(s *Signature) {
	for _, c := range f.corpus {
		if c.hash() == s.hash() {
			return
		}
	}
	f.corpus = append(f.corpus, s)
}

// backlog has failures whose files are to be made smaller, the simplest first: its finding may explain the others. A
// signature is in it once, with the smallest file. It is bounded: failures without room come up again.
type backlog struct {
	list  []pending
	bytes int // of the files
}

// pending is a failure of the file with the number.
type pending struct {
	*failure
	number int64
}

// The bounds of a backlog.
const (
	maxBacklog      = 64
	maxBacklogBytes = 8 << 20
)

// add adds a failure. Without room, those that are least simple are left out.
func (b *backlog) add(f *failure, number int64) {
	f.answer.Array = nil // there may be many, and each far larger than the file
	hash := f.signature.hash()
	at := slices.IndexFunc(b.list, func(p pending) bool { return p.signature.hash() == hash })
	if at >= 0 {
		if len(f.file) >= len(b.list[at].file) {
			return
		}
		b.remove(at)
	}
	p := pending{f, number}
	at, _ = slices.BinarySearchFunc(b.list, p, func(a, b pending) int {
		return cmp.Or(simpler(a.failure, b.failure), -1) // after its equals
	})
	b.list = slices.Insert(b.list, at, p)
	b.bytes += len(f.file)
	for len(b.list) > maxBacklog || b.bytes > maxBacklogBytes && len(b.list) > 1 {
		b.remove(len(b.list) - 1)
	}
}

// take returns the simplest. It is false if there is none.
func (b *backlog) take() (p pending, ok bool) {
	if len(b.list) == 0 {
		return p, false
	}
	p = b.list[0]
	b.remove(0)
	return p, true
}

func (b *backlog) remove(at int) {
	b.bytes -= len(b.list[at].file)
	b.list = slices.Delete(b.list, at, at+1)
}

// simpler compares failures by how little is unusual about their files.
func simpler(a, b *failure) int {
	words := func(f *failure) int { return len(f.signature.Rules) + len(f.signature.Traits) }
	return cmp.Or(cmp.Compare(words(a), words(b)), cmp.Compare(len(a.file), len(b.file)))
}
