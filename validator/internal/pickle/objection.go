package pickle

import "github.com/npycheck/npycheck/spec"

// objection is what is wrong with an opcode: a message about a rule, or a misfit whose description begins with it.
type objection struct {
	rule   spec.ID
	format string
	args   []any
	misfit *misfit
}

// misfit is what is wrong with a value: what it is and what was expected, or that it is unknown.
type misfit struct {
	path string // from the state to the value: "state.pos"
	got  string
	want string
	lost bool // the value was dropped, so that it can't be compared
	mute bool // the origin of the value has a finding already
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
