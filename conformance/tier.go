package conformance

import (
	"context"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
)

// maxAnswer is what an answer may have in bytes, besides what the size of the file allows for.
// Longer arrays can be sent as a hash.
const maxAnswer = 32 << 20

// request is a request with what the harness expects of the answer.
type request struct {
	protocol.Request
	name      string        // of what the path has, in messages; "" if it has none that says anything
	maxAnswer int64         // bytes that an honest Answer may have
	timeout   time.Duration // for the answer; that of the adapter if 0
}

// tier asks an adapter in the way of one protocol.
type tier interface {
	ask(context.Context, request) (Answer, error)
	another() tier // to be used at the same time

	// finish lets the adapter end. What it returns is what became of the last file, if that is known
	// only now; nil otherwise.
	finish(context.Context) (*Answer, error)
	close() // lets the adapter end, if it hasn't
}
