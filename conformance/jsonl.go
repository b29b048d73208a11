package conformance

import (
	"cmp"
	"context"
	"fmt"
	"os"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/internal/text"
)

// jsonlTier asks one process, and starts another when it is gone.
//
// A process that breaks down may do so because of an earlier file. So what it does at its first file counts,
// and anything later is tried again with a fresh process: that answer counts. If the file does no harm
// there, the file before it is tried too.
type jsonlTier struct {
	l       *launcher
	spares  *spares // of all sessions; nil for none
	s       *talk   // nil if there is none
	last    request // that was asked for last
	earlier request // for another file, before that
	sound   request // for a file that was accepted, and is still there
}

func (t *jsonlTier) ask(ctx context.Context, req request) (Answer, error) {
	req.timeout = cmp.Or(req.timeout, t.l.timeout)
	used := t.s != nil && t.s.asked > 0
	before, third := t.last, t.earlier
	a, err := t.fromNext(ctx, req)
	defer func() { t.remember(req, &a) }()
	hint := a.Outcome == OutcomeHang && req.timeout < t.l.timeout
	if err != nil || !used || t.s != nil || !a.brokeDown() || hint {
		return a, err
	}
	first := a
	if a, err = t.fromNext(ctx, req); err != nil || t.s == nil && a.brokeDown() {
		return a, err
	}
	a.Late, err = t.replay(ctx, before)
	if err == nil && a.Late == nil && req.Op != protocol.Write {
		var own *Answer
		if a.Late, own, err = t.replayPair(ctx, before, req, third); own != nil {
			return *own, err
		}
	}
	if err == nil && a.Late == nil {
		a.Remark = text.Line(fmt.Sprintf("%s once, but not again, alone or after the file before it, so it isn't counted: %s", first.Outcome, first.Message))
	}
	return a, err
}

// remember keeps the first file that was accepted, or another one when that is gone. Using the same one each time makes
// the blame independent of chance.
func (t *jsonlTier) remember(req request, a *Answer) {
	if a.Outcome != OutcomeAccept {
		return
	}
	if _, err := os.Lstat(t.sound.Path); t.sound.Path == "" || err != nil {
		t.sound = req
	}
}

// fromNext asks the current process, or a new one, and ends it if it can't continue.
func (t *jsonlTier) fromNext(ctx context.Context, req request) (Answer, error) {
	if t.s == nil {
		s, _, err := t.open(ctx)
		if err != nil {
			return Answer{}, err
		}
		t.s = s
	}
	if req.Path != t.last.Path {
		t.last, t.earlier = req, t.last
	}
	a, keep, err := t.s.ask(ctx, req)
	if !keep {
		t.s.end()
		t.s = nil
		t.spares.fill()
	}
	return a, err
}

// replay asks a fresh process for a file, and returns how it ended if it broke down, even after its
// answer. It is nil if all went well.
func (t *jsonlTier) replay(ctx context.Context, req request) (*Answer, error) {
	s, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	a, keep, err := s.ask(ctx, req)
	switch {
	case err != nil:
		s.end()
		return nil, err
	case !keep:
		s.end()
		if a.brokeDown() {
			return &a, nil
		}
		return nil, nil
	}
	late := s.bye()
	if late == nil {
		return nil, nil
	}
	// An adapter may end badly after every bye, with a different message each time.
	idle, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	always := idle.bye()
	if always != nil && always.Outcome == late.Outcome && idle.p.State().String() == s.p.State().String() {
		return nil, nil
	}
	late.Message = text.CleanMessage("after the answer: "+late.Message, req.Path, s.p.Pid())
	return late, nil
}

// replayPair tries two files in a fresh process, the second of which is harmless alone, and returns what
// became of it at the second: late, if that is due to the first, and own, if the process breaks down at the second
// also after a file that it accepted. Both are nil if all went well, or if the process breaks down too at a third file
// after the second: then it is due to none of them. Without a third file nobody can know.
func (t *jsonlTier) replayPair(ctx context.Context, first, second, third request) (late, own *Answer, err error) {
	if third.Path == "" || third.Path == second.Path {
		return nil, nil, nil
	}
	a, err := t.atSecond(ctx, first, second)
	if err != nil || a == nil {
		return nil, nil, err
	}
	if control, err := t.atSecond(ctx, second, third); err != nil || control != nil {
		return nil, nil, err
	}
	if sound := t.sound; sound.Path != "" && sound.Path != first.Path && sound.Path != second.Path {
		if own, err = t.atSecond(ctx, sound, second); own != nil {
			own.Message = text.CleanMessage(fmt.Sprintf("after %s, but not alone: %s", cmp.Or(sound.name, "another file"), own.Message), second.Path, 0)
		}
		if err != nil || own != nil {
			return nil, own, err
		}
	}
	a.AtNext = true
	if first.name != "" {
		a.Message = fmt.Sprintf("at %s, after %s: %s", second.name, first.name, a.Message)
	}
	a.Message = text.CleanMessage(a.Message, first.Path, 0)
	return a, nil, nil
}

// atSecond asks a fresh process for two files, and returns what became of it if it broke down at the second.
func (t *jsonlTier) atSecond(ctx context.Context, first, second request) (*Answer, error) {
	s, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.end()
	if _, keep, err := s.ask(ctx, first); err != nil || !keep {
		return nil, err
	}
	a, _, err := s.ask(ctx, second)
	if err != nil || !a.brokeDown() {
		return nil, err
	}
	return &a, nil
}

// startTries is how often starting is tried for a process that has said hello before.
const startTries = 3

// open returns a fresh process, a spare one or one that it starts. If an adapter is asked a million times, one start
// may fail.
func (t *jsonlTier) open(ctx context.Context) (s *talk, hello greeting, err error) {
	if s := t.spares.take(); s != nil {
		return s, greeting{}, nil
	}
	for range startTries {
		if s, hello, err = t.l.open(ctx); err == nil || ctx.Err() != nil {
			break
		}
	}
	return s, hello, err
}

func (t *jsonlTier) another() tier { return &jsonlTier{l: t.l, spares: t.spares} }

func (t *jsonlTier) finish(ctx context.Context) (*Answer, error) {
	s := t.s
	if t.s = nil; s == nil {
		return nil, nil
	}
	asked := s.asked > 0
	if s.bye() == nil || !asked {
		return nil, nil
	}
	return t.replay(ctx, t.last)
}

func (t *jsonlTier) close() {
	if t.s != nil {
		t.s.bye()
	}
}
