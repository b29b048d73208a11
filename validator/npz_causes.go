package validator

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// keepCauses drops findings that only follow from others: for an archive that was converted as text, lacks bytes, or
// was written over an older one, only that and the dangers are reported.
func keepCauses(a *zip.Archive, faults *fault.List) {
	switch {
	case a.Wrecked:
		faults.Keep(func(id spec.ID) bool {
			// Without a directory the names of members are unreliable.
			return id == spec.ZipNoEndRecord || id == spec.ZipEndRecordMismatch || dangerous(id) && (!a.Lost || id.Rule().Area() != "zip")
		})
	case faults.Has(spec.ZipCrc) && slices.ContainsFunc(a.Members, func(m zip.Member) bool { return m.Replaced }):
		// Many readers ignore that the two headers differ, so the checksum is reported too.
		faults.Keep(func(id spec.ID) bool { return id == spec.ZipHeaderMismatch || id == spec.ZipCrc || dangerous(id) })
	}
}

// outlivesDamage reports whether a fault of a member matters even though its checksum shows that the content is
// damaged. A pickle runs before anybody compares the checksum.
func outlivesDamage(id spec.ID) bool {
	rule := id.Rule()
	inside := rule.Area() != "zip" && rule.Area() != "npz" || id == spec.NpzMemberWithoutMagic
	return !inside || rule.Kind == spec.Security
}

// ofData reports whether a fault of a member is about its data as a stream.
func ofData(id spec.ID) bool {
	switch id {
	case spec.ZipCrc, spec.ZipSize, spec.ZipDeflateCorrupt, spec.ZipDeflateTrailing, spec.ZipDataCorrupt:
		return true
	}
	return false
}

func dangerous(id spec.ID) bool {
	return id.Rule().Kind == spec.Security && id.Rule().Level == spec.Must
}
