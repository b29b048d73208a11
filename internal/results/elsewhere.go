package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

var dateForm = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)

// ReadConditions reads what is recorded about an implementation from elsewhere besides its reports: an Item in JSON
// with Elsewhere, and without the fields that the reports have.
func ReadConditions(r io.Reader) (Item, error) {
	var item Item
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&item); err != nil {
		return item, err
	}
	if item.Elsewhere == nil {
		return item, errors.New("elsewhere: expected by, date and system")
	}
	if item.Reader != nil || item.Writer != nil || item.Ops != nil || item.Features != nil || item.Version != "" || item.Runtime != "" {
		return item, errors.New("reader, writer, ops, features, version and runtime come from the reports")
	}
	for _, field := range []struct{ name, value string }{
		{"name", item.Name}, {"variant", item.Variant}, {"language", item.Language}, {"license", item.License},
		{"package", item.Package}, {"about", item.About}, {"elsewhere.by", item.Elsewhere.By}, {"elsewhere.system", item.Elsewhere.System},
	} {
		if field.value == "" || strings.ContainsAny(field.value, "\r\n") {
			return item, fmt.Errorf("%s: got %q, expected one line of text", field.name, field.value)
		}
	}
	if !dateForm.MatchString(item.Elsewhere.Date) {
		return item, fmt.Errorf("elsewhere.date: got %q, expected a date such as 2026-11-26", item.Elsewhere.Date)
	}
	if item.Limits == nil || item.Limits.Timeout <= 0 {
		return item, errors.New("limits: expected timeout_s, and memory_bytes and address_space_bytes if the run had them")
	}
	return item, nil
}

// Take puts the reports of an implementation from elsewhere into the matrix: one of a reader, one of a writer, or both.
// It returns an error for a report that isn't a whole run of the corpus that is asked here, or that gives a case
// a duty that the corpus does not.
func (m *Matrix) Take(item Item, reports ...*conformance.Report) error {
	if at := m.Find(item.Name, item.Variant); at >= 0 && m.Implementations[at].Elsewhere == nil {
		return fmt.Errorf("%s %s runs here: its results are measured, not taken in", item.Name, item.Variant)
	}
	var reader, writer *conformance.Report
	for _, r := range reports {
		if i := &r.Implementation; i.Version == "" { // of tier 0, which has only the name of the command
			i.Name, i.Version, i.Language = item.Name, item.Variant, item.Language
		}
		if err := m.whole(item, r); err != nil {
			return err
		}
		role, op := &reader, "read"
		if r.Writer {
			role, op = &writer, "write"
		}
		if *role != nil {
			return fmt.Errorf("two reports of a %s", roleName(r))
		}
		*role = r
		item.Ops = append(item.Ops, op)
	}
	if reader == nil && writer == nil {
		return errors.New("expected a report")
	}
	m.Put(item, reader, writer)
	return nil
}

// whole returns an error unless the report is one of the implementation, on the cases that all others have results for.
func (m *Matrix) whole(item Item, r *conformance.Report) error {
	switch {
	case r.Implementation.Name != item.Name || r.Implementation.Version != item.Variant && !strings.HasPrefix(item.Variant, r.Implementation.Version+"-"):
		return fmt.Errorf("got a report of %q %q, expected one of %s %s", r.Implementation.Name, r.Implementation.Version, item.Name, item.Variant)
	case r.Corpus != m.Corpus:
		return fmt.Errorf("got results on corpus %q, expected %q: run the implementation again", r.Corpus, m.Corpus)
	case r.Incomplete != "":
		return fmt.Errorf("the run is not complete: %s", r.Incomplete)
	case r.Profile != "" || r.FailOnWarning:
		return errors.New("the run had --profile or --fail-on warning: run it without")
	}
	duties := m.asked(r.Writer)
	for _, result := range r.Results {
		duty, ok := duties[result.ID]
		if !ok {
			return fmt.Errorf("%s: a case that is not asked of it, or twice", result.ID)
		}
		delete(duties, result.ID)
		if result.Duty != duty {
			return fmt.Errorf("%s: got the duty %q, expected %q", result.ID, result.Duty, duty)
		}
		if result.Outcome == conformance.OutcomeInvalid {
			return fmt.Errorf("%s: the adapter broke the protocol: %s", result.ID, result.Message)
		}
	}
	for id := range duties {
		return fmt.Errorf("%s without a result, one of them %s", text.Count(int64(len(duties)), "case"), id)
	}
	return nil
}

// asked returns the duties of the cases that are asked of every reader, or of every writer.
func (m *Matrix) asked(writer bool) map[string]corpus.Duty {
	duties := make(map[string]corpus.Duty)
	for i, item := range m.Implementations {
		if r := m.Report(i, writer); r != nil && item.Elsewhere == nil {
			for _, result := range r.Results {
				duties[result.ID] = result.Duty
			}
			break
		}
	}
	return duties
}

// condition describes the conditions under which an implementation ran.
type condition struct {
	Name         string `json:"-"`
	Variant      string `json:"-"`
	Runtime      string `json:"runtime,omitempty"`
	Time         string `json:"time,omitempty"`
	Memory       string `json:"memory,omitempty"`
	AddressSpace string `json:"space,omitempty"`
	Elsewhere    string `json:"elsewhere,omitempty"` // who ran it, if that wasn't this project
}

// conditions returns the conditions of the implementations that have them recorded.
func (m *Matrix) conditions() []condition {
	var list []condition
	for _, item := range m.Implementations {
		if c := item.condition(); c != nil {
			list = append(list, *c)
		}
	}
	return list
}

func (i *Item) condition() *condition {
	if i.Runtime == "" && i.Limits == nil && i.Elsewhere == nil {
		return nil
	}
	c := &condition{Name: validator.Quote(i.Name), Variant: validator.Quote(i.Variant), Runtime: validator.Quote(i.Runtime)}
	if e := i.Elsewhere; e != nil {
		c.Elsewhere = validator.Quote(fmt.Sprintf("%s, on %s, %s", e.By, e.System, e.Date))
	}
	if i.Limits != nil {
		c.Time = fmt.Sprintf("%g s", i.Limits.Timeout)
		c.Memory, c.AddressSpace = size(i.Limits.Memory), size(i.Limits.AddressSpace)
	}
	return c
}

// size returns a number of bytes in the largest unit that leaves it whole, and "any" for no limit.
func size(n int64) string {
	if n == 0 {
		return "any"
	}
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	for n%1024 == 0 && len(units) > 1 {
		n, units = n/1024, units[1:]
	}
	return fmt.Sprintf("%d %s", n, units[0])
}
