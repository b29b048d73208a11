package s3

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/validator"
)

// fakeStore is a server with a bucket called data, which keeps the requests that it got.
type fakeStore struct {
	*httptest.Server
	objects map[string]string
	page    int // keys in a page of the listing
	refuse  func(s *fakeStore, w http.ResponseWriter, r *http.Request) bool

	mu   sync.Mutex
	asks []string
}

// newFakeStore starts a server, and has the environment name it. Refuse may be nil; it answers a request that is not
// to be answered as usual.
func newFakeStore(t *testing.T, objects map[string]string, refuse func(s *fakeStore, w http.ResponseWriter, r *http.Request) bool) *fakeStore {
	t.Helper()
	s := &fakeStore{objects: objects, page: 2, refuse: refuse}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	setEnvironment(t, map[string]string{
		"AWS_ENDPOINT_URL": s.URL, "AWS_ACCESS_KEY_ID": "me", "AWS_SECRET_ACCESS_KEY": "hush",
	})
	return s
}

// setEnvironment sets all variables that have a meaning, and unsets those that aren't given.
func setEnvironment(t *testing.T, values map[string]string) {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{
		"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "AWS_REGION", "AWS_DEFAULT_REGION",
		"AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
		"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
	} {
		t.Setenv(name, values[name])
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(home, "config"))
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(home, "credentials"))
}

func (s *fakeStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	ask := r.Method + " " + r.URL.Path
	if r.URL.Query().Has("list-type") {
		ask = "LIST " + r.URL.Query().Get("prefix")
	} else if r.URL.RawQuery != "" {
		ask += "?" + r.URL.RawQuery
	}
	s.asks = append(s.asks, ask)
	s.mu.Unlock()
	switch {
	case s.refuse != nil && s.refuse(s, w, r):
	case !strings.HasPrefix(r.URL.Path, "/data/"):
		answer(w, http.StatusNotFound, "NoSuchBucket")
	case r.URL.Path == "/data/":
		s.list(w, r)
	default:
		s.get(w, r)
	}
}

func answer(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>hush</Message></Error>", code)
}

func etag(content string) string { return fmt.Sprintf(`"%x"`, len(content)) }

func (s *fakeStore) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	type object struct {
		Key, ETag string
		Size      int
	}
	var page struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		IsTruncated           bool
		EncodingType          string
		NextContinuationToken string
		Contents              []object
	}
	page.EncodingType = "url"
	token, _ := hex.DecodeString(query.Get("continuation-token"))
	after := max(query.Get("start-after"), string(token))
	for _, key := range s.keys() {
		if !strings.HasPrefix(key, query.Get("prefix")) || key <= after {
			continue
		}
		if len(page.Contents) == s.page {
			page.IsTruncated = true
			break
		}
		page.Contents = append(page.Contents, object{url.QueryEscape(key), etag(s.objects[key]), len(s.objects[key])})
		page.NextContinuationToken = hex.EncodeToString([]byte(key))
	}
	xml.NewEncoder(w).Encode(page)
}

