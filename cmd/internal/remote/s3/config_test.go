package s3

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/remote"
)

// TestConfig covers the environment and the files that a store is set up by. The access key of a request says which of
// them were taken; a request without one is anonymous.
func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		name          string
		environment   map[string]string
		configuration string
		credentials   string
		want          string // the access key and the region
	}{
		{"nothing", nil, "", "", "anonymous"},
		{"environment", map[string]string{"AWS_ACCESS_KEY_ID": "env", "AWS_SECRET_ACCESS_KEY": "hush"}, "", "[default]\naws_access_key_id = file\naws_secret_access_key = hush\n", "env us-east-1"},
		{"region", map[string]string{"AWS_ACCESS_KEY_ID": "env", "AWS_SECRET_ACCESS_KEY": "hush", "AWS_REGION": "eu-central-1"}, "[default]\nregion = eu-west-1\n", "", "env eu-central-1"},
		{"credentials", nil, "[default]\nregion = eu-west-1\n", "[default]\naws_access_key_id = file\naws_secret_access_key = hush\n", "file eu-west-1"},
		{"configuration alone", nil, "[default]\naws_access_key_id = file\naws_secret_access_key = hush\n", "", "file us-east-1"},
		{"profile", map[string]string{"AWS_PROFILE": "lab"}, "[default]\nregion = eu-west-1\n[profile lab]\nregion = eu-north-1\n", "[default]\naws_access_key_id = file\naws_secret_access_key = hush\n[lab]\naws_access_key_id = lab\naws_secret_access_key = hush\n", "lab eu-north-1"},
		{"profile without keys", map[string]string{"AWS_PROFILE": "lab"}, "[profile lab]\nregion = eu-north-1\n", "", "anonymous"},
		{"no such profile", map[string]string{"AWS_PROFILE": "\x1b"}, "[default]\nregion = eu-west-1\n", "", `error: the profile \x1b, which AWS_PROFILE names, is not in any configuration file`},
		{"role", nil, "[default]\nrole_arn = arn:aws:iam::1:role/x\n", "", "error: the profile assumes a role, which npycheck can't: see aws configure export-credentials --format env"},
		{"half a key", map[string]string{"AWS_ACCESS_KEY_ID": "env"}, "", "", "error: AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not"},
		{"half a key in a file", nil, "", "[default]\naws_access_key_id = file\n", "error: no credentials were found where the environment or the configuration points"},
		{"endpoint with a password", map[string]string{"AWS_ENDPOINT_URL_S3": "http://me:hush@localhost"}, "", "", "error: " + errEndpoint.Error()},
		{"endpoint that is no URL", map[string]string{"AWS_ENDPOINT_URL": "localhost:9000"}, "", "", "error: " + errEndpoint.Error()},
		{"endpoint with a path", map[string]string{"AWS_ENDPOINT_URL": "http://localhost/s3"}, "", "", "error: " + errEndpoint.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got string
			s := newFakeStore(t, nil, func(_ *fakeStore, w http.ResponseWriter, r *http.Request) bool {
				got = "anonymous"
				if _, credential, ok := strings.Cut(r.Header.Get("Authorization"), "Credential="); ok {
					parts := strings.Split(credential, "/") // KEY/DATE/REGION/s3/…
					got = parts[0] + " " + parts[2]
				}
				return false
			})
			environment := map[string]string{"AWS_ENDPOINT_URL": s.URL}
			for name, value := range tt.environment {
				environment[name] = value
			}
			setEnvironment(t, environment)
			for variable, text := range map[string]string{"AWS_CONFIG_FILE": tt.configuration, "AWS_SHARED_CREDENTIALS_FILE": tt.credentials} {
				if text != "" {
					if err := os.WriteFile(os.Getenv(variable), []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			store, err := New(context.Background(), remote.NewClient("npycheck/test"))
			if err != nil {
				got = "error: " + err.Error()
			} else {
				listAndCheck(t, store, "data", "")
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if strings.Contains(got, "hush") {
				t.Error("the error has a secret in it")
			}
		})
	}
}

// TestEndpointOfConfiguration takes the endpoint of the profile if the environment names none.
func TestEndpointOfConfiguration(t *testing.T) {
	s := newFakeStore(t, map[string]string{"a.npy": good}, nil)
	setEnvironment(t, nil)
	if err := os.WriteFile(os.Getenv("AWS_CONFIG_FILE"), []byte("[default]\nendpoint_url = "+s.URL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := listAndCheck(t, open(t), "data", ""), "a.npy: conforming\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAmazon goes to AWS if nobody names another server.
func TestAmazon(t *testing.T) {
	setEnvironment(t, map[string]string{"AWS_REGION": "eu-central-1"})
	c, err := load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if c.endpoint != "" || c.region != "eu-central-1" {
		t.Errorf("got %+v", c)
	}
}

// TestAddress covers where requests go. AWS has a host for each bucket, other servers have a folder.
func TestAddress(t *testing.T) {
	for _, tt := range []struct{ endpoint, region, bucket, key, want string }{
		{"", "eu-x", "data", "a/b c+d.npy", "https://data.s3.dualstack.eu-x.amazonaws.com/a/b%20c%2Bd.npy"},
		{"", "eu-x", "data.org", "a", "https://s3.dualstack.eu-x.amazonaws.com/data.org/a"},
		{"", "cn-north-1", "data", "a", "https://data.s3.dualstack.cn-north-1.amazonaws.com.cn/a"},
		{"http://localhost:9000", "eu-x", "data", "a", "http://localhost:9000/data/a"},
		{"http://localhost:80", "eu-x", "data", "", "http://localhost/data/?prefix=p%20q"},
		{"https://[::1]:443", "eu-x", "data", "a", "https://[::1]/data/a"},
		{"https://host:80/", "eu-x", "data", "a", "https://host:80/data/a"},
	} {
		setEnvironment(t, map[string]string{"AWS_ENDPOINT_URL": tt.endpoint})
		c, err := load(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var query url.Values
		if tt.key == "" {
			query = url.Values{"prefix": {"p q"}}
		}
		if got := c.address(tt.region, tt.bucket, tt.key, query); got != tt.want {
			t.Errorf("%+v: got %s", tt, got)
		}
	}
}

// roundTripper is a function that answers requests.
type roundTripper func(*http.Request) *http.Response

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// TestRegion asks AWS for a bucket whose region isn't configured: the first answer says where it is.
func TestRegion(t *testing.T) {
	for _, tt := range []struct{ name, region, want, asks string }{
		{"another", "eu-x", "a.npy: conforming\n", "us-east-1 us-east-1, eu-x eu-x, eu-x eu-x"},
		{"the same", "us-east-1", "listing: the bucket is in another region, us-east-1: set AWS_REGION to that\n", "us-east-1 us-east-1"},
		{"none", "", "listing: the bucket is in another region: set AWS_REGION\n", "us-east-1 us-east-1"},
		{"not a name", "evil.example/x", "listing: the bucket is in another region, evil.example/x: set AWS_REGION to that\n", "us-east-1 us-east-1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			setEnvironment(t, map[string]string{"AWS_ACCESS_KEY_ID": "me", "AWS_SECRET_ACCESS_KEY": "hush"})
			store := open(t)
			var asks []string
			store.transport = roundTripper(func(r *http.Request) *http.Response {
				region, ok := strings.CutPrefix(r.URL.Host, "data.s3.dualstack.")
				region, also := strings.CutSuffix(region, ".amazonaws.com")
				if !ok || !also {
					t.Errorf("asked %s", r.URL.Host)
				}
				asks = append(asks, region+" "+strings.Split(r.Header.Get("Authorization"), "/")[2])
				w := httptest.NewRecorder()
				switch {
				case region == "us-east-1":
					w.Header().Set("X-Amz-Bucket-Region", tt.region)
					answer(w, http.StatusMovedPermanently, "PermanentRedirect")
				case r.URL.Path == "/":
					fmt.Fprintf(w, "<ListBucketResult><Contents><Key>a.npy</Key><Size>%d</Size></Contents></ListBucketResult>", len(good))
				default:
					http.ServeContent(w, r, "", time.Time{}, strings.NewReader(good))
				}
				return w.Result()
			})
			if got := listAndCheck(t, store, "data", ""); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := strings.Join(asks, ", "); got != tt.asks {
				t.Errorf("asked %s, want %s", got, tt.asks)
			}
		})
	}
}
