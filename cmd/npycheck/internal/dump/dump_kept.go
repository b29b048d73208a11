package dump

import (
	"cmp"
	"math"
	"slices"

	"github.com/npycheck/npycheck/validator"
)

// MaxKept is the number of regions of an archive that are kept at a time, about 10 MB.
const MaxKept = 1 << 17

// KeptRegions are regions of an archive that can't be shown yet: those that begin first from an offset on.
// The directory comes before the members, with about twenty regions for each: those for which there is no room
// take another check of the file.
type KeptRegions struct {
	most     int   // that stay
	from, to int64 // of these offsets
	least    int64 // offset of the first
	all      []keptRegion
	names    []byte
}

// keptRegion is a region whose bytes are in the file.
type keptRegion struct {
	offset, length int64
	name, nameEnd  uint32 // in names
}

func NewKeptRegions(most int) KeptRegions {
	return KeptRegions{most: most, to: math.MaxInt64, least: math.MaxInt64}
}

// wanted reports whether a region is between from and to.
func (k *KeptRegions) wanted(r validator.Region) bool { return r.Offset >= k.from && r.Offset < k.to }

// add keeps a region.
func (k *KeptRegions) add(r validator.Region) {
	k.least = min(k.least, r.Offset)
	start := len(k.names)
	k.names = append(k.names, r.Name...)
	k.all = append(k.all, keptRegion{r.Offset, r.Length, uint32(start), uint32(len(k.names))})
	if len(k.all) >= 2*k.most {
		k.cut()
	}
}

func (k *KeptRegions) sort() {
	slices.SortStableFunc(k.all, func(a, b keptRegion) int { return cmp.Compare(a.offset, b.offset) })
}

// cut drops the later half, but never only some of those that begin at one offset,
// unless there are none before them: then the rest of these is dropped for good.
func (k *KeptRegions) cut() {
	k.sort()
	n := k.most
	k.to = k.all[n].offset
	for n > 0 && k.all[n-1].offset == k.to {
		n--
	}
	if n == 0 {
		n = k.most
		k.to++
	}
	names := make([]byte, 0, len(k.names))
	for i := range k.all[:n] {
		r := &k.all[i]
		start := len(names)
		names = append(names, k.names[r.name:r.nameEnd]...)
		r.name, r.nameEnd = uint32(start), uint32(len(names))
	}
	k.all, k.names = k.all[:n], names
}

// each calls f for the regions in their order.
func (k *KeptRegions) each(f func(validator.Region)) {
	k.sort()
	for _, r := range k.all {
		f(validator.Region{Offset: r.offset, Length: r.length, Name: string(k.names[r.name:r.nameEnd])})
	}
}

// next drops all regions, to keep those after them. It reports whether there are any.
func (k *KeptRegions) next() bool {
	more := k.to < math.MaxInt64
	*k = KeptRegions{most: k.most, from: k.to, to: math.MaxInt64, least: math.MaxInt64, all: k.all[:0], names: k.names[:0]}
	return more
}
