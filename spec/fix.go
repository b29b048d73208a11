package spec

// FixNote is what the command npycheck fix does about the findings of a rule. What it does in one file is decided by the
// plan that it makes for the file.
type FixNote struct {
	Way  FixWay
	Flag string // of FixIfAsked, and of FixIfSafe for what the bytes don't prove: "--cut"
	Why  string // why not, or the condition, which begins with "if"; a clause without a period

	// Doubt means that the finding leaves open what the array is. As long as it is there, nothing around it is fixed.
	Doubt bool
}

// Conditional reports whether the bytes of a file have to prove what was there before.
func (n FixNote) Conditional() bool { return n.Way == FixIfSafe && n.Why != "" }

// FixWay says whether npycheck fix repairs something.
type FixWay uint8

// The ways.
const (
	FixNever   FixWay = iota // it stays: that takes another copy, or makes another array; FixNote.Why says so
	FixIfSafe                // it is repaired if FixNote.Why is so, and nothing else leaves the array in doubt
	FixIfAsked               // it is repaired only with FixNote.Flag, since the file doesn't say what is right
)

// Notes that several rules have.
var (
	// The form is wrong, and the meaning is clear all the same. Checksums of members agree.
	fixForm = FixNote{Way: FixIfSafe}

	fixExactly = FixNote{Way: FixIfSafe, Why: "if the data then has exactly the length that the header gives"}
	fixPadding = FixNote{Way: FixIfSafe, Why: "if the header can't end at two places, and nothing was written over its end"}
	fixNative  = FixNote{Way: FixIfSafe, Flag: "--byte-order", Why: "if each part of its type is a single byte: otherwise the file " +
		"doesn't say which byte order it has"}

	fixDropped = FixNote{Way: FixIfAsked, Flag: "--drop", Why: "it would lose a member"}
	fixRenamed = FixNote{Way: FixIfAsked, Flag: "--rename", Why: "it would change the key of an array"}

	fixLost      = FixNote{Way: FixNever, Why: "bytes are lost or changed, and only another copy has them", Doubt: true}
	fixUnknown   = FixNote{Way: FixNever, Why: "the file doesn't say what the array is", Doubt: true}
	fixAmbiguous = FixNote{Way: FixNever, Why: "two readers can see two different types or shapes in it", Doubt: true}
	fixKey       = FixNote{Way: FixNever, Why: "the key may say something about the array", Doubt: true}
	fixContent   = FixNote{Way: FixNever, Why: "it is what the array is: another value, type or shape would be another array"}
	fixPickle    = FixNote{Way: FixNever, Why: "it is in a pickle, whose bytes are never changed"}
	fixNotPickle = FixNote{Way: FixNever, Why: "the pickle and the header contradict each other, or the pickle isn't whole", Doubt: true}
	fixLimit     = FixNote{Way: FixNever, Why: "a limit of npycheck: what is beyond it is unknown", Doubt: true}
	fixNames     = FixNote{Way: FixNever, Why: "the names of members are the keys of arrays, and only the author knows the right one", Doubt: true}
	fixMembers   = FixNote{Way: FixNever, Why: "it is what the archive contains, and no fault of its form"}
)
