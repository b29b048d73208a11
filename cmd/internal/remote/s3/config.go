package s3

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"gopkg.in/ini.v1"

	"github.com/npycheck/npycheck/validator"
)

// config has the server and the credentials.
type config struct {
	endpoint string // "http://host" or "https://host:1"; "" for AWS
	region   string // "" if not configured; then the server says which
	creds    *credentials.Credentials
}

// load reads the environment and the files that it names.
func load(ctx context.Context) (config, error) {
	profile, err := loadProfile()
	if err != nil {
		return config{}, err
	}
	c := config{region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), profile.value("region"))}
	address := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), profile.value("endpoint_url"))
	if os.Getenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS") == "true" {
		address = ""
	}
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
			return config{}, errEndpoint
		}
		usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
		c.endpoint = u.Scheme + "://" + strings.TrimSuffix(u.Host, usual) // as servers that check signatures expect
		// Servers other than AWS have one region, and most ignore its name.
		c.region = cmp.Or(c.region, defaultRegion)
	}
	c.creds, err = findCredentials(ctx, profile, c.endpoint != "")
	return c, err
}

// profile is a section of the shared files of configuration; nil if there are none.
type profile struct {
	name          string
	configuration *ini.Section
	credentials   *ini.Section
}

// loadProfile reads the profile that AWS_PROFILE names. A named profile must exist.
func loadProfile() (*profile, error) {
	name := cmp.Or(os.Getenv("AWS_PROFILE"), os.Getenv("AWS_DEFAULT_PROFILE"))
	p := &profile{name: cmp.Or(name, "default")}
	var err error
	section := "profile " + p.name
	if p.name == "default" {
		section = p.name
	}
	if p.configuration, err = loadSection("AWS_CONFIG_FILE", "config", section); err != nil {
		return nil, err
	}
	if p.credentials, err = loadSection("AWS_SHARED_CREDENTIALS_FILE", "credentials", p.name); err != nil {
		return nil, err
	}
	if p.configuration == nil && p.credentials == nil {
		if name != "" {
			return nil, fmt.Errorf("the profile %s, which AWS_PROFILE names, is not in any configuration file", validator.Quote(name))
		}
		return nil, nil
	}
	return p, nil
}

// loadSection returns a section of the file that a variable names, or of one in ~/.aws, or nil if it isn't there.
func loadSection(variable, file, name string) (*ini.Section, error) {
	path := os.Getenv(variable)
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, nil
		}
		path = filepath.Join(home, ".aws", file)
	}
	f, err := ini.LoadSources(ini.LoadOptions{Loose: true, SkipUnrecognizableLines: true}, path)
	if err != nil {
		return nil, fmt.Errorf("the configuration file %s can't be read", validator.Quote(path))
	}
	section, err := f.GetSection(name)
	if err != nil {
		return nil, nil
	}
	return section, nil
}

// value returns what the configuration file sets a key to.
func (p *profile) value(key string) string {
	if p == nil || p.configuration == nil {
		return ""
	}
	return p.configuration.Key(key).String()
}

// hasKeys reports whether the profile has a source of keys.
func (p *profile) hasKeys() bool {
	if p == nil {
		return false
	}
	for _, section := range []*ini.Section{p.credentials, p.configuration} {
		if section == nil {
			continue
		}
		for _, key := range []string{"aws_access_key_id", "sso_account_id", "sso_session", "credential_process"} {
			if section.HasKey(key) {
				return true
			}
		}
	}
	return false
}

// findCredentials returns the credentials of the environment, or else of the profile, or else of the container or the
// machine, or else none: a public bucket needs none.
func findCredentials(ctx context.Context, p *profile, custom bool) (*credentials.Credentials, error) {
	var creds *credentials.Credentials
	switch {
	case os.Getenv("AWS_ACCESS_KEY_ID") != "" && os.Getenv("AWS_SECRET_ACCESS_KEY") != "":
		return credentials.NewEnvAWS(), nil
	case os.Getenv("AWS_ACCESS_KEY_ID") != "":
		return nil, errors.New("AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not")
	case p.value("role_arn") != "" && !p.hasKeys():
		return nil, errors.New("the profile assumes a role, which npycheck can't: see aws configure export-credentials --format env")
	case p.hasKeys():
		creds = credentials.NewFileAWSCredentials("", p.name)
	case os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "", os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != "", os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != "":
		creds = credentials.NewIAM("")
	case custom || os.Getenv("AWS_EC2_METADATA_DISABLED") == "true":
		return anonymous(), nil
	default:
		creds = credentials.New(&credentials.IAM{Client: &http.Client{Timeout: machineTimeout}})
		if _, err := creds.GetWithContext(&credentials.CredContext{Context: ctx}); err != nil {
			return anonymous(), nil // not a machine of AWS, or one without a role
		}
		return creds, nil
	}
	if _, err := creds.GetWithContext(&credentials.CredContext{Context: ctx, Client: &http.Client{Timeout: providerTimeout}}); err != nil {
		return nil, errNoCredentials
	}
	return creds, nil
}

// How long to wait for a service that hands out credentials: the machine's answers at once if it exists.
const (
	machineTimeout  = 2 * time.Second
	providerTimeout = 30 * time.Second
)

func anonymous() *credentials.Credentials {
	return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
}

// defaultRegion is where AWS looks for a bucket first, and a name of the only region of other servers.
const defaultRegion = "us-east-1"
