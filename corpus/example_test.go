package corpus_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log"
	"path"

	"github.com/npycheck/npycheck/corpus"
)

// read is the reader under test. It looks only at the first byte.
func read(file []byte) error {
	if len(file) == 0 || file[0] != 0x93 {
		return errors.New("not a .npy file")
	}
	return nil
}

// A reader gets every file; the duty of the case says what it must do.
func Example() {
	for _, c := range corpus.Cases() {
		if matched, _ := path.Match("prefix/magic-*", c.ID); !matched || c.Withdrawn != "" {
			continue
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			log.Fatal(err)
		}
		err = read(file)
		switch {
		case err != nil && c.Duty == corpus.Accept:
			fmt.Println(c.ID, "must be accepted:", c.Comment)
		case err == nil && c.Duty == corpus.Reject:
			fmt.Println(c.ID, "must be rejected:", c.Comment)
		}
	}
	// Output:
	// prefix/magic-last-letter must be rejected: conforming except that the last letter of the magic is an X
	// prefix/magic-lower-case must be rejected: conforming except that the magic is in lower case
	// prefix/magic-mixed-case must be rejected: conforming except that the magic is spelled NumPy
	// prefix/magic-second-byte must be rejected: conforming except that the file has only 2 bytes, and the second does not belong to the magic
}

// The pair of cases that differ least by a rule shows what the rule is about.
func ExampleExample() {
	bad, good, _ := corpus.Example("data-truncated")
	fmt.Println(bad.ID, bad.Size)
	fmt.Println(good.ID, good.Size)
	// Output:
	// data/truncated-0d 129
	// shape/0d 130
}

// A profile decides what its readers do with a file that may be read or rejected.
func ExampleProfile_Verdict() {
	for _, c := range corpus.Cases() {
		if c.ID == "data/trailing-byte" {
			fmt.Println(c.Duty, c.Flags)
			for _, p := range corpus.Profiles() {
				fmt.Println(p.Name, p.Verdict(c))
			}
		}
	}
	// Output:
	// either [trailing-data]
	// strict reject
	// numpy accept
	// numeric either
}
