package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/corpus/internal/cases"
)

const intro = `<!-- Written by go generate ./corpus. DO NOT EDIT. -->

# Where NumPy differs

The duty of a case follows from the format, and NumPy is one reader among others. This page lists every
case that some NumPy release judges differently, reads differently or doesn't survive, and every case on which
the releases or their ways of reading disagree. None of them is an error in the corpus. Each heading is the
rule that matters; the text after the name of a case continues "conforming except that" unless it says
otherwise.

Each file was read in three ways: with ` + "`np.load(name)`" + `, with ` + "`np.load(stream)`" + ` from a stream that is not a
file, which is also how NumPy reads the members of an .npz file, and with ` + "`np.load(name, mmap_mode='r')`" + `, which
makes no difference for an archive. Every member of an archive was read. A single outcome is the same for all
ways of reading and all releases.

| outcome | |
|---|---|
| accept | NumPy returned an array, or an archive and all its members; "as …" and "with …" show what differs from the case |
| warn | the same, with a Python warning |
| reject | NumPy raised an exception that means the file is bad, or returned an archive instead of an array |
| exception | NumPy raised an exception from its internals: TypeError, IndexError, … |
| crash | the process died |
| memory | NumPy asked for more than 2 GiB |
| hang | NumPy took more than 10 seconds |

The releases ran on 64-bit Linux, each on the Python that the table names. The Python version matters, because its
` + "`ast.literal_eval`" + ` reads the header and its ` + "`zipfile`" + ` opens archives.

`

// page returns differences.md.
func page(all []corpus.Case) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	summary(&b, all)
	for _, area := range areas(all) {
		fmt.Fprintf(&b, "\n## %s\n", area)
		for _, g := range groups(all, area) {
			g.write(&b)
		}
	}
	return b.Bytes()
}

// summary writes how many cases differ in what way.
func summary(b *bytes.Buffer, all []corpus.Case) {
	counts := map[string]map[kind]int{}
	run, differ, vary := map[string]int{}, map[string]int{}, 0
	for _, c := range all {
		texts := map[string]bool{}
		for _, release := range releases(c) {
			if counts[release] == nil {
				counts[release] = map[kind]int{}
			}
			r := resultsOf(c, release)
			run[release]++
			texts[r.text(c)] = true
			found := kindsOf(c, r)
			if len(found) > 0 {
				differ[release]++
			}
			for _, k := range found {
				counts[release][k]++
			}
		}
		if len(texts) > 1 {
			vary++
		}
	}
	var order []string
	for release := range counts {
		order = append(order, release)
	}
	slices.SortFunc(order, compareReleases)

	fmt.Fprintf(b, "| cases | %s |\n|---|%s\n", strings.Join(order, " | "), strings.Repeat("---:|", len(order)))
	row := func(name string, of func(release string) any) {
		fmt.Fprintf(b, "| %s |", name)
		for _, release := range order {
			fmt.Fprintf(b, " %v |", of(release))
		}
		b.WriteByte('\n')
	}
	row("Python", func(release string) any { return corpus.NumPyPython()[release] })
	row("run with the release", func(release string) any { return run[release] })
	row("in which NumPy differs", func(release string) any { return differ[release] })
	for _, k := range kinds() {
		row("NumPy "+string(k), func(release string) any { return counts[release][k] })
	}
	fmt.Fprintf(b, "\nNumPy's behavior %s in %d cases. A case may count in several rows.\n", releasesVary, vary)
}

// areas returns the areas of the cases that differ, in the order in which a file is read.
func areas(all []corpus.Case) []string {
	var out []string
	for _, area := range cases.Areas() {
		if len(groups(all, area)) > 0 {
			out = append(out, area)
		}
	}
	return out
}

// group is the cases of an area for which NumPy has the same reason.
type group struct {
	reason reason // the zero reason for files that break no rule
	cases  []corpus.Case
}

func groups(all []corpus.Case, area string) []group {
	var out []group
	for _, c := range all {
		if !strings.HasPrefix(c.ID, area+"/") || !differs(c) {
			continue
		}
		r := reasonOf(c)
		i := slices.IndexFunc(out, func(g group) bool { return g.reason == r })
		if i < 0 {
			i = len(out)
			out = append(out, group{reason: r})
		}
		out[i].cases = append(out[i].cases, c)
	}
	slices.SortFunc(out, func(a, b group) int { return strings.Compare(a.reason.rule, b.reason.rule) })
	return out
}

// reasonOf returns the first reason that has to do with a case, or else its first rule.
func reasonOf(c corpus.Case) reason {
	for _, r := range reasons() {
		if slices.Contains(c.Rules, r.rule) {
			return r
		}
	}
	if len(c.Rules) > 0 {
		return reason{rule: c.Rules[0]}
	}
	return reason{}
}

func (g group) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s\n\n", cmp.Or(g.reason.rule, "no rule"))
	if g.reason.text != "" {
		fmt.Fprintf(b, "%s\n\n", escape(g.reason.text))
	}
	b.WriteString("| case | duty | NumPy |\n|---|---|---|\n")
	for _, c := range g.cases {
		_, name, _ := strings.Cut(c.ID, "/")
		comment := strings.TrimPrefix(c.Comment, "conforming except that ")
		fmt.Fprintf(b, "| %s: %s | %s | %s |\n", code(name), escape(comment), c.Duty, outcomes(c))
	}
}

// escape returns text that Markdown shows as it is.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `|`, `\|`, `<`, `\<`, `*`, `\*`, "`", "\\`").Replace(text)
}
