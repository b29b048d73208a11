package fix

import (
	"context"
	"io"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/validator"
)

// Dropped is a member that the new archive doesn't have.
type Dropped struct {
	Name    string
	Hidden  bool // the directory doesn't list it
	Nth, Of int  // which of how many listed members of its name it is, counted from 1; Of is 0 if there is no other
	Equal   bool // its content is that of the last of them, which is kept
}

// names are the members of an archive that its directory lists, by their names.
type names struct {
	members     []validator.Member
	last        map[string]int // index of the last
	count, seen map[string]int
}

func namesOf(members []validator.Member) *names {
	n := &names{members: members, last: map[string]int{}, count: map[string]int{}, seen: map[string]int{}}
	for i := range members {
		if m := &members[i]; !m.Hidden {
			n.last[m.Name] = i
			n.count[m.Name]++
		}
	}
	return n
}

// drop describes a member that is dropped. The members of a name are dropped in their order.
func (n *names) drop(ctx context.Context, archive io.ReaderAt, m *validator.Member) Dropped {
	d := Dropped{Name: m.Name, Hidden: m.Hidden, Of: n.count[m.Name]}
	if !m.Hidden {
		n.seen[m.Name]++
		d.Nth = n.seen[m.Name]
	}
	if d.Of > 0 {
		d.Equal = equal(ctx, archive, m, &n.members[n.last[m.Name]])
	}
	return d
}

// equal reports whether two members have the same content, both of which can be read.
func equal(ctx context.Context, archive io.ReaderAt, a, b *validator.Member) bool {
	if a.Size != b.Size {
		return false
	}
	opt := &validator.Options{Decompressors: decompress.Methods()}
	x, err := a.Open(archive, opt)
	if err != nil {
		return false
	}
	defer x.Close()
	y, err := b.Open(archive, opt)
	if err != nil {
		return false
	}
	defer y.Close()
	return second.Identical(disk.NewContextReader(ctx, x), disk.NewContextReader(ctx, y)) == nil
}
