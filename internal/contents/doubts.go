package contents

import (
	"fmt"
	"iter"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Place is an array of a file: of a member, by its index, or of the file itself, by its index among arrays that follow
// each other. An archive itself has the place of the first array of a file.
type Place struct {
	Member int `json:"member"` // validator.NoMember for none
	Array  int `json:"array"`
}

// PlaceOf returns the array that a finding is about.
func PlaceOf(found *validator.Finding) Place { return Place{found.Member, max(found.Array-1, 0)} }

// Doubts returns the findings that leave open what the values of an array are, or which arrays an archive has. Those
// that follow from others say which arrays these harm.
func Doubts(r *validator.Report) iter.Seq[*validator.Finding] {
	return func(yield func(*validator.Finding) bool) {
		for _, list := range [][]validator.Finding{r.Findings, r.Followed} {
			for i := range list {
				if doubtful(list[i].Rule) && !yield(&list[i]) {
					return
				}
			}
		}
	}
}

func doubtful(rule spec.ID) bool {
	switch rule {
	case spec.HeaderFinalNewline, spec.DataTrailing, spec.ZipSize, spec.ZipEndRecordMismatch:
		return true
	}
	return rule.Rule().Fix.Doubt
}

// maxDoubts is the number of doubts that are kept of an array.
const maxDoubts = 20

func doubts(r *validator.Report) map[Place][]*validator.Finding {
	all := make(map[Place][]*validator.Finding)
	for found := range Doubts(r) {
		if p := PlaceOf(found); len(all[p]) < maxDoubts {
			all[p] = append(all[p], found)
		}
	}
	return all
}

// DoubtText returns a doubt in words.
func DoubtText(found *validator.Finding) string {
	return fmt.Sprintf("may be wrong: %s [%s]", found.Message, found.Rule)
}
