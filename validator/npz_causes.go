package validator

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// keepCauses drops what follows from something else that was found: of an archive that was treated as text or lacks bytes,
// and of one that was written over an older one, nothing else is to be said than that, and what is a danger.
func keepCauses(a *zip.Archive, faults *fault.List) {
	switch {
	case a.Wrecked:
		faults.Keep(func(id spec.ID) bool {
			// Without a directory the names of members aren't theirs.
			return id == spec.ZipNoEndRecord || id == spec.ZipEndRecordMismatch || dangerous(id) && (!a.Lost || id.Rule().Area() != "zip")
		})
	case faults.Has(spec.ZipCrc) && slices.ContainsFunc(a.Members, func(m zip.Member) bool { return m.Replaced }):
		// Two headers that differ are a fault that many pass over, so the checksum is named too.
		faults.Keep(func(id spec.ID) bool { return id == spec.ZipHeaderMismatch || id == spec.ZipCrc || dangerous(id) })
	}
}

// outlivesDamage reports whether a fault of a member is more than what follows from content that isn't what was written,
// as its checksum shows. A pickle runs before anybody compares that.
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
