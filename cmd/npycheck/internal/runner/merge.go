package runner

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Merger merges the reports of shards.
type Merger struct {
	parts    []part // in the order of their shards
	Head     report.Head
	Files    int64  // in the parts
	Missing  string // "shard 2 of 3 is", or "" if the parts are all
	Outputs  []ReportOutput
	sinks    sinks             // of the outputs
	repeats  map[string]int    // the part in which a path of every shard came first
	Progress func(files int64) // or nil
}

// part is one of the reports.
type part struct {
	name    string
	shards  shardSet
	trailer *report.Trailer
}

// Open looks at the head and the trailer of each report, and returns why they can't be merged.
func (m *Merger) Open(ctx context.Context, names []string, partial bool) error {
	var holders []int32 // of each shard, the number of its part, from 1 on
	for _, name := range names {
		p, err := openPart(ctx, name)
		if err != nil {
			return fmt.Errorf("%s: %s", cli.QuotedText(name), report.ErrorText(err))
		}
		m.parts = append(m.parts, p)
		m.Files += p.trailer.Summary.Files
		if why := m.parts[0].differs(&p); why != "" {
			return unmergeable(&m.parts[0], &p, why)
		}
		if holders == nil {
			holders = make([]int32, p.shards.count+1)
		}
		for _, shard := range p.shards.indices {
			if holder := holders[shard]; holder > 0 {
				return unmergeable(&m.parts[holder-1], &p, sameShard(shard, p.shards.count))
			}
			holders[shard] = int32(len(m.parts))
		}
	}
	slices.SortFunc(m.parts, func(a, b part) int { return cmp.Compare(a.shards.first(), b.shards.first()) })
	all := shardSet{count: m.parts[0].shards.count}
	for shard, holder := range holders {
		if holder > 0 {
			all.indices = append(all.indices, uint64(shard))
		}
	}
	if m.Missing = all.missing(); m.Missing != "" && !partial {
		return fmt.Errorf("%s missing; --partial merges what is there", m.Missing)
	}
	m.Head = m.parts[0].trailer.Head
	m.Head.Shard = all.String()
	return nil
}

