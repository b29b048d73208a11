// Package remedy says which findings npycheck fix fixes, and why it leaves the others.
package remedy

import (
	"sync"

	"github.com/npycheck/npycheck/spec"
)

// Way is what npycheck fix does about the findings of a rule.
type Way uint8

// The ways.
const (
	Leaves Way = iota // it can't be fixed without another copy, or another array; Why says so
	Fixes             // if nothing else in the file leaves the array in doubt, and if Why is so
	Asks              // only with Flag, since the file doesn't say what is right
)

// Remedy is what npycheck fix does about the findings of a rule. Only its plan for a file says what it does there.
type Remedy struct {
	Way  Way
	Flag string // of Asks, and of Fixes for what the bytes don't prove: "--cut"
	Why  string // why not, or the condition, which begins with "if"; a clause without a period

	// Doubt means that the finding leaves open what the array is, so that nothing else around it is fixed as long
	// as it is there.
	Doubt bool
}

// Conditional reports whether the bytes of a file have to prove what was there before.
func (r Remedy) Conditional() bool { return r.Way == Fixes && r.Why != "" }

// Of returns the remedy for the findings of a rule.
func Of(rule spec.ID) Remedy { return table()[rule] }

// Advice says in sentences what npycheck fix does about the findings of a rule.
func Advice(rule spec.ID) string {
	r := Of(rule)
	command := "npycheck fix"
	const plan = " --check FILE says whether it does."
	if rule.Rule().Level.Severity() == spec.Note && r.Way != Asks {
		command += " --level note"
	}
	switch {
	case r.Way == Leaves:
		return "npycheck fix leaves it: " + r.Why + "."
	case r.Way == Asks:
		return r.command() + " FILE can fix it; without the flag it stays, since " + r.Why + ". " + r.command() + plan
	case r.Flag == "--byte-order":
		return r.command() + " FILE can fix it; without the flag it stays, unless each part of the type is a single byte. " + r.command() + plan
	case r.Flag != "":
		return command + " FILE can fix it " + r.Why + "; " + r.Flag + " asks for it otherwise. " + command + plan
	case r.Conditional():
		return command + " FILE can fix it " + r.Why + ". " + command + plan
	}
	return command + " FILE fixes it, unless something else in the file leaves the array in doubt."
}

// command returns the command with the flag of a remedy.
func (r Remedy) command() string {
	switch r.Flag {
	case "":
		return "npycheck fix"
	case "--byte-order":
		return "npycheck fix --byte-order ORDER"
	}
	return "npycheck fix " + r.Flag
}

// table has the remedy of each rule.
var table = sync.OnceValue(func() map[spec.ID]Remedy {
	t := map[spec.ID]Remedy{}
	for _, g := range groups() {
		for _, id := range g.rules {
			t[id] = g.Remedy
		}
	}
	return t
})

// group is the rules that have one remedy.
type group struct {
	Remedy
	rules []spec.ID
}

// The reasons that several groups have.
const (
	unknownArray = "the file doesn't say what the array is"
	damaged      = "bytes are lost or changed, and only another copy has them"
	exactly      = "if the data then has exactly the length that the header gives"
)

