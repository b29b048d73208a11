package remedy

import "strings"

// Fix is what npycheck fix does about a finding, as its plan for the file says: nothing, which is zero, or Fixed with
// the flags that it needs.
type Fix uint8

// Fixed says that the finding is fixed. The others are flags.
const (
	Fixed Fix = 1 << iota
	Notes     // of files that have nothing worse
	ByteOrder
	Cut
	Split
	Drop
	Rename
	afterFlags
)

// flags are the texts of the flags.
var flags = map[Fix]string{
	Notes: "--level note", ByteOrder: "--byte-order ORDER", Cut: "--cut", Split: "--split", Drop: "--drop", Rename: "--rename",
}

// FixOf returns the Fix of a flag as a Remedy has it, without Fixed; 0 for "".
func FixOf(flag string) Fix {
	for f, text := range flags {
		if name, _, _ := strings.Cut(text, " "); flag == name {
			return f
		}
	}
	return 0
}

// Flags returns the flags of the command in their order, each with a space before it.
func (f Fix) Flags() string {
	text := ""
	for flag := Notes; flag < afterFlags && flag > 0; flag <<= 1 {
		if f&flag != 0 {
			text += " " + flags[flag]
		}
	}
	return text
}

// Command returns the command that fixes the finding: "npycheck fix --cut FILE". It is "" if there is none.
func (f Fix) Command() string {
	if f&Fixed == 0 {
		return ""
	}
	return "npycheck fix" + f.Flags() + " FILE"
}

// ParseCommand returns the Fix of a command, and false for a text that isn't one.
func ParseCommand(text string) (Fix, bool) {
	for f := Fixed; f < afterFlags; f += 2 {
		if f.Command() == text {
			return f, true
		}
	}
	return 0, false
}

// Hint says with which command the finding is fixed, in a sentence; or "".
func (f Fix) Hint() string {
	if f&Fixed == 0 {
		return ""
	}
	return f.Command() + " fixes it."
}