// openPart reads the first and the last line of a report.
func openPart(ctx context.Context, name string) (part, error) {
	file, err := cli.OpenText(ctx, name)
	if err != nil {
		return part{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return part{}, err
	case !info.Mode().IsRegular():
		return part{}, errors.New("is not a regular file")
	}
	lines, err := report.NewLinesReader(file)
	if err != nil {
		return part{}, err
	}
	head, own := lines.Head(), new(report.Checker).Head()
	switch {
	case head.Tool != own.Tool || head.Schema != own.Schema:
		return part{}, fmt.Errorf("was written by npycheck %s, and this is %s", cli.QuotedText(head.Tool.Version), own.Tool.Version)
	case head.Rules != own.Rules:
		return part{}, errors.New("was written by an npycheck with different rules")
	}
	trailer, err := report.ReadTrailer(file, info.Size())
	switch {
	case errors.Is(err, report.ErrCutOff):
		return part{}, fmt.Errorf("%w; npycheck check --resume continues it", err)
	case err != nil:
		return part{}, err
	case trailer.Summary.Interrupted:
		return part{}, errors.New("was interrupted; npycheck check --resume continues it")
	}
	if otherHead(head, trailer.Head) {
		return part{}, errors.New("its first and its last line are of two reports")
	}
	if _, ok := settings.ParseFailOn(head.Options.FailOn); !ok { // otherwise no finding would fail the run
		return part{}, errors.New("its head doesn't say which findings fail a check")
	}
	p := part{name: name, trailer: trailer}
	p.shards, err = parseShards(head.Shard)
	return p, err
}

// otherHead reports whether two heads belong to different reports.
func otherHead(a, b report.Head) bool {
	return !bytes.Equal(text.AppendJSON(nil, a), text.AppendJSON(nil, b))
}

// unmergeable is the error for two reports that are not parts of one.
func unmergeable(p, q *part, why string) error {
	return fmt.Errorf("%s and %s can't be merged: %s", cli.QuotedText(p.name), cli.QuotedText(q.name), why)
}

// sameShard says that two reports have the same shard.
func sameShard(shard, count uint64) string {
	if count == 1 {
		return "both are whole"
	}
	return fmt.Sprintf("both have shard %d of %d", shard, count)
}

// differs returns why two reports are not parts of one, whatever their shards are, or "".
func (p *part) differs(q *part) string {
	if p.shards.count != q.shards.count {
		if p.shards.count == 1 || q.shards.count == 1 {
			return "one of them is whole"
		}
		return fmt.Sprintf("one is of %d shards, and the other of %d", p.shards.count, q.shards.count)
	}
	if option := otherOption(p.trailer.Head.Options, q.trailer.Head.Options); option != "" {
		return "they were made with different options: " + option
	}
	if p.trailer.Summary.Names != q.trailer.Summary.Names {
		return "there were other files to check; npycheck list writes a list that stays the same"
	}
	if p.trailer.Summary.Keys != q.trailer.Summary.Keys {
		return "the same files were given in another way, so that they are spread over the shards differently"
	}
	return ""
}

// FailOn returns the lowest level of findings that fail a run.
func (m *Merger) FailOn() spec.Severity {
	severity, _ := settings.ParseFailOn(m.Head.Options.FailOn) // which openPart has seen
	return severity
}

// Merge writes the report.
func (m *Merger) Merge(ctx context.Context) (report.Summary, error) {
	var total report.Summary
	m.repeats = make(map[string]int)
	for i, o := range m.Outputs {
		m.Outputs[i].To = &cli.NamedWriter{Writer: o.To, What: o.Name}
	}
	m.sinks = pour(m.Outputs)
	var buffers []*bufio.Writer
	for i, o := range m.Outputs {
		buffers = append(buffers, bufio.NewWriterSize(o.To, 64<<10))
		m.Outputs[i].To = buffers[i]
		if err := o.Format.Begin(buffers[i]); err != nil {
			return total, err
		}
	}
	for i := range m.parts {
		if err := m.part(ctx, i, &total); err != nil {
			return total, fmt.Errorf("%s: %w", cli.QuotedText(m.parts[i].name), err)
		}
	}
	total.Missing = m.Missing
	total.Names = m.parts[0].trailer.Summary.Names
	if m.Head.Shard != "" {
		total.Keys = m.parts[0].trailer.Summary.Keys
	}
	total.Decide(m.FailOn())
	for i, o := range m.Outputs {
		if err := o.Format.End(o.To, total); err != nil {
			return total, err
		}
		buffers[i].Flush()
	}
	return total, m.sinks.err()
}

// repeated reports whether a path of every shard was in a part before the ith. One that was not is reported: for
// the other shards it existed, and they left it to this one.
func (m *Merger) repeated(path string, i int) bool {
	first, known := m.repeats[path]
	if !known {
		m.repeats[path] = i
	}
	return known && first < i
}

// part writes the files of the ith part, and adds them to the summary.
func (m *Merger) part(ctx context.Context, i int, total *report.Summary) error {
	p := &m.parts[i]
	file, err := cli.OpenText(ctx, p.name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines, err := report.NewLinesReader(file)
	if err != nil {
		return err
	}
	failOn := m.FailOn()
	var own report.Summary // of the report's contents
	for {
		f, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return errors.New("interrupted")
		case m.sinks.full():
			return m.sinks.err()
		}
		own.Add(f)
		f.Decide(failOn)
		if m.Progress != nil {
			m.Progress(1)
		}
		if f.InEveryShard && m.repeated(f.Path, i) {
			continue
		}
		n := total.Files
		total.Add(f)
		for _, o := range m.Outputs {
			if o.inOrder() && f.Silent() {
				continue
			}
			if err := o.Format.File(o.To, n, f); err != nil {
				return err
			}
		}
	}
	said := lines.Trailer().Summary
	own.Stale, own.Links, own.Others, own.Excluded = max(said.Stale, 0), said.Links, said.Others, said.Excluded
	own.Names, own.Keys, own.OK = said.Names, said.Keys, said.OK // which --fail-on of another merge decided
	if trailer := text.AppendJSON(nil, said); string(trailer) != string(text.AppendJSON(nil, own)) || string(trailer) != string(text.AppendJSON(nil, p.trailer.Summary)) {
		return errors.New("its files don't add up to its trailer: it was changed")
	}
	total.Stale += own.Stale
	// Each shard skips the same files.
	total.Links, total.Others = max(total.Links, own.Links), max(total.Others, own.Others)
	total.Excluded = max(total.Excluded, own.Excluded)
	return nil
}

// shardSet is some of the shards of the work. Undivided work is shard 1 of 1.
type shardSet struct {
	count   uint64
	indices []uint64 // sorted, each once, in [1, count]
}

// errShard is about the shard in the head of a report.
var errShard = errors.New("the shard in its head is not one")

// parseShards reads what String returns.
func parseShards(s string) (shardSet, error) {
	if s == "" {
		return shardSet{1, []uint64{1}}, nil
	}
	ranges, n, _ := strings.Cut(s, "/")
	count, err := strconv.ParseUint(n, 10, 31)
	if err != nil || count < 1 || count > files.MaxShards {
		return shardSet{}, errShard
	}
	set := shardSet{count: count}
	for r := range strings.SplitSeq(ranges, ",") {
		from, to, isRange := strings.Cut(r, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.ParseUint(from, 10, 31)
		last, err2 := strconv.ParseUint(to, 10, 31)
		if err1 != nil || err2 != nil || first <= set.last() || last < first || last > count {
			return shardSet{}, errShard
		}
		for i := first; i <= last; i++ {
			set.indices = append(set.indices, i)
		}
	}
	return set, nil
}

// String returns the shards as the head of a report has them, "" for all.
func (s shardSet) String() string {
	if uint64(len(s.indices)) == s.count {
		return ""
	}
	return shardRanges(s.indices) + "/" + strconv.FormatUint(s.count, 10)
}

// shardRanges spells sorted numbers as "1-3,5".
func shardRanges(indices []uint64) string {
	var text []string
	for i := 0; i < len(indices); {
		j := i
		for j+1 < len(indices) && indices[j+1] == indices[j]+1 {
			j++
		}
		r := strconv.FormatUint(indices[i], 10)
		if j > i {
			r += "-" + strconv.FormatUint(indices[j], 10)
		}
		text = append(text, r)
		i = j + 1
	}
	return strings.Join(text, ",")
}

func (s shardSet) first() uint64 { return s.indices[0] }

func (s shardSet) last() uint64 {
	if len(s.indices) == 0 {
		return 0
	}
	return s.indices[len(s.indices)-1]
}

// missing says which shards are missing, "" if none.
func (s shardSet) missing() string {
	var indices []uint64
	for i := uint64(1); i <= s.count; i++ {
		if _, ok := slices.BinarySearch(s.indices, i); !ok {
			indices = append(indices, i)
		}
	}
	switch len(indices) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("shard %d of %d is", indices[0], s.count)
	}
	return fmt.Sprintf("shards %s of %d are", shardRanges(indices), s.count)
}

// OtherRun returns how the old report was made, if a run would make a different one now.
func OtherRun(before, now report.Head) string {
	switch {
	case before.Tool != now.Tool || before.Schema != now.Schema || before.Rules != now.Rules:
		return "by another version of npycheck, " + validator.Quote(before.Tool.Version)
	case before.Shard != now.Shard:
		return "of " + cmp.Or(files.ShardName(before.Shard), "all files")
	}
	if option := otherOption(before.Options, now.Options); option != "" {
		return "with other options: " + option
	}
	return ""
}

// otherOption names an option in which two heads differ.
func otherOption(a, b report.HeadOptions) string {
	var in [2]map[string]json.RawMessage
	for i, options := range []report.HeadOptions{a, b} {
		if json.Unmarshal(text.AppendJSON(nil, options), &in[i]) != nil {
			return "" // it was JSON a moment ago
		}
	}
	names := map[string]bool{}
	for _, options := range in {
		for name := range options {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if x, y := string(in[0][name]), string(in[1][name]); x != y {
			return fmt.Sprintf("%s is %s and %s", name, validator.Quote(cmp.Or(x, "not set")), validator.Quote(cmp.Or(y, "not set")))
		}
	}
	return ""
}
