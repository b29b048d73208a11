package hunt

import "slices"

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
	known  int64        // failures that listed or the corpus has
	lost   []*Signature // of findings that there is no room for, at most as many as findings
}

// explained reports whether known defects suffice to explain a failure. If a finding does, it counts the failure
// there.
func (f *findings) explained(s *Signature) bool {
	if g := f.reason(s); g != nil {
		g.Runs++
		return true
	}
	if f.isLost(s) {
		return true
	}
	known := f.expected(s)
	if known {
		f.known++
	}
	return known
}

// isLost reports whether a finding explains a failure that there is no room for.
func (f *findings) isLost(s *Signature) bool {
	return slices.ContainsFunc(f.lost, func(g *Signature) bool { return g.Explains(s) })
}

// has is like explained, but counts nothing.
func (f *findings) has(s *Signature) bool { return f.reason(s) != nil || f.isLost(s) || f.expected(s) }

// expected reports whether the corpus or the list of the user explains a failure.
func (f *findings) expected(s *Signature) bool {
	return slices.ContainsFunc(f.corpus, func(c *Signature) bool { return c.Explains(s) }) || f.lists(s)
}

// reason returns the first finding that explains a failure, nil if none does.
func (f *findings) reason(s *Signature) *Finding {
	at := slices.IndexFunc(f.list, func(g *Finding) bool { return g.Signature.Explains(s) })
	if at < 0 {
		return nil
	}
	return f.list[at]
}

// lists reports whether the user's list has a failure.
func (f *findings) lists(s *Signature) bool { return f.listed != nil && f.listed(s) }

// subtracted reports whether the corpus shows what a minimised failure shows.
func (f *findings) subtracted(s *Signature) bool {
	return slices.ContainsFunc(f.corpus, func(c *Signature) bool { return s.Explains(c) || c.Explains(s) })
}

// add adds a finding, or the smaller file to one that there is. It returns the finding to be written, or nil, and the
// findings that it replaces because it explains them. If there is no room for it, it is only counted.
func (f *findings) add(g *Finding) (written *Finding, over []*Finding) {
	for _, old := range f.list {
		if old.Signature.hash() != g.Signature.hash() {
			continue
		}
		old.Runs++
		if len(g.File) >= len(old.File) {
			return nil, nil
		}
		g.Runs, g.Seed, g.Number, g.Size = old.Runs, old.Seed, old.Number, old.Size
		*old = *g
		return old, nil
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
		return nil, nil
	}
	for _, old := range over {
		g.Runs += old.Runs
	}
	f.list = append(rest[1:], g)
	return g, over
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
