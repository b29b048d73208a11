package fix

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// tally counts the cases of the corpus that break a rule.
type tally struct{ cases, fixed, asked int }

// tallies plans what to do about every case, without flags and with all of them.
func tallies(t *testing.T) map[spec.ID]*tally {
	t.Helper()
	all := map[spec.ID]*tally{}
	for _, r := range spec.Rules() {
		all[r.ID] = &tally{}
	}
	for _, c := range corpus.Cases() {
		if len(c.Rules) == 0 {
			continue
		}
		b := vector(t, c)
		plain, flagged := planOf(t, b, c.File, Options{Level: spec.Note}), planOf(t, b, c.File, asked)
		for _, name := range c.Rules {
			r, _ := spec.Lookup(name)
			all[r.ID].cases++
			if plain.fixes(r.ID) {
				all[r.ID].fixed++
			}
			if flagged.fixes(r.ID) {
				all[r.ID].asked++
			}
		}
	}
	return all
}

// fixes reports whether a file that breaks a rule no longer does.
func (p *Plan) fixes(rule spec.ID) bool {
	for _, l := range p.Left {
		if l.Rule == rule {
			return false
		}
	}
	return p.Changes() && slices.ContainsFunc(p.Fixed, func(f validator.Finding) bool { return f.Rule == rule })
}

// TestDocument holds that docs/fix.md is what the corpus shows, and that the notes of the rules say the same. With
// NPYCHECK_UPDATE set it writes the page.
func TestDocument(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plans what to do about the whole corpus")
	}
	all := tallies(t)
	for _, r := range spec.Rules() {
		way, n := r.Fix.Way, all[r.ID]
		if n.cases == 0 {
			continue
		}
		switch {
		case way == spec.FixNever && n.asked > 0, way == spec.FixIfAsked && (n.fixed > 0 || n.asked == 0),
			way == spec.FixIfSafe && (n.asked == 0 || n.fixed == 0 && !r.Fix.Conditional()):
			t.Errorf("%s: got %+v for the note %q", r.Name, *n, wayOf(r.ID))
		}
	}
	page := document(all)
	const name = "../../../docs/fix.md"
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile(name, page, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, page) {
		t.Errorf("%s is out of date (%v): NPYCHECK_UPDATE=1 go test ./cmd/internal/fix -run Document", name, err)
	}
}

// wayOf says in a word what fix does about the findings of a rule.
func wayOf(rule spec.ID) string {
	if r := rule.Rule().Fix; r.Way != spec.FixIfSafe || r.Conditional() {
		return map[spec.FixWay]string{spec.FixNever: "no", spec.FixIfAsked: "if asked", spec.FixIfSafe: "if proved"}[r.Way]
	}
	return "yes"
}

// document returns the page.
func document(all map[spec.ID]*tally) []byte {
	count := map[string]int{}
	for _, r := range spec.Rules() {
		count[wayOf(r.ID)]++
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, intro, len(spec.Rules()), count["yes"], count["if proved"], count["if asked"], count["no"])
	for _, r := range spec.Rules() {
		n, way := all[r.ID], r.Fix
		cases := "–"
		if n.cases > 0 {
			cases = fmt.Sprintf("%d / %d / %d", n.fixed, n.asked, n.cases)
		}
		why := way.Why
		if way.Flag != "" {
			why = strings.TrimSpace(why + " (`" + way.Flag + "`)")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Name, wayOf(r.ID), cases, why)
	}
	return b.Bytes()
}

