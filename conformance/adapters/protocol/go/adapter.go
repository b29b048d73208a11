// Package adapter speaks the protocol of ../../../protocol.md for a library in Go. The adapters of
// such libraries share it; what is about a library is in its own folder.
package adapter

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
)

// Library is a reader of .npy files, and perhaps of archives, and perhaps a writer.
type Library struct {
	Name     string
	Module   string   // its module, whose version is reported
	Features []string // those that it claims
	Read     func(name string) (*File, error)
	Write    func(name string, f *File) error // nil if it only reads
}

// ErrUnsupported is the error for what a library says it doesn't support.
var ErrUnsupported = errors.New("unsupported")

// File is the contents of a file: an array or, if Members isn't nil, an archive.
type File struct {
	*Array
	Members map[string]*Array `json:"members,omitzero"`
}

// Array is an array in the form of the protocol.
type Array struct {
	DType   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Fortran bool   `json:"fortran_order,omitempty"` // only in requests to write
	Data    Hex    `json:"data"`                    // the elements in C order, little-endian
}

// Hex is bytes that are hexadecimal in JSON.
type Hex []byte

// MarshalText returns the hexadecimal form.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads the hexadecimal form.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.AppendDecode(nil, text)
	return err
}

// Of returns the array that a slice of Go numbers or booleans stands for. The elements are in
// Fortran order if fortran is true.
func Of(elements any, shape []int, fortran bool) (*Array, error) {
	element := reflect.TypeOf(elements).Elem()
	if list, ok := elements.([]complex64); ok {
		elements = parts(list)
	}
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, elements); err != nil {
		return nil, err
	}
	a := &Array{DType: DType(element), Shape: append([]int{}, shape...), Data: b.Bytes()}
	if fortran {
		a.Data = RowMajor(a.Data, shape, int(element.Size()))
	}
	return a, nil
}

// parts returns the real and imaginary parts of numbers. Package binary takes a complex64 through a complex128, which
// makes signalling NaNs quiet.
func parts(list []complex64) []float32 {
	out := make([]float32, 0, 2*len(list))
	for _, c := range list {
		out = append(out, real(c), imag(c))
	}
	return out
}

// DType returns how NumPy spells a Go type: "<f8" for float64.
func DType(t reflect.Type) string {
	order := "<"
	if t.Size() == 1 {
		order = "|"
	}
	return fmt.Sprintf("%s%c%d", order, t.Kind().String()[0], t.Size())
}

// Elements returns the elements of an array as a slice of Go numbers or booleans, in the order that
// the array is to have in a file.
func (a *Array) Elements() (any, error) {
	for _, t := range []reflect.Type{
		reflect.TypeFor[bool](),
		reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[complex64](), reflect.TypeFor[complex128](),
	} {
		if DType(t) != a.DType {
			continue
		}
		size, data := int(t.Size()), a.Data
		if a.Fortran {
			data = columnMajor(data, a.Shape, size)
		}
		if t.Kind() == reflect.Complex64 {
			of := make([]float32, 2*(len(data)/size))
			if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, of); err != nil {
				return nil, err
			}
			list := make([]complex64, len(of)/2)
			for i := range list {
				list[i] = complex(of[2*i], of[2*i+1])
			}
			return list, nil
		}
		out := reflect.MakeSlice(reflect.SliceOf(t), len(data)/size, len(data)/size).Interface()
		return out, binary.Read(bytes.NewReader(data), binary.LittleEndian, out)
	}
	return nil, fmt.Errorf("%w: no Go type for %s", ErrUnsupported, a.DType)
}

// RowMajor puts elements of size bytes in Fortran order into C order. If their number isn't what
// the shape says, they stay as they are: the comparison of the array will show that.
func RowMajor(data []byte, shape []int, size int) []byte {
	out := make([]byte, len(data))
	if size == 0 || !eachPlace(shape, len(data)/size, func(c, fortran int) {
		copy(out[c*size:], data[fortran*size:][:size])
	}) {
		return data
	}
	return out
}

