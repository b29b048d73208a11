package corpus

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/dump"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/rules"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func newCorpusShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID...",
		Short: "Show cases: what they are, what a reader must do, their bytes",
		Example: `  npycheck corpus show shape/bool-first
  npycheck corpus show header/padding-tab prefix/plain | less`,
		Long: `For each case there is what a reader must do with the file, the arrays that it
has to return, what releases of NumPy do, the bytes of the file, and what is
wrong with them. npycheck corpus list lists the IDs.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.MissingArgument(cmd, "show needs the ID of a case; npycheck corpus list lists them")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return caseIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			byID := make(map[string]corpus.Case)
			for _, c := range corpus.Cases() {
				byID[c.ID] = c
			}
			for _, id := range args {
				if _, ok := byID[id]; !ok {
					return cli.Usagef("unknown case %s%s", cli.Quoted(id), cmp.Or(cli.DidYouMean(id, caseIDs()), "; npycheck corpus list lists them"))
				}
			}
			colours := cli.PaintFor(cmd.OutOrStdout())
			var out []byte
			for i, id := range args {
				if i > 0 {
					out = append(out, '\n')
				}
				var err error
				if out, err = appendCase(cmd.Context(), out, byID[id], colours); err != nil {
					return err
				}
			}
			_, err := io.WriteString(cmd.OutOrStdout(), cli.Headings(colours, string(out)))
			return err
		},
	}
}

func caseIDs() []string {
	var ids []string
	for _, c := range corpus.Cases() {
		ids = append(ids, c.ID)
	}
	return ids
}

func appendCase(ctx context.Context, dst []byte, c corpus.Case, colours report.Paint) ([]byte, error) {
	file, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		return nil, err
	}
	checked, err := rules.CheckExample(ctx, file, "")
	if err != nil {
		return nil, err
	}
	if c.Withdrawn != "" {
		dst = fmt.Appendf(dst, "%s was withdrawn: %s\n\n", c.ID, c.Withdrawn)
	}
	dst = fmt.Appendf(dst, "%s: %s\n\n", colours.Bold(c.ID), c.Comment)
	dst = appendFacts(dst, c)
	if c.Array != nil {
		dst = appendValues(append(dst, "\nThe array, "...), c.Array)
	}
	if c.Members != nil {
		dst = appendMembers(append(dst, '\n'), c)
	}
	if c.Objects != nil {
		dst = appendObjects(append(dst, "\nThe array, "...), c.Objects)
	}
	if len(c.NumPy) > 0 {
		dst = appendNumPy(append(dst, '\n'), c)
	}
	marked := false // the first finding
	switch {
	case len(file) == 0:
		dst = append(dst, "\nThe file is empty.\n"...)
	case c.Format == "npz":
		dst = append(dst, "\nThe file:\n\n"...)
		if dst, err = appendArchive(ctx, dst, file, checked.Findings, colours); err != nil {
			return nil, err
		}
	default:
		dst = append(dst, "\nThe file:\n\n"...)
		offset, length, severity := int64(0), int64(rules.Unmarked), spec.Note
		if len(checked.Findings) > 0 {
			f := &checked.Findings[0]
			offset, length, severity, marked = f.Offset, f.Length, f.Severity(), true
		}
		dst = rules.AppendExample(dst, file, offset, length, colours.Carets(severity))
	}
	for i, f := range checked.Findings {
		dst = appendFinding(append(dst, '\n'), &f, colours)
		if i > 0 || !marked {
			dst = report.AppendExcerpt(dst, &f, colours.Carets(f.Severity()))
		}
	}
	return dst, nil
}

// appendFinding appends what is wrong, and its place.
func appendFinding(dst []byte, f *validator.Finding, colours report.Paint) []byte {
	in, of := "", ""
	if f.MemberName != "" {
		in = "member " + text.Inert(validator.Quote(f.MemberName)) + ": "
	}
	if f.Array > 0 {
		in += fmt.Sprintf("array %d: ", f.Array)
	}
	if f.Base == validator.BaseContent {
		of = " of the content of the member"
	}
	dst = fmt.Appendf(dst, "  %s: %s%s [%s]\n", colours.Severity(f.Severity(), f.Severity().String()), in, text.Inert(f.Message), f.Rule)
	dst = fmt.Appendf(dst, "  %s at offset %d%s", text.Count(f.Length, "byte"), f.Offset, of)
	if f.Pointer != "" {
		dst = fmt.Appendf(dst, ", %s", f.Pointer)
	}
	return append(dst, '\n')
}

func appendFacts(dst []byte, c corpus.Case) []byte {
	conforms := "no"
	if c.Conforms {
		conforms = "yes"
	}
	dst = fmt.Appendf(dst, "  file        %s, %s\n", c.File, text.Count(c.Size, "byte"))
	dst = fmt.Appendf(dst, "  sha256      %s\n", c.SHA256)
	dst = fmt.Appendf(dst, "  conforms    %s\n", conforms)
	dst = fmt.Appendf(dst, "  reader      %s\n", caseDuty(c.Duty))
	for _, id := range c.Rules {
		rule, _ := spec.Lookup(id)
		dst = fmt.Appendf(dst, "  rule        %s: %s\n", id, rule.Title)
	}
	for _, flag := range corpus.Flags() {
		if slices.Contains(c.Flags, flag.Name) {
			dst = fmt.Appendf(dst, "  flag        %s: %s\n", flag.Name, flag.Doc)
		}
	}
	dst = fmt.Appendf(dst, "  stage       %s\n", c.Stage)
	dst = fmt.Appendf(dst, "  features    %s\n", strings.Join(c.Features, ", "))
	dst = fmt.Appendf(dst, "  importance  %s\n", c.Importance)
	if c.Twin != "" {
		dst = fmt.Appendf(dst, "  twin        %s\n", c.Twin)
	}
	dst = fmt.Appendf(dst, "  since       %s\n", c.Since)
	source, line := c.Source()
	dst = fmt.Appendf(dst, "  source      %s:%d\n", source, line)
	var profiles []string
	for _, p := range corpus.Profiles() {
		profiles = append(profiles, fmt.Sprintf("%s %s", p.Name, p.Verdict(c)))
	}
	return fmt.Appendf(dst, "  profiles    %s\n", strings.Join(profiles, ", "))
}

func caseDuty(d corpus.Duty) string {
	switch d {
	case corpus.Accept:
		return rules.Duty(spec.Accept)
	case corpus.Reject:
		return rules.Duty(spec.Reject)
	case corpus.Either:
		return rules.Duty(spec.Either)
	}
	return "survive: does either in bounded time and memory"
}

// maxShownValues is how many elements of a large array are shown.
const maxShownValues = 24

func appendValues(dst []byte, a *corpus.Array) []byte {
	order := "C"
	if a.FortranOrder {
		order = "Fortran"
	}
	dst = fmt.Appendf(dst, "%s of shape %s in %s order:\n\n", text.AppendJSON(nil, a.DType), text.AppendJSON(nil, a.Shape), order)
	for i, v := range a.Values {
		if i == maxShownValues {
			dst = fmt.Appendf(dst, "  (%d more)\n", len(a.Values)-i)
			break
		}
		dst = append(text.AppendJSON(append(dst, "  "...), v), '\n')
	}
	switch {
	case a.Values == nil:
		dst = append(dst, "  (more elements than the manifest lists)\n"...)
	case len(a.Values) == 0:
		dst = append(dst, "  (no elements)\n"...)
	}
	return fmt.Appendf(dst, "\n  sha256 of the elements, little-endian in C order: %s\n", a.SHA256)
}

// maxShownMembers is how many members of an archive are shown.
const maxShownMembers = 8

func appendMembers(dst []byte, c corpus.Case) []byte {
	if len(c.Members) == 0 {
		return append(dst, "The archive has no members.\n"...)
	}
	count := len(c.Members) + c.MoreMembers
	for i, m := range c.Members {
		if i > 0 {
			dst = append(dst, '\n')
		}
		if i == maxShownMembers {
			return fmt.Appendf(dst, "(%s more)\n", text.Count(int64(count-i), "member"))
		}
		dst = fmt.Appendf(dst, "The member %s by the key %s, ", text.AppendJSON(nil, m.Name), text.AppendJSON(nil, m.Key))
		switch {
		case m.Objects != nil:
			dst = appendObjects(dst, m.Objects)
		case m.Array == nil:
			dst = append(dst, "which is not an array, or is one of objects\n"...)
		default:
			dst = appendValues(dst, m.Array)
		}
	}
	if c.MoreMembers > 0 {
		dst = fmt.Appendf(dst, "\n(%s more)\n", text.Count(int64(c.MoreMembers), "member"))
	}
	return dst
}

// appendObjects appends what loading an object array's pickle gives.
func appendObjects(dst []byte, o *corpus.Objects) []byte {
	dst = fmt.Appendf(dst, "objects of shape %s, as Python writes them:\n\n", text.AppendJSON(nil, o.Shape))
	for _, repr := range o.Reprs {
		dst = fmt.Appendf(dst, "  %s\n", text.Inert(validator.Quote(repr)))
	}
	return dst
}

// maxShownRegion is how many rows of one region are shown.
const maxShownRegion = 4

// appendArchive appends an archive as dump shows it, with carets under the bytes of the findings.
// The contents of members are shown where something is wrong in them.
func appendArchive(ctx context.Context, dst, file []byte, findings []validator.Finding, colours report.Paint) ([]byte, error) {
	var out bytes.Buffer
	src, size := bytes.NewReader(file), int64(len(file))
	d := &dump.Dumper{Out: &out, Src: src, Size: size, Rows: maxShownRegion, Marks: findings, Paint: colours, Kept: dump.NewKeptRegions(dump.MaxKept)}
	err := d.File(func(trace func(validator.Region)) error {
		_, err := validator.Check(ctx, src, size, &validator.Options{
			Depth:         validator.Structure,
			Decompressors: decompress.Methods(),
			Trace: func(r validator.Region) {
				faulty := func(f validator.Finding) bool { return f.Base == r.Base && f.Member == r.Member }
				if r.Base == validator.BaseFile || slices.ContainsFunc(findings, faulty) {
					trace(r)
				}
			},
		})
		return err
	})
	return append(dst, out.Bytes()...), err
}

func appendNumPy(dst []byte, c corpus.Case) []byte {
	dst = append(dst, "What np.load does:\n\n"...)
	for _, release := range slices.Sorted(maps.Keys(c.NumPy)) {
		dst = fmt.Appendf(dst, "  %-11s %s", release, c.NumPy[release])
		detail := c.DetailOf(release)
		if detail.Stream != "" {
			dst = fmt.Appendf(dst, "; a stream: %s", detail.Stream)
		}
		if detail.MMap != "" {
			dst = fmt.Appendf(dst, "; mapped: %s", detail.MMap)
		}
		for _, got := range []struct {
			array *corpus.ReadArray
			way   string
		}{{detail.Array, ""}, {detail.StreamArray, " for a stream"}, {detail.MMapArray, " mapped"}} {
			if got.array != nil {
				dst = fmt.Appendf(dst, "; returns %s of shape %s%s", text.AppendJSON(nil, got.array.DType), text.AppendJSON(nil, got.array.Shape), got.way)
			}
		}
		if detail.Members != nil {
			dst = append(dst, "; returns "...)
			dst = appendReadMembers(dst, detail.Members)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func appendReadMembers(dst []byte, members []corpus.ReadMember) []byte {
	if len(members) == 0 {
		return append(dst, "no members"...)
	}
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if i == maxShownMembers {
			return fmt.Appendf(dst, "%d more", len(members)-i)
		}
		dst = text.AppendJSON(dst, m.Key)
		if m.Array == nil {
			dst = append(dst, " as bytes"...)
		} else {
			dst = fmt.Appendf(dst, " as %s of shape %s", text.AppendJSON(nil, m.Array.DType), text.AppendJSON(nil, m.Array.Shape))
		}
	}
	return dst
}
