package validator

import (
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// keepCauses drops findings that only follow from others: for an archive that was converted as text, lacks bytes, or
// was written over an older one, only that and the dangers are reported.
func keepCauses(a *zip.Archive, faults *finding.List) {
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

// tellSound adds to the messages about damaged members how many of the listed ones are sound: those can be loaded.
func tellSound(faults []finding.Finding, sound, listed int) {
	text := fmt.Sprintf(" (%d of %d members are whole)", sound, listed)
	switch {
	case sound == 0:
		return
	case sound == 1 && listed > 2:
		text = fmt.Sprintf(" (1 of %d members is whole)", listed)
	case listed == 2:
		text = " (the other member is whole)"
	case sound == listed-1:
		text = fmt.Sprintf(" (the other %d members are whole)", sound)
	}
	for i := range faults {
		switch f := &faults[i]; f.Rule {
		case spec.ZipCrc, spec.ZipDeflateCorrupt, spec.ZipDataCorrupt:
			if !f.Unseen {
				f.Message += text
			}
		}
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
