package pickle

import (
	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// caller evaluates calls.
type caller struct {
	*place
	imports    *imports
	bounds     *bounds
	references *references
	memo       *memo
	text       *textCheck
	notes      *notes
	latest     invocation // the current call
	zones      int        // time zones that were looked up
}

// invocation is a call of an import of a trusted tier.
type invocation struct {
	*caller
	global *global
	args   []value
	again  bool // the arguments come from the memo
	result value
}

// unwritten is the objection to a call that neither NumPy nor Python writes.
var unwritten = &objection{rule: spec.PickleCallForm}

// unless returns unwritten unless ok.
func unless(ok bool) *objection {
	if ok {
		return nil
	}
	return unwritten
}

// returned makes the object that a call returns.
func (c *caller) returned(g *global, args value) value {
	n := &node{size: 1, cost: objectCost, global: g}
	if args.node != nil {
		n.size = saturate(1, args.node.size)
		n.depth = args.node.depth
		if n.hold(&args) {
			c.references.referred(&args)
		}
	}
	return value{kind: kindObject, node: n}
}

// has reports whether there are n arguments.
func (c *invocation) has(n int) bool { return len(c.args) == n }

func checkNever(*invocation) *objection { return unwritten }

func checkNothing(c *invocation) *objection { return unless(c.has(0)) }

// notKept objects to an argument that wasn't kept but might matter.
func notKept(format string, args ...any) *objection {
	return &objection{rule: spec.PickleLateChange, format: "pickle has " + format + " that npycheck no longer keeps", args: args}
}

// checkSized objects to arguments one of which is a number that determines a size, or to the call as unwritten.
func checkSized(c *invocation) *objection { return c.sized(c.args...) }

func (c *invocation) sized(args ...value) *objection {
	for i := range args {
		what := ""
		switch v := &args[i]; {
		case v.kind == kindInt || v.kind == kindBool:
			what = "number"
		case v.kind == kindTuple && len(v.node.items) > 0 && allNumbers(v.node.items):
			what = "shape"
		case v.kind == kindObject && (v.node.global.form == pyimport.Range || v.node.global.form == pyimport.RangeList):
			what = "range"
		default:
			continue
		}
		return allocation("call of %v lets the file choose how much memory is allocated (%s)", c.global, what)
	}
	return unwritten
}

func allocation(format string, args ...any) *objection {
	return &objection{rule: spec.PickleAllocation, format: format, args: args}
}

// made reports whether a value is what a call of the form returned, or is not known.
func (v *value) made(form pyimport.Form) bool {
	return v.kind == kindLost || v.doubtful() || v.kind == kindObject && v.node.global.form == form
}

func allNumbers(args []value) bool {
	for i := range args {
		if k := args[i].kind; k != kindInt && k != kindBool && k != kindFloat {
			return false
		}
	}
	return true
}

// isNumber reports whether a value is this number, or the boolean for it.
func isNumber(v *value, number int64) bool {
	n, ok := v.integer()
	return ok && n == number
}

// callKind is how an opcode calls.
type callKind uint8

const (
	byReduce callKind = iota // callee(*args)
	byNew                    // callee.__new__(callee, *args)
)