func groups() []group {
	return []group{
		{Remedy{Way: Fixes}, form()},
		{Remedy{Way: Fixes, Why: exactly}, located()},
		{Remedy{Way: Fixes, Why: "if the header can't end at two places, and nothing was written over its end"}, padding()},
		{Remedy{Way: Fixes, Why: "if all that is wrong is gzip, base64 or UTF-8 around a whole array, text before it or a damaged magic, and the name ends in .npy or .npz"}, []spec.ID{spec.PrefixMagic}},
		{Remedy{Way: Fixes, Why: "if every newline has a CR before it, and without these the data has exactly its length", Doubt: true}, []spec.ID{spec.HeaderNewlinesConverted}},
		{Remedy{Way: Fixes, Why: "if the header can't end at two places, nothing was written over its end, and the last byte isn't CR, or no byte of the data is one, which was LF before a conversion"}, []spec.ID{spec.HeaderFinalNewline}},
		{Remedy{Way: Fixes, Why: "if only the header length is wrong, or an integer is spelled np.int64(3) or array(3), and the data then ends with the file", Doubt: true}, []spec.ID{spec.HeaderNotALiteral}},
		{Remedy{Way: Fixes, Why: "if the second is the metadata of the first, and the data then ends with the file", Doubt: true}, []spec.ID{spec.DescrTwoTypes}},
		{Remedy{Way: Fixes, Flag: "--byte-order", Why: "if each part of its type is a single byte: otherwise the file doesn't say which byte order it has"}, nativeOrder()},
		{Remedy{Way: Fixes, Flag: "--cut", Why: "if the bytes are a single newline or zeros up to a multiple of 512, and not whole elements"}, []spec.ID{spec.DataTrailing}},
		{Remedy{Way: Asks, Flag: "--split", Why: "each array gets a file of its own"}, []spec.ID{spec.DataSecondArray}},
		{Remedy{Way: Asks, Flag: "--rename", Why: "programs may know the file by its name"}, []spec.ID{spec.NpzSingleArray}},
		{Remedy{Way: Fixes, Why: "if the header without its padding is short enough"}, []spec.ID{spec.HeaderLengthOver10000}},
		{Remedy{Way: Leaves, Why: damaged, Doubt: true}, lost()},
		{Remedy{Way: Leaves, Why: unknownArray, Doubt: true}, doubtful()},
		{Remedy{Way: Leaves, Why: "two readers can see two different types or shapes in it", Doubt: true}, ambiguous()},
		{Remedy{Way: Leaves, Why: "the key may say something about the array", Doubt: true}, []spec.ID{spec.KeysExtra, spec.KeysNotStr}},
		{Remedy{Way: Leaves, Why: "it is what the array is: another value, type or shape would be another array"}, content()},
		{Remedy{Way: Leaves, Why: "it is in a pickle, whose bytes are never changed"}, pickles()},
		{Remedy{Way: Leaves, Why: "the pickle and the header contradict each other, or the pickle isn't whole", Doubt: true}, brokenPickles()},
		{Remedy{Way: Leaves, Why: "it is a pickle, which is never changed and never loaded", Doubt: true}, []spec.ID{spec.PickleRawFile}},
		{Remedy{Way: Leaves, Why: "a limit of npycheck: what is beyond it is unknown", Doubt: true}, limits()},
		{Remedy{Way: Fixes}, records()},
		{Remedy{Way: Fixes, Why: "if the member is compressed: a stored one with two sizes has two contents"}, []spec.ID{spec.ZipSize}},
		{Remedy{Way: Fixes, Why: "if the bytes show no member that would be lost"}, []spec.ID{spec.ZipPrefixBytes}},
		{Remedy{Way: Fixes, Why: "if no content is lost with the entry"}, []spec.ID{spec.ZipSpecialEntry}},
		{Remedy{Way: Fixes, Why: "if the member is an array, and no other member gets its key"}, []spec.ID{spec.NpzNameSuffix}},
		{Remedy{Way: Asks, Flag: "--drop", Why: "it would lose a member"}, dropped()},
		{Remedy{Way: Asks, Flag: "--rename", Why: "it would change the key of an array"}, renamed()},
		{Remedy{Way: Fixes, Why: "if the member was compressed by a method that npycheck can read"}, []spec.ID{spec.ZipMethodUnusual}},
		{Remedy{Way: Leaves, Why: "the names of members are the keys of arrays, and only the author knows the right one", Doubt: true}, namesInDoubt()},
		{Remedy{Way: Leaves, Why: "it is what the archive contains, and no fault of its form"}, members()},
	}
}

