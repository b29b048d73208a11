package pickle

import (
	"bytes"
	"strings"
)

// lookupImport returns the tier of an exact pair of module and name, and how it may be called.
func lookupImport(module, name string) (Tier, callForm) {
	if a, ok := allowed[importPair{module, name}]; ok {
		return a.tier, a.form
	}
	if dangerous(module, name) || dangerous(python3Name(module, name)) {
		return Dangerous, formNone
	}
	return Unknown, formNone
}

// Begins reports whether a file that begins with head is a pickle without a header: the opcode
// PROTO and another opcode, or, after marks, an import that is not unknown. Others don't count: a
// text with the lines "column" and "value" begins with one.
func Begins(head []byte) bool {
	if len(head) >= 3 && head[0] == opProto {
		return head[1] <= highestProtocol && opcodes[head[2]].name != ""
	}
	lines := bytes.SplitN(bytes.TrimLeft(head, string(opMark)), []byte("\n"), 3)
	if len(lines) < 3 || len(lines[0]) == 0 || lines[0][0] != opGlobal && lines[0][0] != opInst {
		return false
	}
	tier, _ := lookupImport(string(lines[0][1:]), string(lines[1]))
	return tier != Unknown
}

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func oddModule(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !identifier(part) {
			return true
		}
	}
	return false
}

func oddName(s string) bool { return !identifier(s) }
