package conformance

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
)

// introduce exchanges hellos with the implementation, which must have the operation, and returns the way to ask
// it.
func (l *launcher) introduce(ctx context.Context, a *Adapter) (tier, greeting, error) {
	t, hello, err := l.greet(ctx, a)
	if err == nil && !hello.claimsArray() {
		t.close()
		err = &AdapterError{Command: l.name, Message: "claims no file with an array: its features are " + strings.Join(hello.Features, ", ") + "; expected a version, a type and a rank among them"}
	}
	return t, hello, err
}

func (l *launcher) greet(ctx context.Context, a *Adapter) (tier, greeting, error) {
	if a.Protocol != JSONL {
		hello := greeting{Implementation: a.Implementation}
		if len(hello.Features) > 0 {
			if err := protocol.CheckFeatures(hello.Features); err != nil {
				return nil, hello, err
			}
		}
		if err := protocol.CheckTraits(hello.Traits); err != nil {
			return nil, hello, err
		}
		if hello.Name == "" {
			hello.Name = strings.TrimSuffix(filepath.Base(a.Command[0]), ".exe")
		}
		return &execTier{l}, hello, nil
	}
	t, hello, err := l.open(ctx)
	if err != nil {
		return nil, hello, err
	}
	op := protocol.Read
	if a.Writer {
		op = protocol.Write
	}
	if !slices.Contains(hello.ops, op) {
		t.bye()
		ops := "its ops are " + strings.Join(hello.ops, ", ")
		if len(hello.ops) == 1 {
			ops = "its only op is " + hello.ops[0]
		}
		return nil, hello, &AdapterError{Command: l.name, Message: fmt.Sprintf("does not %s: %s", op, ops)}
	}
	return &jsonlTier{l: l, s: t}, hello, nil
}
