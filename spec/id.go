package spec

// ID identifies a rule. A finding names its rule by a constant, so that a rule that doesn't exist doesn't compile. The
// zero ID identifies no rule. IDs have the order of the table.
//
// The number is not part of the format of any report and may change; only the name of the rule is stable.
type ID uint16

// The first IDs of the files rules_*.go, in the order in which a file is read.
const (
	prefixIDs = (iota + 1) << 8
	headerIDs
	literalIDs
	keysIDs
	descrIDs
	descrFieldsIDs
	shapeIDs
	orderIDs
	dataIDs
	pickleIDs
	pickleStateIDs
	zipIDs
	zipHeadersIDs
	zipDataIDs
	zipNamesIDs
	npzFileIDs
	npzIDs
)
