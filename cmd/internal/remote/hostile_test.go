package remote

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/npycheck/npycheck/validator"
)

const changed = "error: file changed while it was read"

// TestMisbehaviour covers servers that break HTTP, or mean no good.
func TestMisbehaviour(t *testing.T) {
	small, large := npy(24), npy(10<<20)
	archive := npz(t, 3, 1<<20)
	for _, tt := range []struct {
		name   string
		data   []byte
		file   string
		depth  validator.Depth
		answer func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request)
		want   string
		asked  int  // requests
		slow   bool // the server waits
	}{
		{
			"ignores Range, small archive", npz(t, 2, 1000), "a.npz", validator.Full, ignoreRange, "npz", 1, false,
		}, {
			"ignores Range, array", large, "a.npy", validator.Structure, ignoreRange, "npy", 1, false,
		}, {
			"ignores Range, all of an array", large, "a.npy", validator.Full, ignoreRange, "npy", 1, false,
		}, {
			"ignores Range, large archive", archive, "a.npz", validator.Structure, ignoreRange,
			"error: the server doesn't send ranges of the file, which has 3146398 bytes: download it, and check the copy", 1, false,
		}, {
			"ignores Range and says no length, small", small, "a.npy", validator.Structure, chunked, "npy", 1, false,
		}, {
			"ignores Range and says no length, large", large, "a.npy", validator.Structure, chunked,
			"error: the server neither sends ranges of the file nor reports its size: download it, and check the copy", 1, false,
		}, {
			"ignores Range and never ends", nil, "a.npy", validator.Structure,
			func(_ *fakeServer, _ int, w http.ResponseWriter, r *http.Request) { endless(w, r) },
			"error: the server neither sends ranges of the file nor reports its size: download it, and check the copy", 1, false,
		}, {
			"sends more than the range", large, "a.npy", validator.Structure,
			func(_ *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Range", "bytes 0-9999999/10485888")
				w.WriteHeader(http.StatusPartialContent)
				endless(w, r)
			},
			"error: the server sent a different range than it was asked for", 1, false,
		}, {
			"sends a body without an end for a range", large, "a.npy", validator.Structure,
			func(s *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Range", "bytes 0-4095/10485888")
				w.WriteHeader(http.StatusPartialContent)
				w.Write(s.data[:4096])
				endless(w, r)
			},
			"npy", 1, false,
		}, {
			"sends another range", large, "a.npy", validator.Structure,
			func(s *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
				r.Header.Set("Range", "bytes=1-4095")
				s.answer(w, r)
			},
			"error: the server sent a different range than it was asked for", 1, false,
		}, {
			"sends a byte at a time", large, "a.npy", validator.Structure,
			func(s *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
				r.Header.Set("Range", "bytes=0-0")
				s.answer(w, r)
			},
			"error: the server sent a different range than it was asked for", 1, false,
		}, {
			"lies in Content-Length", large, "a.npy", validator.Structure,
			func(_ *fakeServer, _ int, w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Range", "bytes 0-4095/10485888")
				w.Header().Set("Content-Length", "9223372036854775807")
				w.WriteHeader(http.StatusPartialContent)
			},
			"error: the server announces 9223372036854775807 bytes for a range of 4096", 1, false,
		}, {
			"says no range", large, "a.npy", validator.Structure,
			func(s *fakeServer, _ int, w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusPartialContent)
				w.Write(s.data[:4096])
			},
			"error: the server doesn't say which range it sent", 1, false,
		}, {
			"says a size that overflows", large, "a.npy", validator.Structure, contentRangeOf("bytes 0-4095/99999999999999999999"),
			"error: the server doesn't say which range it sent", 1, false,
		}, {
			"says a range beyond the size", large, "a.npy", validator.Structure, contentRangeOf("bytes 0-4095/100"),
			"error: the server doesn't say which range it sent", 1, false,
		}, {
			"says no size", large, "a.npy", validator.Structure, contentRangeOf("bytes 0-4095/*"),
			"error: the server doesn't report the size of the file", 1, false,
		}, {
			"promises more than there is", npz(t, 2, 40_000), "a.npz", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				if nth == 1 {
					w.Header().Set("ETag", s.etag)
					w.Header().Set("Content-Range", "bytes 0-65535/5000000")
					w.WriteHeader(http.StatusPartialContent)
					w.Write(s.data[:65536])
					return
				}
				s.answer(w, r) // 416
			},
			changed, 2, false,
		}, {
			"has another file, by the ETag", archive, "a.npz", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				if nth == 3 {
					if got := r.Header.Get("If-Match"); got != `"one"` {
						t.Errorf("If-Match is %s, want \"one\"", got)
					}
					s.etag = `"two"`
				}
				s.answer(w, r)
			},
			changed, 3, false,
		}, {
			"has another file, and ignores If-Match", archive, "a.npz", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				if nth == 2 {
					s.etag = `"two"`
				}
				r.Header.Del("If-Match")
				s.answer(w, r)
			},
			changed, 2, false,
		}, {
			"has another file, by the time", archive, "a.npz", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
				if nth == 2 {
					if got := r.Header.Get("If-Unmodified-Since"); got != "Mon, 01 Jan 2024 00:00:00 GMT" {
						t.Errorf("If-Unmodified-Since is %s", got)
					}
					at = at.Add(time.Second)
				}
				w.Header().Set("ETag", `W/"one"`) // says nothing about bytes
				http.ServeContent(w, r, "", at, strings.NewReader(string(s.data)))
			},
			changed, 2, false,
		}, {
			"has another file, by the size", archive, "a.npz", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				data := s.data
				if nth == 2 {
					data = append(data[:len(data):len(data)], 0)
				}
				http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(data)))
			},
			changed, 2, false,
		}, {
			"stalls before the header", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			"error: the server didn't answer in time", 3, true,
		}, {
			"stalls once", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				if nth == 1 {
					<-r.Context().Done()
					return
				}
				s.answer(w, r)
			},
			"npy", 2, true,
		}, {
			"stalls in the body", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				s.answer(&slow{w, r, 10, time.Hour}, r)
			},
			"error: the server stopped sending", 3, true,
		}, {
			"sends a byte now and then", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				s.answer(&slow{w, r, 1, 20 * time.Millisecond}, r)
			},
			"error: the server stopped sending", 3, true,
		}, {
			"cuts off each answer after 1 MiB", large, "a.npy", validator.Full,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				s.answer(&cutting{w, 1 << 20}, r)
			},
			"npy", 11, false, // the file has 10 MiB and 128 bytes
		}, {
			"cuts off each answer after a few bytes", large, "a.npy", validator.Full,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				s.answer(&cutting{w, 1000}, r)
			},
			"error: the server closed the connection", 3, false,
		}, {
			"is overloaded twice", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				switch nth {
				case 1:
					w.Header().Set("Retry-After", "1") // no longer than maxDelay
					w.WriteHeader(http.StatusServiceUnavailable)
				case 2:
					w.WriteHeader(http.StatusTooManyRequests)
				default:
					s.answer(w, r)
				}
			},
			"npy", 3, false,
		}, {
			"is overloaded", small, "a.npy", validator.Structure, status(http.StatusServiceUnavailable), "error: the server answered 503 Service Unavailable", 3, false,
		}, {
			"has no such file", small, "a.npy", validator.Structure, status(http.StatusNotFound), "error: the server answered 404 Not Found", 1, false,
		}, {
			"wants credentials", small, "a.npy", validator.Structure, status(http.StatusUnauthorized), "error: the server answered 401 Unauthorized", 1, false,
		}, {
			"has a status of its own", small, "a.npy", validator.Structure, status(799), "error: the server answered 799", 1, false,
		}, {
			"compresses", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				z := gzip.NewWriter(w)
				z.Write(s.data)
				z.Close()
			},
			"error: the server sends the file encoded (gzip), so its bytes can't be judged", 1, false,
		}, {
			"redirects for ever", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, fmt.Sprintf("/%d/a.npy", nth), http.StatusFound)
			},
			"error: the server redirects more than 5 times", 6, false,
		}, {
			"redirects to another scheme", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://"+r.Host+"/a.npy?token=hush", http.StatusFound)
			},
			"error: the server redirects from http to another scheme, which is not followed", 1, false,
		}, {
			"redirects to a file", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
			},
			"error: the server redirects from http to another scheme, which is not followed", 1, false,
		}, {
			"has a header without an end", small, "a.npy", validator.Structure,
			func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
				s.answer(w, r)
			},
			"error: net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 65536 bytes; aborted", 3, false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tt.data, tt.answer)
			l := quick
			if tt.slow {
				l = impatient()
			}
			if got := checkAt(t, s.URL+"/"+tt.file, tt.depth, l); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if got := len(strings.Fields(s.asked())); got != tt.asked {
				t.Errorf("%d requests, want %d: %s", got, tt.asked, s.asked())
			}
		})
	}
}

