package pickle

import (
	"bytes"
	"strings"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// global is something imported.
type global struct {
	module, name string
	tier         spec.Tier
	form         pyimport.Form
	at, length   int64
	called       bool // listed as called
	blamed       bool // already reported as untrusted
}

func (g *global) trusted() bool { return g.tier == spec.TierNumPy || g.tier == spec.TierStdlib }

func (g *global) String() string { return quotedImport(g.module, g.name) }

// quotedImport joins module and name with a dot where that leaves no doubt which part is which.
func quotedImport(module, name string) string {
	if module == "" && name == "" {
		return "an import without a name"
	}
	if module == "" || name == "" || strings.Contains(module, " ") || strings.ContainsAny(name, " .") {
		return text.Literal(module) + " " + text.Literal(name)
	}
	return text.Quote(module) + "." + text.Quote(name)
}

// words has the texts that pickles tend to repeat: the parts of the names of trusted imports, and fixed arguments and
// states. It is never written to.
var words = func() map[string]bool {
	words := make(map[string]bool)
	for _, word := range strings.Fields("latin1 latin-1 " + // arguments
		"bit_generator state key pos inc counter buffer buffer_pos has_uint32 uinteger has_gauss gauss " + // of states
		"coef coeffs domain window symbol _symbol variable _variable order int is_safe x _unpickle") {
		words[word] = true
	}
	for module, name := range pyimport.All() {
		words[module], words[name] = true, true
	}
	return words
}()

// Begins reports whether a file that begins with head is a pickle without a header: the opcode
// PROTO and another opcode, or, after marks, an import that is not unknown. Others don't count: a
// text with the lines "column" and "value" begins with one.
func Begins(head []byte) bool {
	if len(head) >= 3 && head[0] == opProto {
		return head[1] <= highestProtocol && opcodes[head[2]].name != ""
	}
	head = bytes.TrimLeft(head, string(opMark))
	if len(head) == 0 || head[0] != opGlobal && head[0] != opInst {
		return false
	}
	lines := bytes.SplitN(head, []byte("\n"), 3)
	if len(lines) < 3 {
		return false
	}
	tier, _ := pyimport.Lookup(string(lines[0][1:]), string(lines[1]))
	return tier != spec.TierUnknown
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