// columnMajor puts elements in C order into Fortran order.
func columnMajor(data []byte, shape []int, size int) []byte {
	out := make([]byte, len(data))
	if !eachPlace(shape, len(data)/size, func(c, fortran int) {
		copy(out[fortran*size:], data[c*size:][:size])
	}) {
		return data
	}
	return out
}

// eachPlace calls f with the place of each element in C order and in Fortran order. It returns false
// if there aren't n elements.
func eachPlace(shape []int, n int, f func(c, fortran int)) bool {
	product := 1
	for _, extent := range shape {
		product *= extent
	}
	if product != n {
		return false
	}
	for c := range n {
		fortran, rest, stride := 0, c, n
		for axis := len(shape) - 1; axis >= 0; axis-- {
			stride /= shape[axis]
			fortran += rest % shape[axis] * stride
			rest /= shape[axis]
		}
		f(c, fortran)
	}
	return true
}

type request struct {
	Op    string `json:"op"`
	ID    int    `json:"id"`
	Path  string `json:"path"`
	Array *File  `json:"array"`
}

type answer struct {
	ID      int    `json:"id"`
	Outcome string `json:"outcome"`
	Message string `json:"message,omitempty"`
	Array   *File  `json:"array,omitempty"`
}

// Main answers requests until there are no more. With a file as its argument it reads that file, as
// an adapter of tier 0.
func (l Library) Main() {
	if len(os.Args) > 1 {
		l.readOne(os.Args[1])
	}
	requests := json.NewDecoder(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := requests.Decode(&r); err == io.EOF {
			return
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		var reply any
		switch r.Op {
		case "hello":
			reply = l.hello()
		case "read":
			reply = answerTo(r.ID, func() (*File, error) { return l.Read(r.Path) })
		case "write":
			reply = answerTo(r.ID, func() (*File, error) { return nil, l.Write(r.Path, r.Array) })
		default:
			return
		}
		if err := answers.Encode(reply); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		forget()
	}
}

// forget frees what a large claim took. The limit on the address space is for one file: whether the next one
// fits must not depend on when garbage is collected.
func forget() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(heap); heap[0].Value.Uint64() > 256<<20 {
		runtime.GC()
	}
}

func (l Library) hello() any {
	ops := []string{"read"}
	if l.Write != nil {
		ops = append(ops, "write")
	}
	return map[string]any{
		"op": "hello", "name": l.Name, "version": l.version(), "language": "Go", "features": l.Features, "ops": ops,
		"runtime": strings.Replace(runtime.Version(), "go", "Go ", 1),
	}
}

// version returns the version that was compiled in.
func (l Library) version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == l.Module {
				return strings.TrimPrefix(m.Version, "v")
			}
		}
	}
	return "unknown"
}

// answerTo returns what became of an attempt to read or write. A panic is answered as the crash that it is for a
// program that doesn't recover; what Go calls a fatal error ends the process.
func answerTo(id int, attempt func() (*File, error)) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{ID: id, Outcome: "crash", Message: "panic: " + line(r)}
		}
	}()
	f, err := attempt()
	switch {
	case errors.Is(err, ErrUnsupported):
		return answer{ID: id, Outcome: "unsupported", Message: line(err)}
	case err != nil:
		return answer{ID: id, Outcome: "reject", Message: line(err)}
	}
	return answer{ID: id, Outcome: "accept", Array: f}
}

// line returns a value as one line.
func line(v any) string { return strings.Join(strings.Fields(fmt.Sprint(v)), " ") }

// readOne reads one file and ends the process. A panic ends it with exit code 2, as the protocol has it for a crash.
func (l Library) readOne(name string) {
	f, err := l.Read(name)
	switch {
	case errors.Is(err, ErrUnsupported):
		json.NewEncoder(os.Stdout).Encode(map[string]string{"message": line(err)})
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, line(err))
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(f); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	os.Exit(0)
}
