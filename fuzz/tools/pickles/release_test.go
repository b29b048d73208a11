package main

import (
	"context"
	"errors"
	"testing"
)

// TestSendEnds sends a file to a release that has its full number of files and whose loader has ended.
func TestSendEnds(t *testing.T) {
	ended := errors.New("exit status 3")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(ended)
	r := &release{sent: make(chan struct{}, 1)}
	r.sent <- struct{}{}
	if err := r.send(ctx, &file{}); err != ended {
		t.Errorf("got %v, want %v", err, ended)
	}
}
