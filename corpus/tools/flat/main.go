// Command flat adds to a copy of the corpus what a reader without JSON needs: the table cases.tsv, and in the folder
// elements the bytes that a reader must return.
//
//	npycheck corpus copy FOLDER
//	go run ./corpus/tools/flat FOLDER
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/corpus/internal/cases"
)

// header is the first line of the table. A .npy file has one row. An archive has one for each array, with its
// key, in which a backslash, a tab and line breaks are escaped as in C; or a single one without an array.
const header = "file\tduty\tpriority\tkey\tdtype\tshape\tsha256\telements\n"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: flat FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// write adds the table and the elements to a folder.
func write(folder string) error {
	table := []byte(header)
	published := corpus.Cases()
	byID := make(map[string]corpus.Case, len(published))
	for _, c := range published {
		byID[c.ID] = c
	}
	for _, c := range cases.All() {
		rows, files := rows(c, byID[c.ID])
		for _, r := range rows {
			table = append(table, r...)
		}
		for name, content := range files {
			name = filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(name, content, 0o666); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(filepath.Join(folder, "cases.tsv"), table, 0o666)
}

// rows returns the rows of a case, and the files with its elements by name.
func rows(c cases.Case, published corpus.Case) (lines []string, files map[string][]byte) {
	if published.Withdrawn != "" {
		return nil, nil
	}
	files = make(map[string][]byte)
	row := func(key string, a *cases.Array, name string) {
		fields := []string{"vectors/" + published.File, string(published.Duty), published.Importance, key, "", "", "", ""}
		if a != nil && !a.IsObject() {
			sum := sha256.Sum256(a.Data)
			fields[4], fields[5], fields[6] = a.DType, shape(a.Shape), hex.EncodeToString(sum[:])
			if published.Duty == corpus.Accept {
				fields[7] = path.Join("elements", name+".bin")
				files[fields[7]] = a.Data
			}
		}
		lines = append(lines, strings.Join(fields, "\t")+"\n")
	}
	for i, m := range published.Members {
		if m.Array != nil {
			row(escape.Replace(m.Key), c.Members[i].Array, path.Join(c.ID, strconv.Itoa(i)))
		}
	}
	if len(lines) == 0 {
		row("", c.Array, c.ID)
	}
	return lines, files
}

// escape keeps a key on its line and in its column.
var escape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// shape returns a shape as numbers with commas between them, and "()" for zero dimensions.
func shape(dims []int64) string {
	if len(dims) == 0 {
		return "()"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ","), "[]")
}
