package checking

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
)

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
