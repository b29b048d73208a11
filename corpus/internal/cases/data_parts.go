package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// dataArray is an array that other cases truncate or extend.
type dataArray struct {
	descr string
	order string
	shape string
	data  []byte // as stored
	id    string // of the case with the whole array
}

func (a dataArray) file(data []byte) []byte { return Npy1(Dict(a.descr, a.order, a.shape), data) }

// The whole arrays, which are cases of other areas.
var (
	dataDoubles  = dataArray{descr: "'<f8'", order: "False", shape: "(3,)", data: three.Data, id: "prefix/plain"}
	dataNothing  = dataArray{descr: "'<f8'", order: "False", shape: "(0,)", data: nil, id: "shape/no-doubles"}
	dataNoBytes  = dataArray{descr: "'|V0'", order: "False", shape: "(3,)", data: nil, id: "descr/zero-itemsize-void-1d"}
	dataTable    = dataArray{descr: "'<i2'", order: "True", shape: "(2, 3)", data: I2(0, 3, 1, 4, 2, 5), id: "order/fortran-2d"}
	dataStruct   = dataArray{descr: twoFields.descr, order: "False", shape: "(3,)", data: twoFields.data, id: "descr/struct-two-fields"}
	dataPadded   = dataArray{descr: "[('a', '<i4'), ('b', '|i1'), ('', '|V3')]", order: "False", shape: "(2,)", data: Join(I4(258), I1(1), Zeros(3), I4(-3), I1(-2), Zeros(3)), id: "descr/padding-last"}
	dataSubarray = dataArray{descr: threeDoubles.descr, order: "False", shape: "(2,)", data: threeDoubles.data, id: "descr/sub-array-1d"}
)

// dataOfGrid returns the array of one dimension and twelve elements that the grid has of a type.
func dataOfGrid(name string) dataArray {
	t := descrScalar(name)
	a := dataArray{descr: "'|" + t.kind + "'", order: "False", shape: "(12,)", data: t.data, id: "descr/grid-" + name + "-1d-v1"}
	if t.unit > 1 {
		a.id, a.descr = "descr/grid-le-"+name+"-1d-v1", "'<"+t.kind+"'"
	}
	return a
}
