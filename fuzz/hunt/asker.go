package hunt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// asker asks its own readers about files, and judges the answers.
type asker struct {
	profile *corpus.Profile // that of the options
	reader  *measured
	writer  Writer        // instead of a reader
	others  []*measured   // Options.Against
	place   *place        // of the worker; nil if there are no others
	pace    *pace         // of the writer
	asking  time.Duration // that the writer took since the last count

	suspect bool // in the file that was tried last, the reader and npycheck read different arrays
}

func (q *asker) close() {
	if q.writer != nil {
		q.writer.Close()
	}
	for _, m := range q.readers() {
		m.Close()
	}
}

// readers returns all readers.
func (q *asker) readers() []*measured {
	if q.reader == nil {
		return q.others
	}
	return append([]*measured{q.reader}, q.others...)
}

// hurry gives the reader little time for the next answers, as measured.hurry does; not a writer.
func (q *asker) hurry() (limit time.Duration, done func()) {
	if q.reader == nil {
		return 0, func() {}
	}
	return q.reader.hurry()
}

// spent returns how long readers and writer took since its last call, while the worker had a place.
func (q *asker) spent() (asking time.Duration) {
	asking, q.asking = q.asking, 0
	for _, m := range q.readers() {
		asking += m.asking
		m.asking = 0
	}
	return asking
}

func (q *asker) implementation() conformance.Implementation {
	if q.writer != nil {
		return q.writer.Implementation()
	}
	return q.reader.Implementation()
}

// expect returns what is expected of a reader for a file, with Either turned into a verdict where a profile decides.
// It is nil if that is unknown, or if the readers of the profile don't support the file.
func (q *asker) expect(ctx context.Context, content []byte, format validator.Format) (*conformance.Expectation, error) {
	e, err := conformance.Expect(ctx, content, fileName(format))
	if err != nil {
		return nil, ctx.Err()
	}
	if p := q.profile; p != nil {
		e.Duty = judge.Verdict(p, e.Report, e.Duty, e.Flags, e.Features)
	}
	if e.Duty == corpus.Unsupported {
		return nil, nil
	}
	return e, nil
}

// try asks the reader about a file. The failure is nil if the answer is acceptable.
func (q *asker) try(ctx context.Context, e *conformance.Expectation, format validator.Format) (*failure, conformance.Answer, error) {
	q.suspect = false
	if q.writer != nil {
		return q.write(ctx, e, format)
	}
	a, err := q.reader.ask(ctx, pooled{e.File, format})
	if err != nil {
		return nil, a, err
	}
	cell, account := conformance.Judge(e, a)
	if cell == conformance.CellWrongData && doubtful(e.Report) {
		// The expected content is only npycheck's reading of the file.
		sure, err := q.seconded(ctx, e, format)
		if err != nil {
			return nil, a, err
		}
		if !sure {
			q.suspect = true
			cell = conformance.CellEither
		}
	}
	if cell.Failed() {
		return newFailure(cell, e, format, a, account), a, nil
	}
	if a.Outcome != conformance.OutcomeAccept || e.Duty != corpus.Either {
		return nil, a, nil
	}
	f, err := q.compare(ctx, e, format, a)
	return f, a, err
}

// seconded reports whether another reader agrees with npycheck on the content of the file.
func (q *asker) seconded(ctx context.Context, e *conformance.Expectation, format validator.Format) (bool, error) {
	for _, r := range q.others {
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

// compare asks other readers about a file that the reader accepted. If npycheck agrees with the reader, the other one
// is wrong.
func (q *asker) compare(ctx context.Context, e *conformance.Expectation, format validator.Format, a conformance.Answer) (*failure, error) {
	for _, r := range q.others {
		b, err := r.askBriefly(ctx, pooled{e.File, format})
		if err != nil {
			return nil, err
		}
		if b.Outcome != conformance.OutcomeAccept {
			continue
		}
		d := a.Difference(&b, e)
		if d == "" {
			continue
		}
		if cell, _ := conformance.Judge(e, b); cell == conformance.CellWrongData && !q.suspect {
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
func (q *asker) again(ctx context.Context, e *conformance.Expectation, format validator.Format, first *conformance.Answer) (*failure, error) {
	if q.writer != nil {
		return nil, nil // writers put the time and random numbers into what they write
	}
	a, err := q.reader.ask(ctx, pooled{e.File, format})
	if err != nil {
		return nil, err
	}
	if account := unstable(first, &a); account != "" {
		return newFailure(CellUnstable, e, format, a, account), nil
	}
	return nil, nil
}

// unstable says how two answers about one file differ. It is "" if they don't differ for users of the reader.
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

// asStream in Finding.Other means the same reader, given a stream.
const asStream = "the same reader, from a stream"

// streamed asks the reader about the file as a stream, if it reads streams, which must end in the same way.
func (q *asker) streamed(ctx context.Context, e *conformance.Expectation, format validator.Format, first *conformance.Answer) (*failure, error) {
	if q.reader == nil {
		return nil, nil
	}
	if r, ok := q.reader.Reader.(streamer); !ok || !r.Streams() {
		return nil, nil
	}
	a, err := q.reader.stream(ctx, pooled{e.File, format})
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
	f.other = asStream
	return f, nil
}

// write asks the writer for a file with the content of a file.
func (q *asker) write(ctx context.Context, e *conformance.Expectation, format validator.Format) (*failure, conformance.Answer, error) {
	var result conformance.Result
	var written []byte
	var err error
	a := conformance.Answer{}
	q.asking += q.place.during(ctx, q.pace.late(), func() {
		begin := time.Now()
		result, written, err = q.writer.Write(ctx, e)
		a = conformance.Answer{Outcome: result.Outcome, Message: result.Message, Took: time.Since(begin)}
		if a.Outcome == conformance.OutcomeAccept {
			q.pace.took(a.Took)
		}
	})
	switch {
	case err != nil:
		return nil, a, err
	case !result.Cell.Failed():
		return nil, a, nil
	}
	f := newFailure(result.Cell, e, format, a, results.Account(&result))
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

// repeat asks about a file in the way in which a failure was found.
func (q *asker) repeat(ctx context.Context, f *failure, e *conformance.Expectation) (*failure, conformance.Answer, error) {
	g, a, err := q.try(ctx, e, f.format)
	switch {
	case err != nil || g != nil:
	case f.signature.Cell == CellUnstable:
		g, err = q.again(ctx, e, f.format, &a)
	case f.other == asStream:
		g, err = q.streamed(ctx, e, f.format, &a)
	}
	return g, a, err
}
