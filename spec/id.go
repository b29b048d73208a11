package spec

import "fmt"

// ID identifies a rule. A finding names its rule by one of the constants below, so that a rule that doesn't exist
// doesn't compile. The zero ID identifies no rule.
//
// The number is no part of the format of any report and may change; the name of the rule is what stays.
type ID uint16

const (
	PrefixTooShort ID = iota + 1
	PrefixMagic
	PrefixVersionUnknown
	PrefixHeaderTruncated
	PrefixLengthBigEndian
	PrefixLengthWidth
	PrefixVersionHigherThanNeeded

	HeaderEmpty
	HeaderNotAscii
	HeaderNotUtf8
	HeaderNul
	HeaderControlCharacter
	HeaderInvisibleCharacter
	HeaderBom
	HeaderLeadingSpace
	HeaderLeadingIndent
	HeaderLeadingText
	HeaderTrailingText
	HeaderPaddingByte
	HeaderPaddingNul
	HeaderPaddingComment
	HeaderFinalNewline
	HeaderNewlineNotLast
	HeaderTextMode
	HeaderCrlf
	HeaderAlignment16
	HeaderAlignmentV2Legacy
	HeaderAlignment64
	HeaderExcessPadding
	HeaderLengthOver10000
	HeaderLengthOverLimit
	HeaderNotALiteral
	HeaderNotADictionary
	HeaderNestingDepth
	HeaderNewlineInside
	HeaderTabInside
	HeaderCommentInside
	HeaderContinuation
	HeaderStyleNotCanonical

	LiteralJson
	LiteralDoubleQuotes
	LiteralTripleQuotes
	LiteralUnicodePrefix
	LiteralStringPrefix
	LiteralStringPrefixInvalid
	LiteralImplicitConcatenation
	LiteralUnterminated
	LiteralUnneededEscape
	LiteralUnknownEscape
	LiteralBadEscape
	LiteralNamedEscape
	LiteralLongSuffix
	LiteralLongSuffixV3
	LiteralLongSuffixLower
	LiteralLongSuffixDetached
	LiteralNumberBase
	LiteralNumberUnderscore
	LiteralNumberLeadingZero
	LiteralNumberForm
	LiteralParentheses

	KeysMissing
	KeysExtra
	KeysMisspelled
	KeysDuplicate
	KeysNotStr
	KeysNotSorted

	DescrInvalidType
	DescrDict
	DescrUnknownCode
	DescrInvalidSize
	DescrTrailingGarbage
	DescrNativeByteOrder
	DescrOrderOnSingleByte
	DescrOrderMissingSingleByte
	DescrMixedByteOrder
	DescrTypeName
	DescrCTypeCode
	DescrTypeNumber
	DescrAliasA
	DescrCommaString
	DescrRepeatCount
	DescrPlatformLongdouble
	DescrOtherPlatformFloat
	DescrSizeSyntax
	DescrSizeMissing
	DescrSizeNegative
	DescrSizeOverflow
	DescrObjectSize
	DescrZeroItemsize
	DescrVoidLostType
	DescrDatetimeUnit
	DescrDatetimeGeneric
	DescrDatetimeForm
	DescrDatetimeMultiple
	DescrDatetimeDivisor
	DescrDatetimeDivisorInexact
	DescrDatetimeDivisorZero
	DescrTupleTopLevel
	DescrTupleMalformed
	DescrTupleBaseAlias
	DescrFieldNotTuple
	DescrFieldList
	DescrFieldLength
	DescrEmptyStruct
	DescrFieldNameType
	DescrTitleType
	DescrDuplicateName
	DescrDuplicateTitle
	DescrNameOdd
	DescrEmptyName
	DescrPaddingForm
	DescrPaddingZero
	DescrSubarrayShapeInt
	DescrSubarrayShapeForm
	DescrSubarrayShapeOne
	DescrSubarrayShapeType
	DescrSubarrayShapeNegative
	DescrSubarrayShapeEmpty
	DescrSubarrayZero
	DescrSubarrayZeroItemsize
	DescrItemsizeOverflow

	ShapeNotTuple
	ShapeItemNotInt
	ShapeBool
	ShapeNegative
	ShapeDimensionOverflow
	ShapeProductOverflow
	ShapeZeroWithHugeDimension
	ShapeRankOver32
	ShapeRankOver64

	OrderNotBool
	OrderTrueWithoutEffect

	DataTruncated
	DataTrailing
	DataSecondArray
	DataBoolValue
	DataCodePoint
	DataPaddingNotZero

	PicklePresent
	PickleMissing
	PickleRawFile
	PickleTruncated
	PickleMalformed
	PickleTrailing
	PickleProtocol
	PickleFrame
	PickleMemo
	PickleMemoRedefined
	PickleImportDangerous
	PickleImportUnknown
	PickleCallUnknown
	PickleImportName
	PickleImportUnresolved
	PickleExtension
	PicklePersistentId
	PickleBuffer
	PickleCallForm
	PickleMutation
	PickleAllocation
	PickleExpansion
	PickleDepth
	PickleWork
	PickleNotFollowed
	PickleNotArray
	PickleHeaderMismatch
	PickleDtypeState
	PickleObjectBytes
	PickleState
	PickleMatrix
	PickleNumpyCore
	PickleStringDtype
	PicklePython2Text

	ZipNoEndRecord
	ZipSeveralEndRecords
	ZipEndRecordMismatch
	ZipComment
	ZipCommentTruncated
	ZipPrefixBytes
	ZipTrailingBytes
	ZipGap
	ZipOverlap
	ZipHiddenMember
	ZipMissingMember
	ZipOrder
	ZipMultiDisk
	ZipZip64Record
	ZipZip64Unneeded
	ZipDiskSentinel
	ZipNameMismatch
	ZipHeaderMismatch
	ZipMethod
	ZipMethodUnusual
	ZipEncrypted
	ZipFlags
	ZipVersionNeeded
	ZipDataDescriptor
	ZipDataDescriptorSignature
	ZipStreamedRecords
	ZipExtraMalformed
	ZipUnicodePath
	ZipZip64Extra
	ZipLocalExtra
	ZipExtraUnusual
	ZipSpecialEntry
	ZipAttributes
	ZipDirectoryEntry
	ZipCrc
	ZipSize
	ZipDeflateCorrupt
	ZipDeflateTrailing
	ZipRatio
	ZipMemberCount
	ZipNameDuplicate
	ZipNameCollision
	ZipNameEmpty
	ZipNameAbsolute
	ZipNameParent
	ZipNameBackslash
	ZipNameNul
	ZipNameControl
	ZipNameInvisible
	ZipNameEncoding
	ZipNameNotFlagged
	ZipNameUnusual

	NpzNameOfArray
	NpzEmpty
	NpzNameSuffix
	NpzMemberNotNpy
	NpzNoArray
	NpzMemberWithoutMagic
	NpzNameNested
	NpzKeyAmbiguous
	NpzMixedMethods
	NpzMemberPickle
	NpzMemberArchive
)

// String returns the name of the rule: "header-padding-byte".
func (id ID) String() string { return id.Rule().Name }

// Rule returns the rule. It panics if the ID is none of the constants.
func (id ID) Rule() Rule { return rules()[id-1] }

// MarshalText returns the name of the rule.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText sets the ID to that of the rule with the given name.
func (id *ID) UnmarshalText(name []byte) error {
	r, ok := Lookup(string(name))
	if !ok {
		return fmt.Errorf("unknown rule %q", name)
	}
	*id = r.ID
	return nil
}
