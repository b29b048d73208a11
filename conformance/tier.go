package conformance

import (
	"context"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
)

// maxAnswer is how many bytes an answer may have in addition to what the size of the file allows.
// Longer arrays can be sent as a hash.
const maxAnswer = 32 << 20

// request is a request with what the harness expects of the answer.
type request struct {
	protocol.Request
	name      string        // of the path's contents, for messages; "" if it has no meaningful name
	maxAnswer int64         // bytes that an honest Answer may have
	timeout   time.Duration // for the answer; that of the adapter if 0
}

// tier asks an adapter by one of the protocols.
type tier interface {
	ask(context.Context, request) (Answer, error)
	another() tier // to be used at the same time

	// finish lets the adapter end. It returns what became of the last file, if that is known
	// only now; nil otherwise.
	finish(context.Context) (*Answer, error)
	close() // lets the adapter end, if it hasn't
}
