package validator

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Load says how NumPy's np.load reads the array of a file or of a member, and what it returns. Its zero value with
// NoMember is np.load(path), which returns every array as its header describes it.
type Load struct {
	Member int    // index in Report.Members, or NoMember for an .npy file and for an archive as a whole
	Key    string // of the member, as in np.load(path)[key]; "" for none

	// What np.load has to be given besides the path.
	AllowPickle   bool   // allow_pickle=True, which runs the pickle (clause npy-8.1)
	Encoding      string // encoding: "latin1" for text of Python 2 (clause npy-8.14), which 'bytes' would leave as bytes, even the keys of dicts; else ""
	MaxHeaderSize int    // max_header_size, in characters (clause npy-2.13); 0 for the default

	Item bool   // item() of the array is the one object that it holds
	View string // the type of ml_dtypes that the raw bytes are of (clause npy-5.8), which a view restores: ">bfloat16", "bfloat16", or ""

	Needs   []string // programs and systems without which np.load fails: "NumPy 2.0 or later", "Windows"
	Returns string   // what is returned if it isn't all that the file holds: ReturnsBytes, …, "the first of 3 arrays"; else ""
	Fails   string   // why np.load raises an error; then there is nothing of the above but Member and Key
	Unsafe  bool     // loading it with allow_pickle=True may run code, for the reason in Fails, whether it raises an error or not
}

const numpy2 = "NumPy 2.0 or later"

// Values of Load.Returns.
const (
	ReturnsBytes   = "bytes, not an array"           // of a member that is something else
	ReturnsNothing = "no array"                      // of an archive without any
	ReturnsRaw     = "raw bytes, whose type is lost" // of a type of ml_dtypes that the file doesn't name
)

func firstOf(n int) string { return "the first of " + text.Count(int64(n), "array") }

// Plain reports whether np.load(path) is enough, with the key of a member.
func (l Load) Plain() bool {
	return !l.AllowPickle && l.MaxHeaderSize == 0 && l.View == "" && l.Needs == nil && l.Returns == "" && l.Fails == ""
}

// Load returns how np.load reads the file: an entry for each array or member for which np.load(path) isn't enough, in
// their order. If it is enough for all, that is the one entry, the zero value with NoMember. Nothing is promised, and
// Load is nil, for a file with an error of which it isn't certain what NumPy makes of it, or that was not checked to
// its end, and at depth Header for objects. Data that wasn't read is taken to be whole.
func (r *Report) Load() []Load {
	if r.Incomplete != "" {
		return nil
	}
	for rule := range r.Omitted {
		if rule != spec.PicklePresent && effectOf(rule) != asUsual {
			return nil
		}
	}
	all := r.fates()
	own := cmp.Or(all[NoMember], &fate{})
	switch {
	case own.effect == doubtful:
		return nil
	case !own.effect.loads():
		return []Load{own.load(NoMember, "")}
	case r.Format == Npz:
		return r.loadMembers(all)
	case r.Array == nil:
		return nil
	}
	l, ok := r.Array.howToLoad(own.effect)
	if !ok {
		return nil
	}
	l.Member = NoMember
	return []Load{l}
}

// loadMembers returns the entries of an archive.
func (r *Report) loadMembers(all map[int]*fate) (list []Load) {
	sure := true
	for i := range r.Members {
		m := &r.Members[i]
		if m.Hidden {
			continue
		}
		l, ok := Load{}, false
		o := cmp.Or(all[i], &fate{})
		switch {
		case o.effect == doubtful:
		case !o.effect.loads():
			l, ok = o.load(i, m.Key), true
		case m.Array != nil:
			l, ok = m.Array.howToLoad(o.effect)
		}
		l.Member, l.Key = i, m.Key
		if m.Method == methodZstandard && l.Fails == "" {
			l.Needs = append(l.Needs, "Python 3.14 or later")
		}
		switch {
		case !ok:
			sure = false
		case !l.Plain():
			list = append(list, l)
		}
	}
	if sure && list == nil {
		list = []Load{{Member: NoMember}}
	}
	return list
}

const methodZstandard = 93 // which Python's zipfile has known since 3.14

// howToLoad returns how an array is loaded of which a finding has that effect at most, and false if that isn't known.
func (a *Array) howToLoad(e effect) (l Load, ok bool) {
	known := a.loading
	if a.DType.HasObject() {
		if known == nil || known.pickle == nil {
			return l, false
		}
		p := known.pickle
		if p.Missing != "" {
			return Load{Fails: p.Missing}, true
		}
		l.AllowPickle = true
		l.Item = a.DType.Kind == 'O' && len(a.Shape) == 0
		if p.Latin1 {
			l.Encoding = "latin1"
		}
		for _, need := range p.Of {
			l.Needs = append(l.Needs, need.String())
		}
	} else if known != nil {
		l.MaxHeaderSize, l.View = known.characters, known.view
	}
	switch {
	case e == needsNumPy2 && !slices.Contains(l.Needs, numpy2):
		l.Needs = append(l.Needs, numpy2)
	case e == otherPlatform:
		l.Needs = append(l.Needs, "a system with that long double")
	}
	if known != nil && known.raw && l.View == "" {
		l.Returns = ReturnsRaw
	}
	if known != nil && known.arrays > 0 {
		l.Returns = firstOf(known.arrays)
	}
	return l, true
}

// fate is what the findings about an array or a member mean for np.load.
type fate struct {
	effect effect
	rule   spec.ID // the first with that effect
}

// load returns the entry of an array that is not loaded as usual.
func (o *fate) load(member int, key string) Load {
	l := Load{Member: member, Key: key}
	switch o.effect {
	case returnsBytes:
		l.Returns = ReturnsBytes
	case holdsNothing:
		l.Returns = ReturnsNothing
	default:
		l.Fails, l.Unsafe = o.rule.Rule().Title, o.effect == unsafe
	}
	return l
}

// fates returns what the findings mean for each member, by index, and for the file. Those without have none.
func (r *Report) fates() map[int]*fate {
	if len(r.Findings) == 0 {
		return nil
	}
	all := make(map[int]*fate)
	add := func(member int, e effect, rule spec.ID) {
		if all[member] == nil {
			all[member] = &fate{}
		}
		all[member].add(e, rule)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Array > 0 || f.Member >= 0 && f.Member < len(r.Members) && r.Members[f.Member].Hidden {
			continue // np.load(path) doesn't get there
		}
		e := effectOf(f.Rule)
		if f.Member != NoMember && e == doubtful && f.Base == BaseFile && !ofContent(f.Rule) {
			add(NoMember, e, f.Rule) // the archive may be another one
			continue
		}
		if f.Member == NoMember && f.MemberName != "" && e != asUsual {
			e = doubtful // of a member that the report doesn't list
		}
		add(f.Member, e, f.Rule)
	}
	return all
}

// add takes the effect that outweighs the others.
func (o *fate) add(e effect, rule spec.ID) {
	if e > o.effect {
		*o = fate{e, rule}
	}
}