const intro = `# Fix files

` + "`npycheck fix PATH…`" + ` rewrites files whose form is wrong and whose arrays are known all the same. What is left is a file as
NumPy writes it: the header in NumPy's layout and in the lowest version that holds it, data at a multiple of 64 bytes,
archives without comments, gaps, data descriptors and extra fields, with the data of good members unchanged. Members
get the date and the mode that ` + "`numpy.savez`" + ` gives them, and unusual compression becomes deflate.

` + "`--diff`" + ` shows what would change, and which bytes would be lost; ` + "`--check`" + ` exits with 1 if something would, ` + "`--output DIR`" + ` leaves the files as
they are. By default fix writes a file only if it has an error or a warning that can be fixed; with ` + "`--level note`" + ` also
for notes, which need no action: the alignment and version of older NumPy, for example.

What is left is said as ` + "`npycheck check`" + ` says it, with the flags that fix it in this file, if there are any: they are
found by planning again with them. ` + "`--drop`" + ` names each member that it drops, and says whether the content of the one of
that name that is kept is equal.

## What never changes

- No value, type, shape, order or key changes. Before a new file gets its name, a second reader decodes the old and the
  new file and compares the arrays element by element. It shares no code with what writes the file. Then npycheck
  checks the new file: it may break nothing but what was left, apart from notes. If either objects, the old file stays.
- One law holds for every plan, and again before the new file gets its name. Each byte of the old file is in the new
  one, or a finding that is fixed names it. An archive keeps as many members as it states or shows anywhere: in its end
  records, or by the signatures of headers outside the data of members. If the file can be read in two ways, it stays: if
  the header has its newline elsewhere than its length says, or if another reader finds other members. If something was
  written over the end of a header, the first values may be gone, too, and the file stays.
- Pickles are copied byte for byte, and never loaded.
- Damage is undone only with a proof. That LF became CR LF, or Latin-1 or Windows-1252 became UTF-8, up to three
  times, is proved if the same conversion of the new file gives the damaged one, byte by byte, and the data then has
  exactly its length, or all checksums of an archive agree. A .npy file, which has no checksum, is left alone if another
  conversion makes the same: of CR instead of LF, or of another character set. A file in which CR LF became LF lacks bytes, and is left
  alone. So is one whose header ends with CR and whose data has a CR, too: if LF became CR in both, a good header would
  hide that. So is one with gzip or base64 whose name ends in neither .npy nor .npz, such as ` + "`a.npy.gz`" + `.
- The length of a header is set where its newline is elsewhere than the length says, the data then ends with the file,
  and it doesn't where the length has it. A byte too many or too few besides leaves both in doubt.
- Integers such as np.int64(3) and array(3), and types with metadata, as NumPy before 2.0 wrote them for h5py, are
  spelled as NumPy reads them, if the data then has exactly its length, or the pickle agrees. In a member of an archive
  both are fixed if its checksum agrees, so that a writer made the fault.
- Bytes after the data may be rows that the shape doesn't count. They are cut only if they are a single newline or
  zeros up to a multiple of 512 bytes, and not whole elements, or with ` + "`--cut`" + `. That is refused if something explains
  them: rows that the shape doesn't count, a longer type, numbers of the shape that were written with separators such
  as (2,621, 401), or another array in the data.
- The new file replaces the old one by a rename, once it is on the disk, with its mode, owner and times. On Linux it has
  no name before that, so that a full disk leaves the old file and nothing else; a kill just before the rename can leave
  the new file as ` + "`.npycheck-fix-a.npy`" + `, which the next run removes. Elsewhere a kill at any moment can leave a file whose
  name begins with ` + "`.npycheck-fix-`" + `. A file of somebody else with such a name stays. On Linux the new file also has the
  extended attributes and the ACL of the old file; elsewhere these are not copied. On Unix it has holes if the old file
  has some.
- Fixing twice changes nothing.
- A file with several hard links, and a symbolic link, is left alone. Data is streamed; what was compressed with gzip or
  converted goes through a temporary file of at most 1 GiB.

## Damaged archives

` + "`npycheck fix --salvage --output DIR FILE`" + ` writes the members of a damaged archive whose content agrees with a checksum to
a new archive in DIR, which np.load reads, and says which members are lost and why. The damaged archive stays, since a
tool with another copy may get more out of it. Members are found by the directory and by their own headers: in an
archive that was cut off, that has no directory, that lacks bytes, or whose headers are damaged. A member with a checksum
that agrees has the bytes that its writer wrote. Members of an archive inside a damaged member are not read as its own.

## Rule by rule

Of the %d rules, fix fixes %d, %d if a proof succeeds, %d if a flag asks for it, and leaves %d. The numbers count the
cases of the corpus that break the rule: fixed without flags (at ` + "`--level note`" + `), with all flags, and all. Most others
have a second fault that leaves the array in doubt.

| rule | fixed | cases | condition, or why not |
|---|---|---|---|
`