func ignoreRange(s *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Range")
	s.answer(w, r)
}

func chunked(s *fakeServer, _ int, w http.ResponseWriter, _ *http.Request) {
	w.(http.Flusher).Flush()
	w.Write(s.data)
}

// endless writes until nobody reads any more, or until the test ends in despair.
func endless(w http.ResponseWriter, r *http.Request) {
	piece := make([]byte, 64<<10)
	for r.Context().Err() == nil {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}

func contentRangeOf(text string) func(*fakeServer, int, http.ResponseWriter, *http.Request) {
	return func(s *fakeServer, _ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Range", text)
		w.WriteHeader(http.StatusPartialContent)
		w.Write(s.data[:4096])
	}
}

func status(code int) func(*fakeServer, int, http.ResponseWriter, *http.Request) {
	return func(_ *fakeServer, _ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// cutting ends the connection after that many bytes of a body.
type cutting struct {
	http.ResponseWriter
	left int
}

func (c *cutting) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p[:min(len(p), c.left)])
	if c.left -= n; c.left == 0 {
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// slow waits after each piece of a body.
type slow struct {
	http.ResponseWriter
	r     *http.Request
	piece int
	pause time.Duration
}

func (s *slow) Write(p []byte) (n int, err error) {
	for n < len(p) {
		s.ResponseWriter.Write(p[n:min(n+s.piece, len(p))])
		s.ResponseWriter.(http.Flusher).Flush()
		n = min(n+s.piece, len(p))
		select {
		case <-s.r.Context().Done():
			return n, s.r.Context().Err()
		case <-time.After(s.pause):
		}
	}
	return n, nil
}

// TestRedirect follows a redirect to another server once for a file, until that server refuses, and gives
// the other one neither an origin nor credentials.
func TestRedirect(t *testing.T) {
	data := npz(t, 3, 1<<20)
	other := serve(t, data, func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Referer", "Authorization"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s is %q", name, got)
			}
		}
		if nth == 3 { // what the redirect led to has expired
			w.WriteHeader(http.StatusForbidden)
			return
		}
		s.answer(w, r)
	})
	s := serve(t, nil, func(_ *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "hush" {
			t.Errorf("user %q, password %q", user, password)
		}
		http.Redirect(w, r, other.URL+"/b.npz?signature=1", http.StatusFound)
	})
	// Another name for the same machine, so that it is another host.
	address := strings.Replace(s.URL, "http://127.0.0.1", "http://me:hush@localhost", 1) + "/a.npz?token=hush"
	if got := checkAt(t, address, validator.Structure, quick); got != "npz" {
		t.Errorf("got %s, want npz", got)
	}
	if got, want := len(strings.Fields(s.asked())), 2; got != want {
		t.Errorf("%d requests to the server, want %d", got, want)
	}
	if got, want := len(strings.Fields(other.asked())), 5; got != want {
		t.Errorf("%d requests to the server that it redirects to, want %d", got, want)
	}
}

