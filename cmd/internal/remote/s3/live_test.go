//go:build live

package s3

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7/pkg/signer"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/internal/testing/live"
)

// liveStore is a real server, with a proxy before it that keeps the requests.
type liveStore struct {
	address string // of the proxy

	mu   sync.Mutex
	asks []string
}

// gateway is the server, versitygw, in its release.
const gateway = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

// install installs the server, if it isn't there, and returns its path.
func install(t *testing.T) string {
	t.Helper()
	_, release, _ := strings.Cut(gateway, "@")
	folder := live.Cache(t, filepath.Join("s3", release))
	program := filepath.Join(folder, "versitygw")
	if _, err := os.Stat(program); err != nil {
		t.Setenv("GOBIN", folder)
		live.Run(t, "go", "install", gateway)
	}
	return program
}

// startStore starts the server over an empty folder, on loopback only, and has the environment name the proxy. The
// server ends with the test.
func startStore(t *testing.T) *liveStore {
	t.Helper()
	program := install(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	var out bytes.Buffer
	server := exec.CommandContext(ctx, program, "--quiet", "--keep-alive", "--port", address, "posix", "--sidecar", t.TempDir(), t.TempDir())
	server.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID=me", "ROOT_SECRET_ACCESS_KEY=hush-hush")
	server.Stdout, server.Stderr = &out, &out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		server.Wait()
		if t.Failed() {
			t.Logf("the server says:\n%s", out.String())
		}
	})

	s := &liveStore{}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ask := r.Method + " " + r.URL.Path
		if r.URL.Query().Has("list-type") {
			ask = "LIST"
		} else if r.URL.RawQuery != "" {
			ask += "?" + r.URL.RawQuery
		}
		s.mu.Lock()
		s.asks = append(s.asks, ask)
		s.mu.Unlock()
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.address = front.URL
	setEnvironment(t, map[string]string{"AWS_ENDPOINT_URL": front.URL, "AWS_ACCESS_KEY_ID": "me", "AWS_SECRET_ACCESS_KEY": "hush-hush"})
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			return s
		}
		if ctx.Err() != nil {
			t.Fatal("the server doesn't start")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// taken returns the requests since the last call.
func (s *liveStore) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asks := s.asks
	s.asks = nil
	return asks
}

// put makes a bucket, without a key, or an object of it.
func put(t *testing.T, store *Store, key, content string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPut, store.config.address("", "data", key, nil), strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")
	resp, err := http.DefaultClient.Do(signer.SignV4(*req, "me", "hush-hush", "", "us-east-1"))
	if err != nil {
		t.Fatalf("%q: %v", key, err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%q: %s", key, resp.Status)
	}
}

// TestLive covers a real server.
func TestLive(t *testing.T) {
	live := startStore(t)
	store := open(t)
	put(t, store, "", "")

	t.Run("requests", func(t *testing.T) {
		for i := range 1200 {
			put(t, store, fmt.Sprintf("many/%04d.npy", i), good)
		}
		live.taken()
		if got, want := listAndCheck(t, store, "data", "many/"), 1200; strings.Count(got, ": conforming\n") != want {
			t.Errorf("got\n%.1000s", got)
		}
		asks := live.taken()
		lists := 0
		for _, ask := range asks {
			if ask == "LIST" {
				lists++
			} else if !strings.HasPrefix(ask, "GET /data/many/") || strings.Contains(ask, "?") {
				t.Errorf("unexpected request: %s", ask)
			}
		}
		if lists != 2 || len(asks) != 1202 {
			t.Errorf("%d pages of the listing and %d requests in all, want 2 and 1202", lists, len(asks))
		}
	})

	t.Run("keys", func(t *testing.T) {
		keys := []string{
			"odd/a b.npy", "odd/a%20b.npy", "odd/a+b.npy", "odd/a?b=c&d.npy", "odd/a#b.npy", "odd/a\nb.npy", "odd/\u00e9\u202e\U0001f600.npy",
			`odd/a\b"'<>&.npy`, "odd/~-_.*()!.npy", "odd/" + strings.Repeat("long", 60) + ".npy",
		}
		var want strings.Builder
		slices.Sort(keys)
		for _, key := range keys {
			put(t, store, key, good)
			fmt.Fprintf(&want, "%s: conforming\n", key)
		}
		if got := listAndCheck(t, store, "data", "odd/"); got != want.String() {
			t.Errorf("got\n%swant\n%s", got, want.String())
		}
	})

	t.Run("changed", func(t *testing.T) {
		put(t, store, "changed/a.npy", good)
		for o, err := range store.List(context.Background(), "data", "changed/") {
			if err != nil {
				t.Fatal(err)
			}
			put(t, store, "changed/a.npy", strings.Replace(good, "3", "4", 1)+"\x04")
			if got, want := check(store, "data", o), "file changed while it was read"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})

	t.Run("alone", func(t *testing.T) {
		put(t, store, "alone/a.npy", good)
		put(t, store, "alone/empty.npy", "")
		live.taken()
		for key, want := range map[string]string{"alone/a.npy": "conforming", "alone/empty.npy": "nonconforming", "alone/b.npy": "no such object"} {
			if got := check(store, "data", Object{Key: key, Size: remote.Unknown}); got != want {
				t.Errorf("%s: %s, want %s", key, got, want)
			}
		}
		if asks := live.taken(); len(asks) != 3 {
			t.Errorf("%d requests, want 3: %s", len(asks), asks)
		}
	})

	t.Run("refused", func(t *testing.T) {
		if got, want := listAndCheck(t, store, "nothing", ""), "listing: no such bucket\n"; got != want {
			t.Errorf("no bucket: got %s, want %s", got, want)
		}
		t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
		if got, want := listAndCheck(t, open(t), "data", ""), "listing: the secret key is wrong\n"; got != want {
			t.Errorf("wrong secret: got %s, want %s", got, want)
		}
		t.Setenv("AWS_ACCESS_KEY_ID", "nobody")
		if got, want := listAndCheck(t, open(t), "data", ""), "listing: the server doesn't know the access key\n"; got != want {
			t.Errorf("unknown key: got %s, want %s", got, want)
		}
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		if got, want := listAndCheck(t, open(t), "data", ""), "listing: access denied\n"; got != want {
			t.Errorf("anonymous: got %s, want %s", got, want)
		}
	})
}
