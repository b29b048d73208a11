package plant

import (
	"maps"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
)

// archiveFaults are those for rules of the areas zip and npz.
var archiveFaults = map[spec.ID]archiveFault{
	// The end records.
	spec.ZipNoEndRecord:       noEndRecord,
	spec.ZipSeveralEndRecords: severalEndRecords,
	spec.ZipEndRecordMismatch: endRecordMismatch,
	spec.ZipComment:           comment,
	spec.ZipCommentTruncated:  commentTruncated,
	spec.ZipTrailingBytes:     trailingBytes,
	spec.ZipMultiDisk:         multiDisk,
	spec.ZipZip64Record:       zip64Record,
	spec.ZipZip64Unneeded:     zip64Unneeded,
	spec.ZipDiskSentinel:      diskSentinel,

	// Where members are.
	spec.ZipPrefixBytes:   prefixBytes,
	spec.ZipGap:           gap,
	spec.ZipOverlap:       overlap,
	spec.ZipHiddenMember:  hiddenMember,
	spec.ZipMissingMember: missingMember,
	spec.ZipOrder:         order,
	spec.ZipMemberCount:   memberCount,

	// What their headers say.
	spec.ZipNameMismatch:            nameMismatch,
	spec.ZipHeaderMismatch:          headerMismatch,
	spec.ZipMethod:                  unknownMethod,
	spec.ZipMethodUnusual:           unusualMethod,
	spec.ZipEncrypted:               encrypted,
	spec.ZipFlags:                   flags,
	spec.ZipVersionNeeded:           versionNeeded,
	spec.ZipDataDescriptor:          dataDescriptor,
	spec.ZipDataDescriptorSignature: descriptorSignature,
	spec.ZipExtraMalformed:          extraMalformed,
	spec.ZipUnicodePath:             otherPath,
	spec.ZipZip64Extra:              zip64Extra,
	spec.ZipZip64Deferral:           deferredNumber,
	spec.ZipLocalExtra:              localExtra,
	spec.ZipExtraUnusual:            extraUnusual,
	spec.ZipSpecialEntry:            external(0o120777<<16, 0o020666<<16, 0o060660<<16, 0o010600<<16, 0o140755<<16, 0xf0000000, 0x70000020),
	spec.ZipAttributes:              external(0x10, 0x08, 0x40, 0x400, 0o40755<<16, archive.Mode644|0x10, 0o040755<<16|0x10, 0x18),
	spec.ZipDirectoryEntry:          directoryEntry,

	// Their data.
	spec.ZipCrc:             wrongSum,
	spec.ZipSize:            wrongSize,
	spec.ZipDeflateCorrupt:  corruptStream,
	spec.ZipDeflateTrailing: trailingStream,
	spec.ZipDataCorrupt:     corruptFrame,
	spec.ZipStreamedRecords: streamedRecords,

	// Their names.
	spec.ZipNameDuplicate:  sameName,
	spec.ZipNameCollision:  collidingName,
	spec.ZipNameEmpty:      memberNamed(""),
	spec.ZipNameAbsolute:   memberNamed("/a.npy", `\a.npy`, "C:/a.npy", `c:\d\a.npy`, "//host/share/a.npy", `\\host\a.npy`, "/etc/a.npy"),
	spec.ZipNameParent:     memberNamed("../a.npy", "d/../a.npy", "../../../../a.npy", "d/e/../../../a.npy"),
	spec.ZipNameBackslash:  memberNamed(`d\a.npy`, `a\.npy`, `d\e\f.npy`),
	spec.ZipNameNul:        memberNamed("a\x00b.npy", "a.npy\x00.npy", "\x00.npy", "a.npy\x00b.npy"),
	spec.ZipNameControl:    memberNamed("a\nb.npy", "\x1b[31ma.npy", "a\x7f.npy", "a\tb.npy", "error\r.npy", "\u0085.npy"),
	spec.ZipNameInvisible:  memberNamed("a\u202eb.npy", "\u200b.npy", "a\ufeff.npy", "a\u00adb.npy", "a\u2066.npy", "\u00a0.npy", "a\u3164b\u200d.npy"),
	spec.ZipNameEncoding:   nameEncoding,
	spec.ZipNameNotFlagged: nameNotFlagged,
	spec.ZipNameUnusual: memberNamed("con.npy", "AUX.npy", "nul.npy", "com1.npy", "LPT9.x.npy", "a:b.npy", "w:0.npy", "a?.npy", "a*.npy", "<a>.npy",
		"a|b.npy", `"a".npy`, string(slices.Repeat([]byte("n"), 300))+".npy"),

	// What they are.
	spec.NpzEmpty:              empty,
	spec.NpzNameSuffix:         nameSuffix,
	spec.NpzMemberNotNpy:       memberNotNpy,
	spec.NpzNoArray:            noArray,
	spec.NpzMemberWithoutMagic: withoutMagic,
	spec.NpzNameNested:         nested,
	spec.NpzKeyAmbiguous:       keyAmbiguous,
	spec.NpzMixedMethods:       mixedMethods,
	spec.NpzMemberPickle:       memberPickle,
	spec.NpzMemberArchive:      memberArchive,
}

// archiveRules returns the rules that archiveFaults are for, in their order.
func archiveRules() []spec.ID { return slices.Sorted(maps.Keys(archiveFaults)) }

// archiveDrafts is how many drafts archiveFault looks at.
const archiveDrafts = 100

// plantArchive returns an archive that breaks only one rule, of the areas zip and npz, and the conforming one
// from which it was made. It reports false if no draft can break the rule.
func plantArchive(g *choice.Chooser, rule spec.ID) (faulty, twin sample.File, ok bool) {
	fault := archiveFaults[rule]
	if fault == nil {
		return sample.File{}, sample.File{}, false
	}
	for range archiveDrafts {
		a := archive.Conforming(g, choice.Of(g, "", "zip", "npz"), true)
		if !fault(g, a) {
			continue
		}
		f := a.File()
		// It isn't known what a reader gets that has to reject the file, or trusts a false size, or how it
		// decodes a name.
		if rule.Rule().Reader == spec.Reject || rule == spec.ZipSize || rule == spec.ZipNameNotFlagged {
			f.Members = nil
		}
		return f, a.Twin, true
	}
	return sample.File{}, sample.File{}, false
}