// TestRefusedOnce asks once for what isn't there, also if somebody asks by name.
func TestRefusedOnce(t *testing.T) {
	s := serve(t, nil, status(http.StatusNotFound))
	address := strings.Replace(s.URL, "http://", "http://me:hush@", 1) + "/a.npy"
	if got, want := checkAt(t, address, validator.Structure, quick), "error: the server answered 404 Not Found"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := len(strings.Fields(s.asked())); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

// TestDowngrade doesn't follow a redirect from https to http.
func TestDowngrade(t *testing.T) {
	plain := serve(t, npy(24), nil)
	s := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/a.npy", http.StatusFound))
	defer s.Close()
	c := newClient("test", quick)
	c.http.Transport.(*transport).base.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
	f, err := c.Open(s.URL + "/a.npy")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Check(context.Background(), nil)
	if want := "the server redirects from https to another scheme, which is not followed"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if plain.asked() != "" {
		t.Error("the redirect was followed")
	}
}

// TestCertificate names the fault of a certificate that nobody vouches for, and doesn't try again.
func TestCertificate(t *testing.T) {
	var connections atomic.Int32
	s := httptest.NewUnstartedServer(nil)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.StartTLS()
	defer s.Close()
	want := "error: the server's certificate is not valid: x509: certificate signed by unknown authority"
	if got := checkAt(t, s.URL+"/a.npy", validator.Structure, quick); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}

// TestInterrupt ends a check that waits for a server.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := serve(t, nil, func(_ *fakeServer, _ int, _ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	f, err := NewClient("test").Open(s.URL + "/a.npy")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Check(ctx, nil); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestGone gives up on a server after the hundredth request that failed for good: from then on each has one attempt.
func TestGone(t *testing.T) {
	s := serve(t, nil, status(http.StatusBadGateway))
	c := newClient("test", quick)
	f, err := c.Open(s.URL + "/a.npy")
	if err != nil {
		t.Fatal(err)
	}
	for range maxFailing + 10 {
		f.Check(context.Background(), nil)
	}
	if got, want := len(strings.Fields(s.asked())), 3*maxFailing+10; got != want {
		t.Errorf("%d requests, want %d", got, want)
	}
}

// TestHTTP2 reads through one connection for all requests, whose streams break off.
func TestHTTP2(t *testing.T) {
	var requests atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 {
			t.Errorf("the request is one of %s", r.Proto)
		}
		requests.Add(1)
		(&fakeServer{data: npy(10 << 20), etag: `"one"`}).answer(&cutting{w, 1 << 20}, r)
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	c := newClient("test", quick)
	c.http.Transport.(*transport).base.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
	f, err := c.Open(s.URL + "/a.npy")
	if err != nil {
		t.Fatal(err)
	}
	report, err := f.Check(context.Background(), &validator.Options{Depth: validator.Full})
	if err != nil || report.Verdict() != validator.Conforming {
		t.Errorf("got %v, %v", report, err)
	}
	if got := requests.Load(); got != 11 {
		t.Errorf("%d requests, want 11", got)
	}
}
