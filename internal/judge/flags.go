package judge

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// flagRules gives the rules that are the reason for each flag of the corpus. Flags without rules here depend on more
// than the rule: see Flags.
var flagRules = map[string][]spec.ID{
	"alignment":            {spec.HeaderAlignment16},
	"padding":              {spec.HeaderPaddingByte, spec.HeaderPaddingComment},
	"terminator":           {spec.HeaderFinalNewline, spec.HeaderNewlinesConverted, spec.HeaderCrlf},
	"late-padding":         {spec.HeaderNewlineNotLast},
	"leading-space":        {spec.HeaderLeadingSpace},
	"long-integer":         {spec.LiteralLongSuffix, spec.LiteralLongSuffixDetached},
	"named-escape":         {spec.LiteralNamedEscape},
	"latin1-header":        {spec.HeaderNotAscii},
	"raw-control":          {spec.HeaderControlCharacter, spec.HeaderInvisibleCharacter},
	"large-header":         {spec.HeaderLengthOver10000, spec.HeaderLengthOverLimit},
	"native-order":         {spec.DescrNativeByteOrder},
	"longdouble":           {spec.DescrPlatformLongdouble, spec.DescrOtherPlatformFloat},
	"odd-datetime":         {spec.DescrDatetimeForm, spec.DescrDatetimeDivisor},
	"unnamed-field":        {spec.DescrEmptyName},
	"odd-padding-field":    {spec.DescrPaddingForm},
	"odd-field":            {spec.DescrFieldList, spec.DescrTitleType},
	"odd-subarray":         {spec.DescrSubarrayShapeInt, spec.DescrSubarrayShapeForm},
	"trailing-data":        {spec.DataTrailing, spec.DataSecondArray, spec.PickleTrailing, spec.ZipTrailingBytes},
	"odd-bool":             {spec.DataBoolValue},
	"odd-code-point":       {spec.DataCodePoint},
	"rank-33":              {spec.ShapeRankOver32},
	"rank-65":              {spec.ShapeRankOver64},
	"huge-empty":           {spec.ShapeZeroWithHugeDimension},
	"unicode-prefix":       {spec.LiteralUnicodePrefix},
	"odd-pickle":           {spec.PickleProtocol},
	"unknown-import":       {spec.PickleImportUnknown, spec.PickleCallUnknown},
	"huge-pickle":          {spec.PickleExpansion, spec.PickleDepth, spec.PickleWork},
	"odd-suffix":           {spec.NpzNameSuffix},
	"other-format":         {spec.NpzSingleArray},
	"other-member":         {spec.NpzMemberNotNpy, spec.NpzNoArray, spec.NpzMemberPickle, spec.NpzMemberArchive},
	"ambiguous-key":        {spec.NpzKeyAmbiguous},
	"archive-comment":      {},
	"signature-in-comment": {},
	"odd-method":           {spec.ZipMethodUnusual},
	"reserved-flag":        {},
	"patch-flag":           {},
	"high-version":         {},
	"unknown-version":      {},
	"descriptor-signature": {spec.ZipDataDescriptorSignature},
	"directory-walk":       {spec.ZipHeaderMismatch, spec.ZipHiddenMember, spec.ZipDataDescriptor, spec.ZipLocalExtra},
	"directory-gap":        {},
	"member-size":          {spec.ZipDeflateTrailing},
	"member-short":         {},
	"special-file":         {spec.ZipSpecialEntry, spec.ZipAttributes},
	"odd-extra":            {spec.ZipExtraUnusual},
	"needless-zip64":       {spec.ZipZip64Unneeded, spec.ZipDiskSentinel, spec.ZipZip64Deferral},
	"streamed-records":     {spec.ZipStreamedRecords},
	"folder-entry":         {spec.ZipDirectoryEntry},
	"hostile-name":         {spec.ZipNameAbsolute, spec.ZipNameParent, spec.ZipNameControl},
	"odd-name": {
		spec.ZipNameCollision, spec.ZipNameEmpty, spec.ZipNameBackslash, spec.ZipNameInvisible, spec.ZipNameUnusual,
	},
	"cp437-name":   {spec.ZipNameNotFlagged},
	"many-members": {spec.ZipMemberCount},
	"bomb":         {spec.ZipRatio},
	"odd-literal": {
		spec.HeaderTabInside, spec.HeaderCommentInside, spec.HeaderContinuation, spec.LiteralDoubleQuotes, spec.LiteralTripleQuotes,
		spec.LiteralStringPrefix, spec.LiteralImplicitConcatenation, spec.LiteralUnneededEscape, spec.LiteralUnknownEscape,
		spec.LiteralNumberBase, spec.LiteralNumberUnderscore, spec.LiteralNumberNotCanonical, spec.LiteralParentheses,
	},
	"dtype-alias": {
		spec.DescrTypeName, spec.DescrCTypeCode, spec.DescrTypeNumber, spec.DescrAliasA, spec.DescrCommaString, spec.DescrSizeSyntax,
		spec.DescrSizeMissing, spec.DescrOrderOnSingleByte, spec.DescrOrderMissingSingleByte,
	},
	"object": {
		spec.PicklePresent, spec.PickleLateChange, spec.PickleMatrix, spec.PickleNumpyCore, spec.PickleNewerName, spec.PicklePlatform, spec.PickleStringDtype,
		spec.PicklePython2Text, spec.PickleMemoRedefined,
	},
}

// unclearFlags gives the possible flags of rules where the bytes decide between them.
var unclearFlags = map[spec.ID][]string{
	spec.ZipComment:       {"archive-comment", "signature-in-comment"},
	spec.ZipGap:           {"directory-walk", "directory-gap"},
	spec.ZipFlags:         {"reserved-flag", "patch-flag"},
	spec.ZipVersionNeeded: {"high-version", "unknown-version"},
	spec.ZipSize:          {"member-size", "member-short"},
}

