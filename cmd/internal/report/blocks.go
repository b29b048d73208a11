package report

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// maxBlocks is the number of blocks of one rule in one file. A file can break a rule in thousands of members.
const maxBlocks = 10

// block is what a report for people shows of the findings of a rule in one part of a file: the first of them, and how
// many there are besides.
type block struct {
	atSeverity
	first  *Finding // nil if none of the rule is listed
	others int64    // findings besides the first, or all
	in     string   // where the others are
	beyond bool     // some of them would have blocks if there weren't so many
}

// size is the number of findings of a block.
func (b *block) size() int64 {
	if b.first == nil {
		return b.others
	}
	return 1 + b.others
}

// more counts the findings besides the first. It is "" if there are none.
func (b *block) more() string {
	if b.others == 0 {
		return ""
	}
	return fmt.Sprintf("and %d more in this %s", b.others, b.in)
}

// blockKey is what the findings of a block have in common.
type blockKey struct {
	atSeverity
	member  string
	array   int
	message string // of those whose message is chosen by the author of the file: one must not hide the others
}

// blocks returns the blocks of the findings that are listed, in their order. With named, each name that a pickle
// imports or calls has a block.
func (f *File) blocks(l Levels, named bool) []*block {
	var blocks []*block
	of := make(map[blockKey]*block)
	last := make(map[atSeverity]*block)
	number := make(map[atSeverity]int)
	add := func(at atSeverity, first *Finding, others int64) *block {
		b := &block{atSeverity: at, first: first, others: others, in: "file"}
		switch {
		case first == nil:
		case first.Array > 0:
			b.in = "array"
		case first.MemberName != "":
			b.in = "member"
		}
		blocks = append(blocks, b)
		last[at] = b
		number[at]++
		return b
	}
	for i := range f.Findings {
		found := &f.Findings[i]
		if !l.lists(f, found) {
			continue
		}
		at := atSeverity{found.Rule, found.Severity}
		key := blockKey{atSeverity: at, member: found.MemberName, array: found.Array}
		if named && names(found.Rule) {
			key.message = found.Message
		}
		switch b := of[key]; {
		case b != nil:
			b.others++
		case number[at] < maxBlocks:
			of[key] = add(at, found, 0)
		default:
			b = last[at]
			b.others++
			b.in, b.beyond = "file", true
		}
	}
	for _, o := range f.Omitted {
		at := atSeverity{o.Rule, o.Severity}
		switch b := last[at]; {
		case o.Severity < l.Shown():
		case b == nil:
			add(at, nil, int64(o.Count))
		default:
			b.others += int64(o.Count)
			b.in = "file"
		}
	}
	return blocks
}

// names reports whether the findings of a rule name what a pickle imports or calls.
func names(rule spec.ID) bool {
	return strings.HasPrefix(rule.String(), "pickle-import-") || strings.HasPrefix(rule.String(), "pickle-call-")
}
