package remote

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"
)

// Client is shared by the files of a run. It may be used by several goroutines.
type Client struct {
	http    *http.Client
	limits  limits
	failing atomic.Int32 // requests in a row that failed for good
}

// limits bound how long a client waits.
type limits struct {
	connect  time.Duration // for a connection
	answer   time.Duration // for the header of an answer, from the request on
	stall    time.Duration // for the next minProgress bytes of a body
	attempts int           // at a request
	delay    time.Duration // before the second attempt; it doubles from one to the next
	maxDelay time.Duration
}

var usualLimits = limits{
	connect:  10 * time.Second,
	answer:   30 * time.Second,
	stall:    30 * time.Second,
	attempts: 6,
	delay:    250 * time.Millisecond,
	maxDelay: 10 * time.Second,
}

// NewClient returns a client that identifies itself to servers by a name.
func NewClient(userAgent string) *Client { return newClient(userAgent, usualLimits) }

func newClient(userAgent string, l limits) *Client {
	return &Client{
		limits: l,
		http:   &http.Client{Transport: newTransport(userAgent, l), CheckRedirect: checkRedirect},
	}
}

// Transport returns the client's transport, for other protocols based on HTTP. The errors of its requests are fit to
// be returned by a [Getter].
func (c *Client) Transport() http.RoundTripper { return c.http.Transport }

// maxFailing is the number of consecutive requests that fail for good after which each gets only one attempt: if a
// server is gone, a million files shouldn't wait for it one by one.
const maxFailing = 100

// Retry retries a function that fails with an error for which [IsTransient] returns true.
func (c *Client) Retry(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil {
			c.failing.Store(0)
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !IsTransient(err) {
			return err
		}
		if !c.wait(ctx, try, err) {
			c.failing.Add(1)
			return err
		}
	}
}

// wait waits before the next attempt, and reports whether there is one.
func (c *Client) wait(ctx context.Context, try int, err error) bool {
	if try >= c.limits.attempts || c.failing.Load() >= maxFailing {
		return false
	}
	d := min(c.limits.delay<<(try-1), c.limits.maxDelay)
	d = d/2 + rand.N(d/2+1) // so that not all retry at once
	d = max(d, min(retryAfter(err), c.limits.maxDelay))
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
