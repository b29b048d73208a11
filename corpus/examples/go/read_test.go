package example

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sbinet/npyio"
	"github.com/sbinet/npyio/npz"
)

// isUnsupported reports whether a feature is one that npyio doesn't claim to have.
func isUnsupported(feature string) bool {
	return slices.Contains([]string{
		"v3", "float16", "longdouble", "datetime", "bytes", "text", "void",
		"structured", "nested", "titles", "object",
	}, feature)
}

// read returns what npyio reads from a file, as the manifest describes it: the arrays by the names
// of the members, which is "" for the array of a .npy file.
func read(name string, file []byte) (map[string]array, error) {
	if path.Ext(name) == ".npy" {
		a, err := readArray(bytes.NewReader(file))
		return map[string]array{"": a}, err
	}
	archive, err := npz.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	out := map[string]array{}
	for _, name := range archive.Keys() {
		m, err := archive.Open(name)
		if err != nil {
			return nil, err
		}
		if out[name], err = readArray(m); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readArray(file io.Reader) (a array, err error) {
	r, err := npyio.NewReader(file)
	if err != nil {
		return a, err
	}
	element := npyio.TypeFrom(r.Header.Descr.Type)
	if element == nil {
		return a, fmt.Errorf("no type for %q", r.Header.Descr.Type)
	}
	data := reflect.New(reflect.SliceOf(element))
	if err := r.Read(data.Interface()); err != nil {
		return a, err
	}
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, data.Elem().Interface()); err != nil {
		return a, err
	}
	elements, shape := b.Bytes(), append([]int{}, r.Header.Descr.Shape...)
	if r.Header.Descr.Fortran {
		elements = rowMajor(elements, shape, int(element.Size()))
	}
	return array{
		DType:  fmt.Sprintf("%c%d", element.Name()[0], element.Size()), // f8 for float64
		Shape:  shape,
		SHA256: fmt.Sprintf("%x", sha256.Sum256(elements)),
	}, nil
}

// rowMajor puts elements that are in Fortran order into C order, which npyio leaves to its caller.
func rowMajor(elements []byte, shape []int, size int) []byte {
	n := len(elements) / size
	out := make([]byte, 0, len(elements))
	for i := range n {
		at, rest, stride := 0, i, n
		for axis := len(shape) - 1; axis >= 0; axis-- {
			stride /= shape[axis]
			at += rest % shape[axis] * stride
			rest /= shape[axis]
		}
		out = append(out, elements[at*size:][:size]...)
	}
	return out
}

// errRefused is the error for a file that npyio refused as it should: with an error.
var errRefused = errors.New("refused")

// readInChild reads a file in another process, because some files kill the one that reads them.
func readInChild(name string) (map[string]array, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	child := exec.CommandContext(ctx, os.Args[0])
	child.Env = append(os.Environ(), "NPYCHECK_READ="+name)
	child.Stdout, child.Stderr = &stdout, &stderr
	if err := child.Run(); err != nil {
		if child.ProcessState.ExitCode() == 1 {
			return nil, errRefused
		}
		first, _, _ := strings.Cut(stderr.String(), "\n")
		return nil, fmt.Errorf("%w: %s", err, first)
	}
	var got map[string]array
	err := json.Unmarshal(stdout.Bytes(), &got)
	return got, err
}

// TestMain runs the tests, or is the child that reads one file.
func TestMain(m *testing.M) {
	name := os.Getenv("NPYCHECK_READ")
	if name == "" {
		os.Exit(m.Run())
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 4 << 30, Max: 4 << 30}); err != nil {
		panic(err)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	got, err := read(name, file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
		panic(err)
	}
}
