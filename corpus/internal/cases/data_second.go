package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// dataSecondCases returns cases of arrays that follow another, as np.save writes them to an open file. A reader of
// only the first array doesn't see faults in another, so it need not reject the file.
func dataSecondCases() []Case {
	plainFile := dataDoubles.file(three.Data)
	other := descrFile("'<i2'", "(2,)", I2(1, -2))
	of := func(importance Importance, twin string) Case {
		return Case{
			Story: "conforming except that ", Duty: Either, Stage: "data", Flags: "trailing-data",
			Importance: importance, Twin: twin, Array: three,
		}
	}
	after := func(array ...[]byte) []byte { return Join(plainFile, Join(array...)) }
	good := slices.Concat(
		variants(of(Medium, "prefix/plain"), "data-second-array",
			variant{"data/second-array-same", "the same array follows the data", after(plainFile)},
			variant{"data/second-array-other-type", "an array of another type follows the data", after(other)},
		),
		variants(of(Medium, "prefix/plain"), "data-second-array",
			variant{"data/second-array-two-more", "two other arrays follow the data", after(other, plainFile)},
			variant{"data/second-array-fortran", "an array in Fortran order follows the data", after(dataTable.file(dataTable.data))},
			variant{"data/second-array-version-3", "an array of version 3.0, whose field needs it, follows the data of one of version 1.0",
				after(Npy3(Dict("[('\u5b57', '<i2')]", "False", "(2,)"), I2(1, -2)))},
			variant{"data/second-array-unaligned", "an array whose first byte is not at a multiple of 64 follows the data, and another one follows it", after(other, other)},
		))
	empty := of(Medium, dataNothing.twin)
	empty.Array = &Array{DType: "<f8", Shape: dims(0), Values: values[any]()}
	good = append(good, variants(empty, "data-second-array",
		variant{"data/second-array-behind-empty", "an array follows an array without elements", Join(dataNothing.file(nil), plainFile)},
	)...)

	bad := of(Medium, "data/second-array-other-type")
	bad.Story += "an array of another type follows the data, and "
	violating := bad
	violating.Violates = true
	wrong := bad
	wrong.Twin = "data/second-array-bool"
	bools := func(last byte) []byte { return descrFile("'|b1'", "(3,)", Bytes(0, 1, last)) }
	return slices.Concat(good,
		variants(of(Medium, "prefix/plain"), "data-second-array",
			variant{"data/second-array-bool", "an array of booleans follows the data", after(bools(1))}),
		variants(wrong, "data-second-array data-bool-value",
			variant{"data/second-array-bool-value", "its last boolean is 2", after(bools(2))}),
		variants(bad, "data-second-array data-trailing",
			variant{"data/second-array-trailing", "a newline follows it", after(other, []byte("\n"))}),
		variants(violating, "data-second-array data-truncated",
			variant{"data/second-array-truncated", "it lacks the last byte of its data", after(other[:len(other)-1])}),
		variants(violating, "data-second-array prefix-header-truncated",
			variant{"data/second-array-header-truncated", "the file ends inside its header", after(other[:20])}),
		variants(violating, "data-second-array prefix-too-short",
			variant{"data/second-array-magic", "the file ends after its magic", after([]byte(Magic))}),
		variants(violating, "data-second-array shape-negative",
			variant{"data/second-array-shape-negative", "its dimension is -2", after(descrFile("'<i2'", "(-2,)", I2(1, -2)))}),
		variants(violating, "data-second-array header-padding-byte",
			variant{"data/second-array-padding-byte", "there is a tab in its padding", after(Raw1(PadTo(118, Dict("'<i2'", "False", "(2,)")+"\t", "\n"), I2(1, -2)))}),
		variants(violating, "data-second-array prefix-version-unknown",
			variant{"data/second-array-version-4", "its version is 4.0", after(Prefix(4, 0), other[8:])}),
	)
}