func (s *fakeStore) keys() []string {
	var keys []string
	for key := range s.objects {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (s *fakeStore) get(w http.ResponseWriter, r *http.Request) {
	content, ok := s.objects[strings.TrimPrefix(r.URL.Path, "/data/")]
	if !ok {
		answer(w, http.StatusNotFound, "NoSuchKey")
		return
	}
	w.Header().Set("ETag", etag(content))
	http.ServeContent(w, r, "", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), bytes.NewReader([]byte(content)))
}

// open returns the store that the environment names.
func open(t *testing.T) *Store {
	t.Helper()
	store, err := New(context.Background(), remote.NewClient("npycheck/test"))
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// listAndCheck returns a line for each object below a prefix.
func listAndCheck(t *testing.T, store *Store, bucket, prefix string) string {
	t.Helper()
	var out strings.Builder
	for o, err := range store.List(context.Background(), bucket, prefix) {
		if err != nil {
			fmt.Fprintf(&out, "listing: %v\n", err)
			break
		}
		fmt.Fprintf(&out, "%s: %s\n", o.Key, check(store, bucket, o))
	}
	return out.String()
}

func check(store *Store, bucket string, o Object) string {
	report, err := store.Open(bucket, o).Check(context.Background(), &validator.Options{Depth: validator.Structure})
	if err != nil {
		return err.Error()
	}
	return string(report.Verdict())
}

const goodHeader = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"

// good is an array of 128 + 3 bytes.
var good = "\x93NUMPY\x01\x00\x76\x00" + goodHeader + strings.Repeat(" ", 118-1-len(goodHeader)) + "\n\x01\x02\x03"

// TestRequests lists four objects, two to a page, and checks each with one request. Of an empty object the listing
// says all.
func TestRequests(t *testing.T) {
	s := newFakeStore(t, map[string]string{"other/x.npy": "", "run/a.npy": good, "run/b.npy": good[:130], "run/c.npy": "", "run/d.npy": good}, nil)
	got := listAndCheck(t, open(t), "data", "run/")
	if want := "run/a.npy: conforming\nrun/b.npy: nonconforming\nrun/c.npy: nonconforming\nrun/d.npy: conforming\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	want := "LIST run/, GET /data/run/a.npy, GET /data/run/b.npy, LIST run/, GET /data/run/d.npy"
	if got := strings.Join(s.asks, ", "); got != want {
		t.Errorf("requests\n%s, want\n%s", got, want)
	}
}

// TestOddKeys lists and gets objects with every name that a bucket can have.
func TestOddKeys(t *testing.T) {
	objects := map[string]string{}
	for _, key := range []string{
		"a b.npy", "a%20b.npy", "a+b.npy", "a?b=c&d.npy", "a#b.npy", "a\nb.npy", "a\x01b.npy", "\u00e9\u202e\U0001f600.npy", "a/../b.npy", "../a.npy",
		"/a.npy", "a//b.npy", "a/./b.npy", "folder/", "folder.npy/", `a\b"'<>&.npy`, " ", "~-_.*()!.npy", strings.Repeat("long", 255) + ".npy",
	} {
		objects[key] = good
	}
	s := newFakeStore(t, objects, nil)
	var want strings.Builder
	for _, key := range s.keys() {
		verdict := "conforming"
		if key == " " {
			verdict = "the key is empty, or not valid UTF-8"
		}
		fmt.Fprintf(&want, "%s: %s\n", key, verdict)
	}
	if got := listAndCheck(t, open(t), "data", ""); got != want.String() {
		t.Errorf("got\n%swant\n%s", got, want.String())
	}
}

// TestRefusals covers servers that refuse something. What they say about it isn't shown.
func TestRefusals(t *testing.T) {
	objects := map[string]string{"a.npy": good, "b.npy": good, "c.npy": good}
	const all = "a.npy: conforming\nb.npy: conforming\nc.npy: conforming\n"
	listing := func(r *http.Request) bool { return r.URL.Path == "/data/" }
	secondPage := func(r *http.Request) bool { return r.URL.Query().Has("continuation-token") }
	second := func(r *http.Request) bool { return r.URL.Path == "/data/b.npy" }
	everything := func(*http.Request) bool { return true }
	for _, tt := range []struct {
		name   string
		what   func(*http.Request) bool
		times  int // 0 for always
		status int
		code   string
		want   string
	}{
		{"listing denied", listing, 0, 403, "AccessDenied", "listing: access denied\n"},
		{"second page denied", secondPage, 0, 403, "AccessDenied", "a.npy: conforming\nb.npy: conforming\nlisting: access denied\n"},
		{"object denied", second, 0, 403, "AccessDenied", strings.Replace(all, "b.npy: conforming", "b.npy: access denied", 1)},
		{"object gone", second, 0, 404, "NoSuchKey", strings.Replace(all, "b.npy: conforming", "b.npy: no such object", 1)},
		{"object archived", second, 0, 403, "InvalidObjectState", strings.Replace(all, "b.npy: conforming", "b.npy: the object is archived and has to be restored first", 1)},
		{"object replaced", second, 0, 412, "PreconditionFailed", strings.Replace(all, "b.npy: conforming", "b.npy: file changed while it was read", 1)},
		{"no bucket", listing, 0, 404, "NoSuchBucket", "listing: no such bucket\n"},
		{"expired in the middle", second, 0, 400, "ExpiredToken", strings.Replace(all, "b.npy: conforming", "b.npy: the credentials have expired", 1)},
		{"expired and renewed", second, 1, 400, "ExpiredToken", all},
		{"listing expired and renewed", secondPage, 1, 400, "ExpiredToken", all},
		{"clock", everything, 0, 403, "RequestTimeTooSkewed", "listing: the clock of this machine differs too much from the server's\n"},
		{"unknown key", everything, 0, 403, "InvalidAccessKeyId", "listing: the server doesn't know the access key\n"},
		{"wrong secret", everything, 0, 403, "SignatureDoesNotMatch", "listing: the secret key is wrong\n"},
		{"region", everything, 0, 301, "PermanentRedirect", "listing: the bucket is in another region, eu-x: set AWS_REGION to that\n"},
		{"region of the signature", everything, 0, 400, "AuthorizationHeaderMalformed", "listing: the bucket is in another region, eu-x: set AWS_REGION to that\n"},
		{"slow down", second, 1, 503, "SlowDown", all},
		{"slow down while listing", secondPage, 1, 503, "SlowDown", all},
		{"something else", second, 0, 418, "Teapot\x1b", strings.Replace(all, "b.npy: conforming", "b.npy: the server answered 418 I'm a teapot", 1)},
		{"something else", second, 0, 418, "Teapot", strings.Replace(all, "b.npy: conforming", "b.npy: the server answered 418 I'm a teapot (Teapot)", 1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var refused int
			newFakeStore(t, objects, func(s *fakeStore, w http.ResponseWriter, r *http.Request) bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				if !tt.what(r) || tt.times > 0 && refused == tt.times {
					return false
				}
				refused++
				w.Header().Set("X-Amz-Bucket-Region", "eu-x")
				answer(w, tt.status, tt.code)
				return true
			})
			if got := listAndCheck(t, open(t), "data", ""); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestListings covers listings that are wrong.
func TestListings(t *testing.T) {
	for _, tt := range []struct{ name, listing, want string }{
		{"not XML", "<html", "listing: the server's listing can't be understood; the rest was not checked\n"},
		{"nothing", "", "listing: the server's listing can't be understood; the rest was not checked\n"},
		{"out of order", "<ListBucketResult><Contents><Key>b</Key></Contents><Contents><Key>a</Key></Contents></ListBucketResult>", "b: nonconforming\nlisting: the server doesn't list the keys in order; the rest was not checked\n"},
		{"for ever", "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken><Contents><Key>b</Key></Contents></ListBucketResult>", "b: nonconforming\nlisting: the server doesn't list the keys in order; the rest was not checked\n"},
		{"empty", "<ListBucketResult></ListBucketResult>", ""},
		{"no size", "<ListBucketResult><Contents><Key>b</Key><Size>-1</Size></Contents></ListBucketResult>", "b: no such object\n"},
		{"too long", "<ListBucketResult>" + strings.Repeat(" ", 17<<20), "listing: the server sent more than it was asked for\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			newFakeStore(t, nil, func(_ *fakeStore, w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path != "/data/" {
					return false
				}
				w.Write([]byte(tt.listing))
				return true
			})
			if got := listAndCheck(t, open(t), "data", ""); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestAlone gets objects that no listing has mentioned.
func TestAlone(t *testing.T) {
	s := newFakeStore(t, map[string]string{"a.npy": good, "empty.npy": ""}, nil)
	store := open(t)
	for key, want := range map[string]string{"a.npy": "conforming", "empty.npy": "nonconforming", "b.npy": "no such object", "": "the key is empty, or not valid UTF-8"} {
		if got := check(store, "data", Object{Key: key, Size: remote.Unknown}); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
	if got, want := len(s.asks), 3; got != want {
		t.Errorf("%d requests, want %d: %s", got, want, s.asks)
	}
}

// TestWhole leaves a server that sends whole objects alone.
func TestWhole(t *testing.T) {
	newFakeStore(t, map[string]string{"a.npy": good}, func(_ *fakeStore, _ http.ResponseWriter, r *http.Request) bool {
		r.Header.Del("Range")
		return false
	})
	if got, want := check(open(t), "data", Object{Key: "a.npy", Size: remote.Unknown}), errWhole.Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
