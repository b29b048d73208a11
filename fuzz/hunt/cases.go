package hunt

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/corpus"
)

// maxCase is the size in bytes of the largest file of the corpus that is tried.
const maxCase = 64 << 10

// corpusTime is the maximum time for the corpus: a reader may hang in many cases.
const corpusTime = time.Minute

// cases has the corpus's cases, for all workers together.
type cases struct {
	list     []corpus.Case
	next     atomic.Int64
	asked    atomic.Int64
	accepted atomic.Bool // any
	deadline time.Time
}

func newCases(features []string) *cases {
	c := &cases{}
	for _, one := range corpus.Cases() {
		if one.Withdrawn == "" && one.Size <= maxCase && (len(features) == 0 || slices.Contains(features, one.Format)) {
			c.list = append(c.list, one)
		}
	}
	c.deadline = time.Now().Add(corpusTime)
	return c
}

// maxRejected is how many cases a reader may reject before it has to accept one.
const maxRejected = 100

// over reports a reader that accepts nothing, or remarks that time was short.
func (c *cases) over(reader string, writer bool) (remark string, err error) {
	asked := c.asked.Load()
	if asked >= maxRejected && !c.accepted.Load() && !writer {
		return "", fmt.Errorf("%s accepted none of %d cases of the corpus; the adapter may not work", reader, asked)
	}
	if total := int64(len(c.list)); asked < total {
		remark = fmt.Sprintf("asked about %d of the %d cases of the corpus in %s; what else fails there counts as found", asked, total, corpusTime)
	}
	return remark, nil
}
