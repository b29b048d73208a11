package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// adapter is an adapter.json.
type adapter struct {
	Name         string               `json:"name"` // of the implementation, and of the folder
	Language     string               `json:"language"`
	Package      string               `json:"package"` // as its registry knows it
	License      string               `json:"license"` // SPDX
	Install      string               `json:"install"` // the program that installs it, from the folder; by default "install"
	Protocol     conformance.Protocol `json:"protocol"`
	Variants     []string             `json:"variants"`      // versions, or version-build
	Ops          []string             `json:"ops"`           // "read", "write"
	Formats      []string             `json:"formats"`       // "npy", "npz"
	Timeout      string               `json:"timeout"`       // for a file
	Memory       string               `json:"memory"`        // resident; "" for any
	AddressSpace string               `json:"address_space"` // "" for any
	About        string               `json:"about"`         // one line

	folder               string // absolute
	timeout              time.Duration
	memory, addressSpace int64
}

// loadAdapters reads the folders that have an adapter.json, sorted by name.
func loadAdapters(folder string) ([]*adapter, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*", "adapter.json"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no adapters in %s", folder)
	}
	var adapters []*adapter
	for _, name := range names {
		a, err := loadAdapter(name)
		if err != nil {
			return nil, fmt.Errorf("%s/adapter.json: %w", filepath.Base(filepath.Dir(name)), err)
		}
		adapters = append(adapters, a)
	}
	return adapters, nil
}

func loadAdapter(name string) (*adapter, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	a := &adapter{folder: filepath.Dir(name), Install: "install"}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return nil, err
	}
	return a, a.check()
}

var variantForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._+-]*$`)

func (a *adapter) check() error {
	for _, field := range []struct{ name, value string }{
		{"language", a.Language}, {"package", a.Package}, {"license", a.License}, {"install", a.Install}, {"about", a.About},
	} {
		if field.value == "" || strings.ContainsAny(field.value, "\r\n") {
			return fmt.Errorf("%s: got %q, expected one line of text", field.name, field.value)
		}
	}
	if base := filepath.Base(a.folder); a.Name != base {
		return fmt.Errorf("name: got %q, expected %q, as the folder", a.Name, base)
	}
	if a.Protocol != conformance.Exec && a.Protocol != conformance.JSONL {
		return fmt.Errorf("protocol: got %q, expected %q or %q", a.Protocol, conformance.Exec, conformance.JSONL)
	}
	for _, list := range []struct {
		name   string
		got    []string
		wanted []string
	}{{"ops", a.Ops, []string{"read", "write"}}, {"formats", a.Formats, []string{"npy", "npz"}}, {"variants", a.Variants, nil}} {
		if len(list.got) == 0 {
			return fmt.Errorf("%s: got nothing", list.name)
		}
		for i, word := range list.got {
			switch {
			case slices.Contains(list.got[:i], word):
				return fmt.Errorf("%s: duplicate %q", list.name, word)
			case list.wanted != nil && !slices.Contains(list.wanted, word):
				return fmt.Errorf("%s: got %q, expected %s", list.name, word, strings.Join(list.wanted, " or "))
			case list.wanted == nil && !variantForm.MatchString(word):
				return fmt.Errorf("%s: got %q, expected a version such as \"1.2.3\" or \"1.2.3-debug\"", list.name, word)
			}
		}
	}
	var err error
	if a.timeout, err = time.ParseDuration(a.Timeout); err != nil || a.timeout <= 0 {
		return fmt.Errorf("timeout: got %q, expected a time such as \"10s\"", a.Timeout)
	}
	for _, size := range []struct {
		name, text string
		to         *int64
	}{{"memory", a.Memory, &a.memory}, {"address_space", a.AddressSpace, &a.addressSpace}} {
		if size.text == "" {
			continue // any
		}
		if *size.to, err = text.ParseSize(size.text); err != nil {
			return fmt.Errorf("%s: got %q, %w", size.name, size.text, err)
		}
	}
	return nil
}

// variant is one implementation: an adapter with a version.
type variant struct {
	adapter *adapter
	name    string
}

func (v variant) String() string { return v.adapter.Name + " " + v.name }

// choose returns the implementations with the names, or all if there are none.
func choose(adapters []*adapter, names []string) ([]variant, error) {
	var all, chosen []variant
	for _, a := range adapters {
		for _, name := range a.Variants {
			all = append(all, variant{a, name})
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	wanted := func(v variant) bool {
		return slices.Contains(names, v.adapter.Name) || slices.Contains(names, v.adapter.Name+"@"+v.name)
	}
	for _, v := range all {
		if wanted(v) {
			chosen = append(chosen, v)
		}
	}
	for _, word := range names {
		name, version, exact := strings.Cut(word, "@")
		if !has(adapters, name, version) || exact && version == "" {
			return nil, fmt.Errorf("no implementation %q; there are: %s", word, list(all))
		}
	}
	return chosen, nil
}

func list(variants []variant) string {
	var words []string
	for _, v := range variants {
		words = append(words, v.adapter.Name+"@"+v.name)
	}
	return strings.Join(words, ", ")
}

// has reports whether there is an implementation, of any version if the variant is empty.
func has(adapters []*adapter, name, variant string) bool {
	return slices.ContainsFunc(adapters, func(a *adapter) bool {
		return a.Name == name && (variant == "" || slices.Contains(a.Variants, variant))
	})
}

// item returns what the matrix says about the implementation besides its results.
func (v variant) item() results.Item {
	a := v.adapter
	return results.Item{
		Name: a.Name, Variant: v.name, Language: a.Language, License: a.License, Package: a.Package, About: a.About,
		Ops: a.Ops, Formats: a.Formats,
		Limits: &results.Limits{Timeout: a.timeout.Seconds(), Memory: a.memory, AddressSpace: a.addressSpace},
	}
}

// maxTail is how many lines of output are shown of an installation that failed.
const maxTail = 20

// install installs the implementation and returns its folder.
func (v variant) install(ctx context.Context, cache string) (string, error) {
	dir, err := filepath.Abs(filepath.Join(cache, "adapters", v.adapter.Name+"-"+v.name))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(v.adapter.folder, v.adapter.Install), v.name, dir)
	cmd.Dir = v.adapter.folder
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if err == nil {
		return dir, nil
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	lines = lines[max(0, len(lines)-maxTail):]
	for i, line := range lines {
		lines[i] = "    " + validator.Quote(line)
	}
	return "", fmt.Errorf("install: %w\n%s", err, strings.Join(lines, "\n"))
}

func (v variant) options(c *config, dir, op string) conformance.Options {
	a := v.adapter
	return conformance.Options{
		Adapter: conformance.Adapter{
			Command:        []string{filepath.Join(a.folder, "adapter"), v.name, dir},
			Protocol:       a.Protocol,
			Writer:         op == "write",
			Timeout:        a.timeout,
			Memory:         a.memory,
			AddressSpace:   a.addressSpace,
			AdoptOrphans:   c.adopt,
			Implementation: conformance.Implementation{Name: a.Name, Version: version(v.name), Language: a.Language},
		},
		Cases:  c.suite.Cases,
		Folder: c.suite.Folder,
		Corpus: c.suite.Version,
		Jobs:   c.jobs,
	}
}

// version returns the version in the name of a variant.
func version(name string) string {
	version, _, _ := strings.Cut(name, "-")
	return version
}

// introduced returns an error if what was run isn't what should be measured.
func (v variant) introduced(i conformance.Implementation) error {
	if i.Name != v.adapter.Name || i.Version != v.name && i.Version != version(v.name) {
		return fmt.Errorf("the adapter introduces itself as %q %q, expected %q %q", i.Name, i.Version, v.adapter.Name, version(v.name))
	}
	return nil
}

// known applies the list of known failures, and returns its mistakes.
func (v variant) known(got *conformance.Report, cases []corpus.Case) ([]string, error) {
	name := "known-failures-" + v.name + ".txt"
	if got.Writer {
		name = "known-failures-" + v.name + "-writer.txt"
	}
	s, err := os.ReadFile(filepath.Join(v.adapter.folder, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	failures, err := conformance.ParseKnownFailures(v.adapter.Name+"/"+name, string(s))
	if err != nil {
		return nil, err
	}
	problems := failures.Apply(got, cases, false)
	var unlisted []string
	for _, result := range got.Results {
		if result.Outcome == conformance.OutcomeInvalid {
			problems = append(problems, fmt.Sprintf("%s: %s: the adapter broke the protocol: %s", v, result.ID, result.Message))
		} else if result.Cell.Failed() && result.Known == "" {
			unlisted = append(unlisted, result.ID)
		}
	}
	if len(unlisted) > 0 {
		problems = append(problems, fmt.Sprintf("%s/%s: %s not in the list, the first is %s", v.adapter.Name, name, text.Count(int64(len(unlisted)), "failure"), unlisted[0]))
	}
	return problems, nil
}
