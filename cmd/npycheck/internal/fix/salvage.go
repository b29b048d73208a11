package fix

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/fix"
	"github.com/npycheck/npycheck/internal/text"
)

// maxNames is the number of members that are named.
const maxNames = 20

// salvage writes the members of an archive that are whole into a new one, and says which are lost.
func (r *run) salvage(ctx context.Context, src fix.Source, like fs.FileInfo, ready func() error) error {
	path := src.Name
	s, err := fix.Salvage(ctx, src)
	if err != nil {
		return err
	}
	if err := ready(); err != nil {
		return err
	}
	shown := cli.QuotedText(path)
	switch {
	case s.Whole:
		r.untouched++
		return nil
	case s.File == nil:
		r.left++
		r.say("%s: not salvaged: no member is whole", shown)
	default:
		to, err := r.place(path)
		if err != nil {
			return err
		}
		err = s.File.Write(ctx, fix.Target{Path: path, Like: like, To: to, Ready: ready})
		var unproved *fix.NotProvedError
		switch {
		case errors.As(err, &unproved):
			r.refuse(path, unproved)
			return nil
		case err != nil:
			return named(to, err)
		}
		r.fixed++
		r.say("%s: salvaged %s in %s: %s", shown, text.Count(int64(len(s.Saved)), "member"), cli.QuotedText(to), names(s.Saved))
		if len(s.Lost) > 0 || s.Open {
			r.left++
		}
	}
	for i, l := range s.Lost {
		if i == maxNames {
			r.say("  lost: %s more", text.Count(int64(len(s.Lost)-i), "member"))
			break
		}
		r.say("  lost: %s: %s", cli.QuotedText(l.Name), text.Inert(l.Why))
	}
	if s.Open && s.File != nil {
		r.say("  the directory is not whole, so other members may be lost")
	}
	return nil
}

// names returns the first names of a list.
func names(all []string) string {
	var shown []string
	for _, name := range all[:min(len(all), maxNames)] {
		shown = append(shown, cli.QuotedText(name))
	}
	s := strings.Join(shown, ", ")
	if n := len(all) - len(shown); n > 0 {
		s += " and " + text.Count(int64(n), "more member")
	}
	return s
}
