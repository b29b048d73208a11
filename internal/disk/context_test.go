package disk

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestContextReader(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := NewContextReader(ctx, strings.NewReader("abcd"))
	p := make([]byte, 2)
	if n, err := io.ReadFull(r, p); n != 2 || err != nil || string(p) != "ab" {
		t.Errorf("got %d bytes, %q, %v; want ab", n, p, err)
	}
	cancel()
	if n, err := r.Read(p); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %d bytes and the error %v of a context that is done", n, err)
	}
}
