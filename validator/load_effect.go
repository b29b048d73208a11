package validator

import "github.com/npycheck/npycheck/spec"

// effect is what a finding means for np.load. The later ones outweigh those before them.
type effect uint8

const (
	asUsual       effect = iota // the array is returned, perhaps with arguments
	needsNumPy2                 // it is returned by NumPy 2
	otherPlatform               // it is returned where the type exists
	doubtful                    // nobody knows
	fails                       // np.load raises an error, whatever its arguments are
	unsafe                      // with allow_pickle=True it may run code; without, it raises an error
	holdsNothing                // an archive without arrays is returned
	returnsBytes                // it is something else, and its bytes are returned
)

// loads reports whether an array is returned.
func (e effect) loads() bool { return e <= otherPlatform }

// effectOf returns the effect of a finding by a rule.
func effectOf(rule spec.ID) effect {
	switch rule {
	case spec.PicklePresent, spec.PickleTrailing, spec.PickleNumpyCore, spec.PickleNewerName, spec.PickleStringDtype,
		spec.PicklePython2Text, spec.PicklePlatform:
		return asUsual // besides what the walk through the pickle found out
	case spec.ShapeRankOver32:
		return needsNumPy2
	case spec.DescrOtherPlatformFloat:
		return otherPlatform
	case spec.NpzEmpty, spec.NpzNoArray:
		return holdsNothing
	case spec.NpzMemberNotNpy, spec.NpzMemberWithoutMagic, spec.NpzMemberPickle, spec.NpzMemberArchive, spec.ZipDirectoryEntry:
		return returnsBytes
	case spec.ZipComment, spec.ZipVersionNeeded:
		return doubtful // zipfile takes the signature of an end record in a comment for one, and refuses versions above 6.3
	}
	r := rule.Rule()
	switch {
	case raises[rule]:
		return fails
	case r.Kind == spec.Security && r.Area() == "pickle":
		return unsafe
	case r.Level == spec.Must || r.Area() == "pickle":
		return doubtful
	}
	return asUsual
}

// raises has the rules that no release of NumPy gets past, on any system.
var raises = map[spec.ID]bool{
	spec.PrefixTooShort:        true,
	spec.PrefixVersionUnknown:  true,
	spec.PrefixHeaderTruncated: true,

	spec.HeaderEmpty:            true,
	spec.HeaderNotUtf8:          true,
	spec.HeaderNul:              true,
	spec.HeaderLeadingText:      true,
	spec.HeaderNotALiteral:      true,
	spec.HeaderNotADictionary:   true,
	spec.LiteralUnterminated:    true,
	spec.KeysMissing:            true,
	spec.KeysExtra:              true,
	spec.KeysMisspelled:         true,
	spec.KeysNotStr:             true,
	spec.DescrDatetimeUnit:      true,
	spec.DescrDuplicateName:     true,
	spec.DescrItemsizeOverflow:  true,
	spec.ShapeNotTuple:          true,
	spec.ShapeItemNotInt:        true,
	spec.ShapeBool:              true,
	spec.ShapeDimensionOverflow: true,
	spec.ShapeProductOverflow:   true,
	spec.ShapeRankOver64:        true,
	spec.OrderNotBool:           true,

	spec.ShapeZeroWithHugeDimension: true,

	spec.DataTruncated:   true,
	spec.PickleMissing:   true,
	spec.PickleTruncated: true,

	spec.ZipNoEndRecord: true,
	spec.ZipEncrypted:   true,
	spec.ZipMethod:      true,
}

// ofContent reports whether a rule about the records of an archive is about the content of one member.
func ofContent(rule spec.ID) bool {
	switch rule {
	case spec.ZipCrc, spec.ZipSize, spec.ZipDeflateCorrupt, spec.ZipDeflateTrailing, spec.ZipDataCorrupt:
		return true
	}
	return false
}
