package checking

import (
	"bufio"
	"bytes"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/validator"
)

// TestShare hands over inputs of a batch, as long as there is somebody to take them.
func TestShare(t *testing.T) {
	b := newBatch(10, slices.Collect(testInputs(7, good)))
	idle := make(chan *batch, 2)
	b.share(6, idle)
	if len(b.inputs) != 7 || b.rest != nil {
		t.Errorf("after the last input: got %d inputs and the rest %+v, expected all and none", len(b.inputs), b.rest)
	}
	b.share(0, idle)
	b.share(1, idle)
	b.share(0, idle) // nobody is idle
	var got []int64
	for part := b; part != nil; part = part.rest {
		got = append(got, part.first, int64(len(part.inputs)))
	}
	if expected := []int64{10, 3, 13, 1, 14, 3}; !slices.Equal(got, expected) {
		t.Errorf("got the firsts and lengths %v, expected %v", got, expected)
	}
	if first, second := <-idle, <-idle; first.inputs[0].Name() != "000004" || second.inputs[0].Name() != "000003" {
		t.Errorf("got %s and %s, expected 000004 and 000003", first.inputs[0].Name(), second.inputs[0].Name())
	}
}

// TestRunShare has a batch of slow inputs and two workers: the second takes over some, and the report keeps the order.
func TestRunShare(t *testing.T) {
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.ordered = bufio.NewWriterSize(nil, maxPiece)
	both := make(chan struct{})
	end := sync.OnceFunc(func() { close(both) })
	var running atomic.Int32
	check := func(name string) *validator.Report {
		if name == "000000" {
			time.Sleep(2 * patience)
			return good(name)
		}
		defer running.Add(-1)
		if running.Add(1) == 2 {
			end()
		}
		select {
		case <-both:
		case <-time.After(time.Minute):
			t.Error("no second worker took over a part of the batch")
			end()
		}
		return good(name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b, todo, idle := newBatch(0, slices.Collect(testInputs(20, check))), make(chan *batch, 1), make(chan *batch)
	todo <- b
	close(todo)
	for range 2 {
		go r.worker(ctx, todo, idle)
	}
	var total report.Summary
	if err := r.takeAll(ctx, b, &total, nil); err != nil {
		t.Fatal(err)
	}
	if got := paths(out.String()); len(got) != 20 || !slices.IsSorted(got) || total.Files != 20 {
		t.Errorf("got %v and %d files, expected 20 in order", got, total.Files)
	}
}
