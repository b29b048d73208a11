package hunt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// A failure is an answer that no reader should give.
type failure struct {
	signature Signature
	file      []byte
	format    validator.Format
	expected  *conformance.Expectation
	answer    conformance.Answer
	account   string
	written   []byte
	other     string   // of CellDiffers: the reader that returned something else
	opponent  []string // its command
}

// expect returns what a reader owes a file, with what may go either way turned into a verdict where a profile
// says so. It is nil if nobody knows, or if the readers of the profile don't support the file.
func (w *worker) expect(ctx context.Context, content []byte, format validator.Format) (*conformance.Expectation, error) {
	e, err := conformance.Expect(ctx, content, fileName(format))
	if err != nil {
		return nil, ctx.Err()
	}
	if p := w.h.o.Profile; p != nil && !e.Apply(p) {
		return nil, nil
	}
	return e, nil
}

// try asks the reader about a file. The failure is nil if the answer is one that a reader may give.
func (w *worker) try(ctx context.Context, e *conformance.Expectation, format validator.Format) (*failure, conformance.Answer, error) {
	w.suspect = false
	if w.writer != nil {
		return w.write(ctx, e, format)
	}
	a, err := w.reader.ask(ctx, pooled{e.File, format})
	if err != nil {
		return nil, a, err
	}
	cell, account := conformance.Judge(e, a)
	if cell == conformance.CellWrongData && faulty(e.Report) {
		// What the file holds is only npycheck's reading of it.
		sure, err := w.seconded(ctx, e, format)
		if err != nil {
			return nil, a, err
		}
		if !sure {
			w.suspect = true
			cell = conformance.CellEither
		}
	}
	if cell.Failed() {
		return newFailure(cell, e, format, a, account), a, nil
	}
	if a.Outcome != conformance.OutcomeAccept || e.Duty != corpus.Either {
		return nil, a, nil
	}
	f, err := w.compare(ctx, e, format, a)
	return f, a, err
}

func newFailure(cell Cell, e *conformance.Expectation, format validator.Format, a conformance.Answer, account string) *failure {
	return &failure{signature: NewSignature(cell, e, a.Outcome, account), file: e.File, format: format, expected: e, answer: a, account: account}
}

// faulty reports whether a file has anything that a writer shouldn't have written.
func faulty(r *validator.Report) bool {
	for _, f := range r.Findings {
		if f.Severity() > spec.Note {
			return true
		}
	}
	return false
}

// seconded reports whether another reader gets from the file what npycheck gets.
func (w *worker) seconded(ctx context.Context, e *conformance.Expectation, format validator.Format) (bool, error) {
	for _, r := range w.others {
		a, err := r.askBriefly(ctx, pooled{e.File, format})
		if err != nil {
			return false, err
		}
		cell, _ := conformance.Judge(e, a)
		if a.Outcome == conformance.OutcomeAccept && cell == conformance.CellEither || cell == conformance.CellPass {
			return true, nil
		}
	}
	return false, nil
}

// compare asks other readers about a file that the reader accepted. Where npycheck gets from it what the reader gets,
// it is the other who is wrong.
func (w *worker) compare(ctx context.Context, e *conformance.Expectation, format validator.Format, a conformance.Answer) (*failure, error) {
	for _, r := range w.others {
		b, err := r.askBriefly(ctx, pooled{e.File, format})
		if err != nil {
			return nil, err
		}
		if b.Outcome != conformance.OutcomeAccept {
			continue
		}
		d := a.Array.Difference(b.Array)
		if d == "" {
			continue
		}
		if cell, _ := conformance.Judge(e, b); cell == conformance.CellWrongData && !w.suspect {
			continue
		}
		other := r.Implementation()
		name := strings.TrimSpace(other.Name + " " + other.Version)
		f := newFailure(CellDiffers, e, format, a, d+"; the second is from "+name)
		f.other, f.opponent = name, r.command
		return f, nil
	}
	return nil, nil
}

// again asks about a file once more: the same bytes must get the same answer.
func (w *worker) again(ctx context.Context, e *conformance.Expectation, format validator.Format, first *conformance.Answer) (*failure, error) {
	if w.writer != nil {
		return nil, nil // writers put the time and random numbers into what they write
	}
	a, err := w.reader.ask(ctx, pooled{e.File, format})
	if err != nil {
		return nil, err
	}
	if account := unstable(first, &a); account != "" {
		return newFailure(CellUnstable, e, format, a, account), nil
	}
	return nil, nil
}

// unstable tells how two answers about one file differ. It is "" if they don't, to those who use the reader.
func unstable(first, second *conformance.Answer) string {
	refused := func(a *conformance.Answer) bool {
		return a.Outcome == conformance.OutcomeReject || a.Outcome == conformance.OutcomeUnsupported
	}
	if first.Outcome != second.Outcome && !(refused(first) && refused(second)) {
		return fmt.Sprintf("%s at first, then %s", first.Outcome, second.Outcome)
	}
	if first.Array == nil || second.Array == nil {
		return ""
	}
	if d := first.Array.Difference(second.Array); d != "" {
		return "read twice: " + d
	}
	return ""
}

// streamed asks the reader about the file as a stream, if it reads streams, which must end in the same way.
func (w *worker) streamed(ctx context.Context, e *conformance.Expectation, format validator.Format, first *conformance.Answer) (*failure, error) {
	if w.reader == nil {
		return nil, nil
	}
	if r, ok := w.reader.Reader.(Streamer); !ok || !r.Streams() {
		return nil, nil
	}
	a, err := w.reader.stream(ctx, pooled{e.File, format})
	if err != nil {
		return nil, err
	}
	account := ""
	switch {
	case a.Outcome == conformance.OutcomeUnsupported:
	case a.Outcome == conformance.OutcomeHang: // the message has the time
		account = fmt.Sprintf("%s of a file, %s of a stream", first.Outcome, a.Outcome)
	case first.Outcome != a.Outcome:
		account = fmt.Sprintf("%s of a file, %s of a stream: %s", first.Outcome, a.Outcome, a.Message)
	case first.Array != nil && a.Array != nil:
		account = first.Array.Difference(a.Array)
	}
	if account == "" {
		return nil, nil
	}
	f := newFailure(CellDiffers, e, format, a, account)
	f.other = AsStream
	return f, nil
}

// write asks the writer for a file with what a file holds.
func (w *worker) write(ctx context.Context, e *conformance.Expectation, format validator.Format) (*failure, conformance.Answer, error) {
	begin := time.Now()
	result, written, err := w.writer.Write(ctx, e)
	w.asking += time.Since(begin)
	a := conformance.Answer{Outcome: result.Outcome, Message: result.Message, Took: time.Since(begin)}
	switch {
	case errors.Is(err, conformance.ErrNotWritable):
		return nil, a, nil
	case err != nil:
		return nil, a, err
	case !result.Cell.Failed():
		return nil, a, nil
	}
	f := newFailure(result.Cell, e, format, a, result.Account())
	f.written = written
	for _, name := range result.Rules {
		if rule, ok := spec.Lookup(name); ok {
			f.signature.Rules = append(f.signature.Rules, rule.ID)
		}
	}
	slices.Sort(f.signature.Rules)
	f.signature.Rules = slices.Compact(f.signature.Rules)
	if len(f.signature.Rules) > 0 {
		f.signature.Message = ""
	}
	return f, a, nil
}
