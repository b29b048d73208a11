package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
)

const intro = `<!-- Written by go generate ./corpus. DO NOT EDIT. -->

# Where NumPy differs

The duty of a case follows from the format, and NumPy is one of its readers. This page has every
case that some release of NumPy judges otherwise, reads otherwise, or doesn't survive, and every case on which
the releases or their ways of reading don't agree. None of it is an error of the corpus. The heading is
the rule that has to do with it; what stands behind the name of a case completes "conforming except that", if
it isn't conforming.

Each file was read in three ways: ` + "`np.load(name)`" + `, ` + "`np.load(stream)`" + ` with a stream that is no file, which is
how NumPy reads a member of an .npz too, and ` + "`np.load(name, mmap_mode='r')`" + `, which is the same as the first for
an archive. Of an archive every member was read. A single outcome is that of all ways and of all releases.

| outcome | |
|---|---|
| accept | an array, or an archive with all its members; "as …" and "with …" tell of those that aren't the ones of the case |
| warn | the same, and a Python warning |
| reject | an exception that is meant to say that the file is bad, or an archive instead of an array |
| crash | an exception that leaks from inside (TypeError, IndexError, …), or the end of the process |
| memory | it asked for more than 2 GiB |
| hang | it took more than 10 seconds |

The releases ran on Python 3.11.7 under 64-bit Linux. Python matters: the header is whatever
` + "`ast.literal_eval`" + ` of that Python reads, and an archive whatever its ` + "`zipfile`" + ` opens.

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
	row := func(name string, count func(release string) int) {
		fmt.Fprintf(b, "| %s |", name)
		for _, release := range order {
			fmt.Fprintf(b, " %d |", count(release))
		}
		b.WriteByte('\n')
	}
	row("read by the release", func(release string) int { return run[release] })
	row("in which it differs", func(release string) int { return differ[release] })
	for _, k := range kinds() {
		row("it "+string(k), func(release string) int { return counts[release][k] })
	}
	fmt.Fprintf(b, "\nWhat NumPy does %s in %d cases. A case may count in several rows.\n", releasesVary, vary)
}

// areas returns the areas of the cases that differ, in the order in which a file is read.
func areas(all []corpus.Case) []string {
	var out []string
	for _, area := range []string{"prefix", "header", "literal", "keys", "descr", "shape", "order", "data", "pickle", "zip", "npz"} {
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
