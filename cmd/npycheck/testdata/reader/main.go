// Command my_reader is the reader that the documents test, and its own adapter for both tiers of the protocol. It looks
// for the type and the shape in the header, ignores the rest, even the order, and reads only integers and floats.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
)

var (
	descr   = regexp.MustCompile(`^{'descr': *'([<|][iuf]([1248]))'`)
	shape   = regexp.MustCompile(`'shape': *\(([^)]*)\)`)
	numbers = regexp.MustCompile(`\d+`)

	errTruncated   = errors.New("file ends too early")
	errUnsupported = errors.New("only version 1.0, and only little-endian integers and floats")
)

type array struct {
	DType string `json:"dtype"`
	Shape []int  `json:"shape"`
	Data  string `json:"data"`
}

func read(path string) (*array, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(file) < 10 || string(file[:6]) != "\x93NUMPY" {
		return nil, errors.New("not a .npy file")
	}
	if file[6] != 1 {
		return nil, errUnsupported
	}
	begin := 10 + int(file[8]) + int(file[9])<<8
	if begin > len(file) {
		return nil, errTruncated
	}
	header := string(file[10:begin])
	t, s := descr.FindStringSubmatch(header), shape.FindStringSubmatch(header)
	if t == nil || s == nil {
		return nil, errUnsupported
	}
	a := &array{DType: t[1], Shape: []int{}}
	size, _ := strconv.Atoi(t[2])
	for _, n := range numbers.FindAllString(s[1], -1) {
		length, _ := strconv.Atoi(n)
		a.Shape = append(a.Shape, length)
		size *= length
	}
	if size < 0 || size > len(file)-begin {
		return nil, errTruncated
	}
	a.Data = hex.EncodeToString(file[begin : begin+size])
	return a, nil
}

func main() {
	if len(os.Args) == 1 {
		serve()
		return
	}
	a, err := read(os.Args[1])
	switch {
	case err == errUnsupported:
		fmt.Println("{}")
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(a)
}

type answer struct {
	ID      int    `json:"id"`
	Outcome string `json:"outcome"`
	Message string `json:"message,omitempty"`
	Array   *array `json:"array,omitempty"`
}

// serve answers requests until the end of standard input.
func serve() {
	out := json.NewEncoder(os.Stdout)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var request struct {
			Op, Path string
			ID       int
		}
		json.Unmarshal(in.Bytes(), &request)
		switch request.Op {
		case "hello":
			out.Encode(map[string]any{"op": "hello", "name": "my_reader", "version": "1.0", "language": "Go",
				"features": []string{"npy", "v1", "int", "uint", "float", "empty", "0d", "1d", "2d", "nd", "fortran-order"}})
		case "read":
			out.Encode(respond(request.ID, request.Path))
		}
	}
}

func respond(id int, path string) (a answer) {
	defer func() {
		if p := recover(); p != nil {
			a = answer{ID: id, Outcome: "crash", Message: fmt.Sprint("panic: ", p)}
		}
	}()
	array, err := read(path)
	switch {
	case err == errUnsupported:
		return answer{ID: id, Outcome: "unsupported", Message: err.Error()}
	case err != nil:
		return answer{ID: id, Outcome: "reject", Message: err.Error()}
	}
	return answer{ID: id, Outcome: "accept", Array: array}
}