// form are the rules about the form of a header that has one meaning all the same.
func form() []spec.ID {
	return []spec.ID{
		spec.PrefixVersionHigherThanNeeded,
		spec.HeaderControlCharacter, spec.HeaderInvisibleCharacter, spec.HeaderBom, spec.HeaderLeadingSpace,
		spec.HeaderLeadingIndent,
		spec.HeaderCrlf, spec.HeaderAlignment16,
		spec.HeaderAlignmentV2Legacy, spec.HeaderAlignment64, spec.HeaderExcessPadding, spec.HeaderNewlineInside,
		spec.HeaderTabInside, spec.HeaderCommentInside, spec.HeaderContinuation, spec.HeaderStyleNotCanonical,
		spec.LiteralJson, spec.LiteralDoubleQuotes, spec.LiteralTripleQuotes, spec.LiteralUnicodePrefix,
		spec.LiteralStringPrefix, spec.LiteralImplicitConcatenation, spec.LiteralUnneededEscape,
		spec.LiteralUnknownEscape, spec.LiteralLongSuffix, spec.LiteralLongSuffixV3, spec.LiteralLongSuffixLower,
		spec.LiteralLongSuffixDetached, spec.LiteralNumberBase, spec.LiteralNumberUnderscore,
		spec.LiteralNumberNotCanonical, spec.LiteralParentheses, spec.KeysNotSorted,
		spec.DescrOrderOnSingleByte, spec.DescrOrderMissingSingleByte, spec.DescrAliasA, spec.DescrSizeSyntax,
		spec.DescrSizeMissing, spec.DescrObjectSize, spec.DescrDatetimeForm, spec.DescrDatetimeDivisor,
		spec.DescrFieldList, spec.DescrPaddingForm, spec.DescrSubarrayShapeInt, spec.DescrSubarrayShapeForm,
		spec.DescrSubarrayShapeEmpty, spec.OrderTrueWithoutEffect,
	}
}

// located are the rules about where the header is and what belongs to it.
func located() []spec.ID {
	return []spec.ID{
		spec.PrefixLengthBigEndian, spec.PrefixLengthWidth, spec.HeaderLeadingText, spec.KeysMisspelled,
	}
}

// padding are the rules about what is between the dictionary and the data.
func padding() []spec.ID {
	return []spec.ID{
		spec.HeaderTrailingText, spec.HeaderPaddingByte, spec.HeaderPaddingNul, spec.HeaderPaddingComment,
		spec.HeaderNewlineNotLast,
	}
}

// nativeOrder are the rules about types that are the writer's own.
func nativeOrder() []spec.ID {
	return []spec.ID{
		spec.DescrNativeByteOrder, spec.DescrTypeName, spec.DescrCTypeCode, spec.DescrTypeNumber, spec.DescrCommaString,
	}
}

func lost() []spec.ID {
	return []spec.ID{
		spec.PrefixTooShort, spec.PrefixHeaderTruncated, spec.HeaderNotUtf8, spec.HeaderNul, spec.DataTruncated,
		spec.ZipNoEndRecord, spec.ZipCrc, spec.ZipDeflateCorrupt, spec.ZipDataCorrupt, spec.ZipMissingMember,
		spec.ZipOverlap,
	}
}

func doubtful() []spec.ID {
	return []spec.ID{
		spec.PrefixVersionUnknown, spec.HeaderEmpty, spec.HeaderNotADictionary,
		spec.LiteralStringPrefixInvalid, spec.LiteralUnterminated, spec.LiteralBadEscape, spec.LiteralNamedEscape,
		spec.KeysMissing, spec.DescrInvalidType, spec.DescrDict, spec.DescrUnknownCode, spec.DescrInvalidSize,
		spec.DescrTrailingGarbage, spec.DescrRepeatCount, spec.DescrSizeNegative, spec.DescrDatetimeUnit,
		spec.DescrDatetimeMultiple, spec.DescrDatetimeDivisorInexact, spec.DescrDatetimeDivisorZero,
		spec.DescrTupleTopLevel, spec.DescrTupleMalformed, spec.DescrFieldNotTuple, spec.DescrFieldLength,
		spec.DescrFieldNameType, spec.DescrTitleType, spec.DescrSubarrayShapeType,
		spec.DescrSubarrayShapeNegative, spec.DescrSubarrayZeroItemsize, spec.ShapeNotTuple, spec.ShapeItemNotInt,
		spec.ShapeBool, spec.ShapeNegative, spec.ShapeDimensionOverflow, spec.ShapeProductOverflow,
		spec.OrderNotBool, spec.ZipEncrypted, spec.ZipMethod,
	}
}

func ambiguous() []spec.ID {
	return []spec.ID{
		spec.LiteralNumberLeadingZero, spec.KeysDuplicate,
		spec.DescrDuplicateName, spec.DescrDuplicateTitle, spec.DescrSubarrayShapeOne,
	}
}

