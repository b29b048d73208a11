package pickle

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Import is what a pickle asks Python to import. Module and Name come from the file: they need
// quoting before they are shown. Both are empty if the pickle doesn't contain them, as with an
// extension code or a computed name.
type Import struct {
	Module string // cut to at most 512 bytes and an ellipsis
	Name   string // likewise
	Offset int64  // of the opcode
	Tier   spec.Tier
	Called bool // the pickle calls it, or makes an instance of it
}

const (
	maxImportName = 512 // how many bytes of a module, and of a name, are kept
)

func cutName(s string) string {
	if len(s) <= maxImportName {
		return s
	}
	n := maxImportName
	for n > maxImportName-(utf8.UTFMax-1) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// imports are the imports of a pickle.
type imports struct {
	*place

	max       int       // that are listed
	globals   []*global // that are listed
	dangerous int       // of those
	omitted   int
	tiers     map[spec.Tier]int64
}

// named adds an import to the list, and to the findings unless its tier is trusted (clause
// npy-8.8). Imports that nothing calls are reported at the end.
func (i *imports) named(module, name string) *global {
	g := &global{module: module, name: name, at: i.start, length: i.at - i.start}
	g.tier, g.form = pyimport.Lookup(module, name)
	if module == "exceptions" && i.protocol > 2 {
		g.tier, g.form = spec.TierUnknown, pyimport.NoForm // Python 3 has no such module, and maps it to builtins in older protocols only
	}
	odd := oddModule(module) || oddName(name)
	switch {
	case g.tier == spec.TierDangerous:
		i.danger(g, i.renamed(module, name))
	case odd && strings.Contains(name, ".") && !oddModule(module) && !oddModule(name):
		g.tier = spec.TierUnknown
		i.blame(g, spec.PickleImportName, "import of %v has a dotted name, expected one without dots", g)
	case odd:
		g.tier = spec.TierUnknown
		i.blame(g, spec.PickleImportName, "import of %v, expected names of ASCII letters, digits and underscores", g)
	}
	g.module, g.name = cutName(module), cutName(name)
	i.add(g)
	return g
}

// hidden adds an import whose name the pickle doesn't contain.
func (i *imports) hidden(rule spec.ID, format string, args ...any) *global {
	g := &global{tier: spec.TierUnknown, at: i.start, length: i.at - i.start}
	i.blame(g, rule, format, args...)
	i.add(g)
	return g
}

func (i *imports) blame(g *global, rule spec.ID, format string, args ...any) {
	g.blamed = true
	i.about(g, rule, g.at, g.length, format, args...)
}

// danger reports an import that is known to run code; in Python 3 it may have another name.
func (i *imports) danger(g *global, renamed string) {
	i.blame(g, spec.PickleImportDangerous, "import of %v%s, which can run code or access the system", g, renamed)
}

// class reports whether an argument is a class of one of the forms, or an unknown one: making an
// instance of that has a finding of its own.
func (i *imports) class(v *value, forms ...pyimport.Form) bool {
	if v.kind != kindGlobal {
		return false
	}
	g := v.node.global
	i.call(g)
	return !g.trusted() || slices.Contains(forms, g.form)
}

// condemn marks an import as dangerous that is used for something other than its purpose.
func (i *imports) condemn(g *global) {
	if g.blamed {
		return
	}
	i.tiers[g.tier]--
	g.tier = spec.TierDangerous
	i.tiers[g.tier]++
	i.danger(g, i.renamed(g.module, g.name))
}

// about adds a finding about an import or the call of one.
func (i *imports) about(g *global, rule spec.ID, at, n int64, format string, args ...any) {
	f := finding.Finding{Rule: rule, Offset: at, Length: n}
	if !i.faults.Full() && (g.module != "" || g.name != "") {
		f.Import = cutName(g.module) + "." + cutName(g.name)
	}
	i.faults.Add(f, format, args...)
}

// add adds an import to the list. A dangerous one replaces the last harmless one if the list is full.
func (i *imports) add(g *global) {
	i.tiers[g.tier]++
	if g.tier == spec.TierDangerous && i.dangerous < i.max {
		i.dangerous++
		if len(i.globals) == i.max {
			i.omitLast()
		}
	} else if len(i.globals) == i.max {
		i.omit(g)
		return
	}
	i.globals = append(i.globals, g)
}

// omitLast removes the last import that is not dangerous from the list.
func (i *imports) omitLast() {
	n := len(i.globals) - 1
	for i.globals[n].tier == spec.TierDangerous {
		n--
	}
	i.omit(i.globals[n])
	i.globals = slices.Delete(i.globals, n, n+1)
}

// omit counts an import that is not in the list. It can't be judged when the walk is over, and is reported at
// once.
func (i *imports) omit(g *global) {
	i.omitted++
	if !g.called {
		i.held(g)
	}
}

// held reports an import that nothing calls.
func (i *imports) held(g *global) {
	switch {
	case g.form == pyimport.Getattr:
		i.condemn(g)
	case g.tier == spec.TierUnknown && !g.blamed:
		i.about(g, spec.PickleImportUnknown, g.at, g.length, "import of unknown %v%s", g, i.advice(g))
	}
}

// advice says what to do about an unknown import, if there is room for the finding.
func (i *imports) advice(g *global) finding.Remedy {
	if i.faults.Full() {
		return ""
	}
	return g.advice()
}

// list returns the imports that are listed.
func (i *imports) list() []Import {
	var list []Import
	for _, g := range i.globals {
		list = append(list, Import{Module: g.module, Name: g.name, Offset: g.at, Tier: g.tier, Called: g.called})
	}
	return list
}

// call records that an import is called or instantiated.
func (i *imports) call(g *global) {
	switch {
	case g.form == pyimport.Getattr:
		i.condemn(g)
	case !g.called && g.tier == spec.TierUnknown && !g.blamed:
		i.about(g, spec.PickleCallUnknown, i.start, i.at-i.start, "call of unknown %v (imported at offset %d)%s", g, g.at, i.advice(g))
	}
	g.called = true
}

// uncalled reports the imports that nothing has called.
func (i *imports) uncalled() {
	for _, g := range i.globals {
		if !g.called {
			i.held(g)
		}
	}
}

// renamed returns the name that Python 3 gives to an import of Python 2.
func (i *imports) renamed(module, name string) string {
	m, n := pyimport.Python3(module, name)
	if i.protocol > 2 || m == module && n == name {
		return ""
	}
	return " (in Python 3 " + quotedImport(m, n) + ")"
}

// advice says what to do about an unknown import: how to allow it, unless damage has made it from a known one. A table of
// pandas has dozens.
func (g *global) advice() finding.Remedy {
	const longest = 100 // of names that a user could be expected to type
	if was := g.undamaged(); was != "" {
		return finding.Remedy("; looks like a damaged " + was + ": fetch or write it again")
	}
	if len(g.module)+len(g.name) > longest {
		return ""
	}
	pattern := g.module + "." + g.name
	if top, _, _ := strings.Cut(g.module, "."); top == "pandas" {
		pattern = "'pandas.*'"
	}
	return finding.Remedy("; if you trust it: --allow-import " + pattern)
}

// undamaged returns the allowed import that differs from an unknown one in a byte or two, or "". Damage leaves the
// length of a name as it is; names that are this much alike by chance are short.
func (g *global) undamaged() (was string) {
	const shortest = 7
	name := g.module + "." + g.name
	for m, n := range pyimport.All() {
		if len(m) != len(g.module) || len(n) != len(g.name) || m == g.module && len(n) < shortest {
			continue
		}
		known, differ := m+"."+n, 0
		for i := range len(name) {
			if name[i] != known[i] {
				differ++
			}
		}
		if 1 <= differ && differ <= 2 && (was == "" || known < was) {
			was = known
		}
	}
	return was
}