// flagByRule gives the flag of each rule that determines one by itself.
var flagByRule = sync.OnceValue(func() map[spec.ID]string {
	flags := map[spec.ID]string{}
	for flag, rules := range flagRules {
		for _, id := range rules {
			flags[id] = flag
		}
	}
	return flags
})

// Flags returns the flags of the corpus for a file that a reader may read or reject: why it may. If the report leaves
// open which of two flags it is, it returns both.
func Flags(file []byte, report *validator.Report) []string {
	flags := []string{}
	add := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(flags, name) {
				flags = append(flags, name)
			}
		}
	}
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.Array > 0 || f.Duty() != spec.Either { // a reader of only the first array never sees the others
			continue
		}
		if f.Unseen { // readers that accept the file don't see faults there
			// That something is a pickle, or has another name, is a finding as well as a flag.
			if f.Rule.Rule().Area() != "pickle" && !mayBeLeftOut(report, f) {
				add("directory-walk")
			}
			continue
		}
		if flag := flagByRule()[f.Rule]; flag != "" {
			add(flag)
		}
		add(moreFlags(file, report, f)...)
	}
	for id, n := range report.Omitted {
		if n == report.Unseen[id] || id.Rule().Reader != spec.Either {
			continue
		}
		if flag := flagByRule()[id]; flag != "" {
			add(flag)
		}
		add(unclearFlags[id]...)
	}
	slices.SortFunc(flags, func(a, b string) int { return flagIndex()[a] - flagIndex()[b] })
	return flags
}

// flagIndex gives the place of each flag in the list of the corpus.
var flagIndex = sync.OnceValue(func() map[string]int {
	index := map[string]int{}
	for i, f := range corpus.Flags() {
		index[f.Name] = i
	}
	return index
})

// moreFlags returns the flags of a finding that its rule doesn't determine.
func moreFlags(file []byte, report *validator.Report, f *validator.Finding) []string {
	var about []byte // the bytes of the file that the finding is about
	if f.Base == validator.BaseFile {
		about = file[f.Offset:][:f.Length]
	}
	end := []byte("PK\x05\x06")
	switch f.Rule {
	case spec.DescrCTypeCode, spec.DescrTypeName, spec.DescrTypeNumber, spec.DescrCommaString:
		return aliasFlags(report, f)
	case spec.ZipComment:
		if bytes.Contains(about, end) {
			return []string{"signature-in-comment"}
		}
		return []string{"archive-comment"}
	case spec.ZipTrailingBytes:
		if bytes.Contains(about, end) {
			return []string{"signature-in-comment"}
		}
	case spec.ZipGap:
		after := file[f.Offset+f.Length:]
		if bytes.HasPrefix(after, end) || bytes.HasPrefix(after, []byte("PK\x06\x06")) {
			return []string{"directory-gap"}
		}
		return []string{"directory-walk"}
	case spec.ZipFlags:
		const patched, allowed = 1 << 5, 1<<1 | 1<<2 | 1<<3 | 1<<11
		bits := binary.LittleEndian.Uint16(about)
		var flags []string
		if bits&patched != 0 {
			flags = append(flags, "patch-flag")
		}
		if bits&^(patched|allowed) != 0 {
			flags = append(flags, "reserved-flag")
		}
		return flags
	case spec.ZipVersionNeeded:
		if about[0] > 63 {
			return []string{"unknown-version"}
		}
		return []string{"high-version"}
	case spec.ZipSize:
		return sizeFlags(report, f)
	}
	return nil
}

// aliasFlags returns flags for what is odd about a type besides its spelling. One whose size depends on the platform
// has no array: it is a long double or one of C's integers.
func aliasFlags(report *validator.Report, f *validator.Finding) []string {
	a := report.Array
	if f.Member >= 0 && f.Member < len(report.Members) {
		a = report.Members[f.Member].Array
	}
	if a != nil {
		if native(&a.DType) {
			return []string{"native-order"}
		}
		return nil
	}
	start := f.Offset - f.Excerpt.Offset
	text := strings.Trim(f.Excerpt.Bytes[min(start, int64(len(f.Excerpt.Bytes))):], `'"<>=|`)
	for _, name := range []string{"g'", "G'", "longd", "longf", "longc", "float", "complex", "clong"} {
		if strings.HasPrefix(text, name) {
			return []string{"longdouble"}
		}
	}
	return []string{"native-order"}
}

// native reports whether a type leaves its byte order, or that of a field, to the machine.
func native(t *spec.DType) bool {
	for t.Base != nil {
		t = t.Base
	}
	return t.Order == '=' || slices.ContainsFunc(t.Fields, func(f spec.Field) bool { return native(&f.Type) })
}

// sizeFlags reports whether a member is longer or shorter than its array.
func sizeFlags(report *validator.Report, f *validator.Finding) []string {
	if f.Member >= 0 && f.Member < len(report.Members) {
		if m := &report.Members[f.Member]; m.Array != nil && m.Array.DataOffset+m.Array.DataBytes <= m.Size {
			return []string{"member-size"}
		} else if m.Array != nil {
			return []string{"member-short"}
		}
	}
	return unclearFlags[f.Rule]
}

// mayBeLeftOut reports whether a finding is about an array in a member that a reader may leave out for its name
// (clause npz-5.2).
func mayBeLeftOut(report *validator.Report, f *validator.Finding) bool {
	if !f.Unseen || f.Member < 0 || f.Member >= len(report.Members) || f.Rule.Rule().Area() == "pickle" {
		return false
	}
	return !report.Members[f.Member].Hidden && !strings.HasSuffix(f.MemberName, ".npy")
}