func content() []spec.ID {
	return []spec.ID{
		spec.HeaderNotAscii, spec.DescrMixedByteOrder, spec.DescrPlatformLongdouble, spec.DescrOtherPlatformFloat,
		spec.DescrZeroItemsize, spec.DescrVoidLostType, spec.DescrDatetimeGeneric, spec.DescrEmptyStruct,
		spec.DescrNameOdd, spec.DescrEmptyName, spec.DescrPaddingZero, spec.DescrSubarrayZero,
		spec.ShapeZeroWithHugeDimension, spec.ShapeRankOver32, spec.ShapeRankOver64, spec.DataBoolValue,
		spec.DataCodePoint, spec.DataPaddingNotZero,
	}
}

func pickles() []spec.ID {
	return []spec.ID{
		spec.PicklePresent, spec.PickleTrailing, spec.PickleProtocol, spec.PickleMemo, spec.PickleMemoRedefined,
		spec.PickleImportDangerous, spec.PickleImportUnknown, spec.PickleCallUnknown, spec.PickleImportName,
		spec.PickleImportUnresolved, spec.PickleExtension, spec.PicklePersistentId, spec.PickleBuffer,
		spec.PickleCallForm, spec.PickleMutation, spec.PickleAllocation, spec.PickleExpansion, spec.PickleDepth,
		spec.PickleWork, spec.PickleLateChange, spec.PickleObjectBytes, spec.PickleState, spec.PickleMatrix,
		spec.PickleNumpyCore, spec.PickleNewerName, spec.PickleStringDtype, spec.PicklePython2Text,
		spec.PicklePlatform,
	}
}

func brokenPickles() []spec.ID {
	return []spec.ID{
		spec.PickleMissing, spec.PickleTruncated, spec.PickleMalformed, spec.PickleFrame,
		spec.PickleNotArray, spec.PickleHeaderMismatch, spec.PickleDtypeState,
	}
}

func limits() []spec.ID {
	return []spec.ID{
		spec.HeaderLengthOverLimit, spec.HeaderNestingDepth, spec.DescrSizeOverflow, spec.DescrItemsizeOverflow,
	}
}

// records are the rules about records of an archive whose members are known all the same: their checksums agree.
func records() []spec.ID {
	return []spec.ID{
		spec.ZipEndRecordMismatch, spec.ZipComment, spec.ZipCommentTruncated,
		spec.ZipTrailingBytes, spec.ZipGap, spec.ZipOrder, spec.ZipMultiDisk, spec.ZipZip64Record,
		spec.ZipZip64Unneeded, spec.ZipDiskSentinel, spec.ZipHeaderMismatch, spec.ZipFlags, spec.ZipVersionNeeded,
		spec.ZipDataDescriptor, spec.ZipDataDescriptorSignature, spec.ZipStreamedRecords, spec.ZipExtraMalformed,
		spec.ZipZip64Extra, spec.ZipZip64Deferral, spec.ZipLocalExtra, spec.ZipExtraUnusual,
		spec.ZipAttributes, spec.ZipDirectoryEntry, spec.ZipDeflateTrailing,
	}
}

func dropped() []spec.ID {
	return []spec.ID{spec.ZipHiddenMember, spec.ZipNameDuplicate}
}

func renamed() []spec.ID {
	return []spec.ID{
		spec.ZipNameAbsolute, spec.ZipNameParent, spec.ZipNameBackslash, spec.ZipNameNul, spec.ZipNameControl,
		spec.ZipNameInvisible,
	}
}

func namesInDoubt() []spec.ID {
	return []spec.ID{
		spec.ZipSeveralEndRecords, spec.ZipNameMismatch, spec.ZipUnicodePath, spec.ZipNameEmpty,
		spec.ZipNameEncoding, spec.ZipNameNotFlagged,
	}
}

func members() []spec.ID {
	return []spec.ID{
		spec.ZipRatio, spec.ZipMemberCount, spec.ZipNameCollision, spec.ZipNameUnusual, spec.NpzEmpty,
		spec.NpzMemberNotNpy, spec.NpzNoArray, spec.NpzMemberWithoutMagic, spec.NpzNameNested,
		spec.NpzKeyAmbiguous, spec.NpzMixedMethods, spec.NpzMemberPickle, spec.NpzMemberArchive,
	}
}
