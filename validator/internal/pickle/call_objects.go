package pickle

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// The calls of Python's paths, namespaces, time zones and exceptions. All of them store their arguments, and a time
// zone is looked up in the system's database.

const (
	maxPath  = 4096 // characters of a path
	maxZones = 1000 // time zones that a pickle looks up: there are 600, and a pickler writes each once
)

// checkPath checks a call of a path: its parts, as text.
func checkPath(c *invocation) *objection {
	n := int64(0)
	for i := range c.args {
		v := &c.args[i]
		if v.kind == kindLost {
			return notKept("a part of a path")
		}
		if v.kind != kindText {
			return unwritten
		}
		n += v.n
	}
	// The parts of a path are kept one by one.
	c.bounds.count(copiedBytes, 8*n)
	c.bounds.count(slowObjects, n/100)
	c.notes.trapPath(c.global)
	return unless(n <= maxPath)
}

// zoneMethod returns the method with which picklers make a time zone, if this is the getattr call for it. No other
// attribute may be looked up.
func (c *caller) zoneMethod(g *global, args *value, how callKind) value {
	if args.kind == kindTuple && how == byReduce && !g.blamed {
		if a := args.node.items; len(a) == 2 && a[0].kind == kindGlobal && a[0].node.global.form == pyimport.ZoneClass && a[1].kind == kindText && a[1].is("_unpickle") {
			g.called = true
			return imported(&global{module: "zoneinfo", name: "ZoneInfo._unpickle", tier: spec.TierStdlib, form: pyimport.Zone, at: g.at, length: g.length})
		}
	}
	c.imports.condemn(g)
	g.called = true
	return c.returned(g, *args)
}

// checkZone checks a call of ZoneInfo._unpickle: the name of a time zone, and that it comes from the cache. Without
// the cache each call reads and keeps the zone again.
func checkZone(c *invocation) *objection {
	if !c.has(2) {
		return unwritten
	}
	key, cached := &c.args[0], &c.args[1]
	if key.kind != kindText || !key.known || !zoneName(key.text) {
		return unwritten
	}
	if isNumber(cached, 0) {
		return allocation("call %v keeps another copy of the time zone each time", callText{c.global, c.args})
	}
	if c.zones++; c.zones > maxZones {
		return &objection{rule: spec.PickleWork, format: "time zones are looked up more than %d times", args: []any{maxZones}}
	}
	c.notes.trapZone(key.text)
	return unless(isNumber(cached, 1))
}

var (
	zoneRegions = strings.Fields("Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc " +
		"Europe Indian Mexico Pacific US")
	zoneSingles = strings.Fields("CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 " +
		"Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT " +
		"Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu")
)

// zoneName reports whether a text has the form of a name in the IANA database: Europe/Berlin, America/Indiana/Knox,
// Etc/GMT+1, UTC. Python joins it to the names of a folder and of a package, and opens the result.
func zoneName(s string) bool {
	parts := strings.Split(s, "/")
	if len(parts) == 1 {
		return slices.Contains(zoneSingles, s)
	}
	if len(s) > 64 || len(parts) > 3 || !slices.Contains(zoneRegions, parts[0]) {
		return false
	}
	for _, part := range parts[1:] {
		if part == "" || part[0] < 'A' || part[0] > 'Z' || deviceName(part) {
			return false
		}
		for _, c := range []byte(part) {
			if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '+' {
				return false
			}
		}
	}
	return true
}

// deviceName reports whether Windows treats a name as a device, in any folder.
func deviceName(s string) bool {
	switch s = strings.ToLower(s); s {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(s) == 4 && (s[:3] == "com" || s[:3] == "lpt") && s[3] >= '0' && s[3] <= '9'
}

// checkException checks a call of an exception. Most keep their arguments and do nothing else with them.
func checkException(c *invocation) *objection {
	switch kindOfException(c.global.name) {
	case "OSError":
		return plainValues(c.global, c.args, 5)
	case "SyntaxError":
		return checkSyntaxError(c)
	case "UnicodeError":
		return checkUnicodeError(c)
	}
	return nil
}

// kindOfException returns the base of the named exception among those that interpret their arguments.
func kindOfException(name string) string {
	switch name {
	case "OSError", "IOError", "EnvironmentError", "BlockingIOError", "BrokenPipeError", "ChildProcessError", "ConnectionAbortedError",
		"ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "FileExistsError", "FileNotFoundError", "InterruptedError",
		"IsADirectoryError", "NotADirectoryError", "PermissionError", "ProcessLookupError", "TimeoutError":
		return "OSError"
	case "SyntaxError", "IndentationError", "TabError":
		return "SyntaxError"
	case "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError":
		return "UnicodeError"
	}
	return ""
}

// plainValues checks that a call has at most n arguments, all of them numbers, text, bytes or None.
func plainValues(g *global, values []value, n int) *objection {
	if len(values) > n {
		return unwritten
	}
	for i := range values {
		switch values[i].kind {
		case kindNone, kindBool, kindInt, kindFloat, kindText, kindBytes:
		case kindLost:
			return notKept("an argument of %v", g)
		default:
			return unwritten
		}
	}
	return nil
}

// checkSyntaxError checks a message, and optionally a tuple of the place: file, line, column, text, end.
func checkSyntaxError(c *invocation) *objection {
	a := c.args
	if len(a) != 2 {
		return plainValues(c.global, a, 1)
	}
	if o := plainValues(c.global, a[:1], 1); o != nil {
		return o
	}
	if a[1].kind == kindLost {
		return notKept("an argument of %v", c.global)
	}
	if n := len(a[1].items()); n != 4 && n != 6 {
		return unwritten
	}
	return plainValues(c.global, a[1].items(), 6)
}

// checkUnicodeError checks encoding, text or bytes, start, end and reason. Python before 3.13.1 uses start and end as
// indexes without a check.
func checkUnicodeError(c *invocation) *objection {
	a := c.args
	object := kindText
	switch c.global.name {
	case "UnicodeTranslateError":
		a = append([]value{{kind: kindText}}, a...)
	case "UnicodeDecodeError":
		object = kindBytes
	}
	if len(a) != 5 {
		return unwritten
	}
	if a[1].kind == kindLost {
		return notKept("an argument of %v", c.global)
	}
	start, ok := a[2].integer()
	end, ok2 := a[3].integer()
	return unless(a[0].kind == kindText && (a[1].kind == object || a[1].kind == kindText) && ok && ok2 &&
		0 <= start && start < end && end <= a[1].n && a[4].kind == kindText)
}

// items returns the elements of a tuple that were kept.
func (v *value) items() []value {
	if v.kind != kindTuple {
		return nil
	}
	return v.node.items
}

// exceptionStates has the rows of exceptions that have attributes besides their arguments.
func exceptionStates(name string) []pattern {
	text := pattern{want: "text or None", fits: func(v *value) bool { return v.kind == kindText || v.kind == kindNone }}
	switch name {
	case "ImportError", "ModuleNotFoundError":
		return []pattern{dictOf(sometimes("name", text), sometimes("path", text), sometimes("name_from", text))}
	case "AttributeError":
		args := pattern{want: "a tuple", fits: func(v *value) bool { return v.kind == kindTuple }}
		return []pattern{dictOf(sometimes("name", text), sometimes("args", args))}
	}
	return nil
}

// namespaceState is the state that a SimpleNamespace may get: any attributes except those that Python or NumPy may look
// for.
func namespaceState() pattern {
	return pattern{want: "a dict of names that don't begin with __", attr: true, fits: func(v *value) bool { return v.kind == kindDict }}
}
