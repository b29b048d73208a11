package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// dataArray is an array that other cases truncate or extend.
type dataArray struct {
	descr string
	order string
	shape string
	data  []byte // as stored
	id    string // of the case that has it whole
}

func (a dataArray) file(data []byte) []byte { return Npy1(Dict(a.descr, a.order, a.shape), data) }

// The whole arrays, which are cases of other areas.
var (
	dataDoubles  = dataArray{"'<f8'", "False", "(3,)", three.Data, "prefix/plain"}
	dataNothing  = dataArray{"'<f8'", "False", "(0,)", nil, "shape/no-doubles"}
	dataNoBytes  = dataArray{"'|V0'", "False", "(3,)", nil, "descr/zero-itemsize-void-1d"}
	dataTable    = dataArray{"'<i2'", "True", "(2, 3)", I2(0, 3, 1, 4, 2, 5), "order/fortran-2d"}
	dataStruct   = dataArray{twoFields.descr, "False", "(3,)", twoFields.data, "descr/struct-two-fields"}
	dataPadded   = dataArray{"[('a', '<i4'), ('b', '|i1'), ('', '|V3')]", "False", "(2,)", Join(I4(258), I1(1), Zeros(3), I4(-3), I1(-2), Zeros(3)), "descr/padding-last"}
	dataSubarray = dataArray{threeDoubles.descr, "False", "(2,)", threeDoubles.data, "descr/sub-array-1d"}
)

// dataOfGrid returns the array of one dimension and twelve elements that the grid has of a type.
func dataOfGrid(name string) dataArray {
	t := descrScalar(name)
	a := dataArray{"'|" + t.kind + "'", "False", "(12,)", t.data, "descr/grid-" + name + "-1d-v1"}
	if t.unit > 1 {
		a.id, a.descr = "descr/grid-le-"+name+"-1d-v1", "'<"+t.kind+"'"
	}
	return a
}
