package remote

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/npycheck/npycheck/validator"
)

// fakeServer is a web server with one file, which keeps the ranges that it was asked for.
type fakeServer struct {
	*httptest.Server
	data []byte
	etag string

	mu     sync.Mutex
	ranges []string
}

// serve starts a server. Answer may be nil, for one that does as it should; nth is the number of the request,
// counted from 1.
func serve(t *testing.T, data []byte, answer func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request)) *fakeServer {
	t.Helper()
	s := &fakeServer{data: data, etag: `"one"`}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.ranges = append(s.ranges, strings.TrimPrefix(r.Header.Get("Range"), "bytes="))
		nth := len(s.ranges)
		s.mu.Unlock()
		if encoding := r.Header.Get("Accept-Encoding"); encoding != "identity" {
			t.Errorf("Accept-Encoding is %q, want identity", encoding)
		}
		if answer == nil {
			s.answer(w, r)
			return
		}
		answer(s, nth, w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// answer answers as a server should.
func (s *fakeServer) answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", s.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.data))
}

// asked returns the ranges of the requests up to now.
func (s *fakeServer) asked() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.ranges, " ")
}

// quick are limits for servers that are never slow: there is no wait but before another attempt.
var quick = limits{
	connect:  time.Minute,
	answer:   time.Minute,
	stall:    time.Minute,
	attempts: 3,
	delay:    time.Millisecond,
	maxDelay: 10 * time.Millisecond,
}

// impatient are limits for servers that are slow on purpose.
func impatient() limits {
	l := quick
	l.answer, l.stall = 500*time.Millisecond, 500*time.Millisecond
	return l
}

// check checks the file of a server, and returns what comes of it: the rules that it breaks, or the error.
func check(t *testing.T, s *fakeServer, name string, depth validator.Depth) string {
	t.Helper()
	return checkAt(t, s.URL+"/"+name, depth, quick)
}

func checkAt(t *testing.T, address string, depth validator.Depth, l limits) string {
	t.Helper()
	f, err := newClient("test", l).Open(address)
	if err != nil {
		return "error: " + err.Error()
	}
	defer f.Close()
	report, err := f.Check(context.Background(), &validator.Options{Depth: depth})
	if err != nil {
		return "error: " + err.Error()
	}
	out := string(report.Format)
	for _, finding := range report.Findings {
		out += fmt.Sprintf(" %s@%d", finding.Rule, finding.Offset)
	}
	return out
}

// npy returns a file with an array of n bytes that are 0.
func npy(n int) []byte {
	header := fmt.Sprintf("{'descr': '|b1', 'fortran_order': False, 'shape': (%d,), }", n)
	header += strings.Repeat(" ", 118-1-len(header)) + "\n"
	return append([]byte("\x93NUMPY\x01\x00\x76\x00"+header), make([]byte, n)...)
}

// npz returns an archive with that many members of n bytes of data, stored, called a0.npy and so on.
func npz(t *testing.T, members, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range members {
		content := npy(n)
		name := fmt.Sprintf("a%d.npy", i)
		h := &zip.FileHeader{Name: name, Method: zip.Store}
		h.UncompressedSize64, h.CompressedSize64 = uint64(len(content)), uint64(len(content))
		h.CRC32 = crc(content)
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
