package record

import (
	"fmt"

	"github.com/npycheck/npycheck/validator"
)

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
