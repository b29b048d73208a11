// Differential compares what npycheck says about generated files with what other readers see: NumPy in arrays,
// Python's zipfile, Java's ZipFile and Go's archive/zip in archives, and Python's unpickler in pickles.
//
//	differential -environments DIR [-arrays N] [-archives N] [-pickles N] [-seed S] [-out DIR] [-table FILE]
//
// Each disagreement must have its reason in the table (disagreements.txt). It exits with 1 if one doesn't, and shows
// the smallest file of each kind of disagreement.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("differential: ")
	var r run
	var arrays, archives, pickles uint64
	var table string
	flag.Uint64Var(&arrays, "arrays", 10_000, "arrays and archives of arrays to read with NumPy")
	flag.Uint64Var(&archives, "archives", 1_000, "archives to read with zipfile, ZipFile and archive/zip")
	flag.Uint64Var(&pickles, "pickles", 1_000, "pickles to read with Python's unpickler")
	flag.Uint64Var(&r.seed, "seed", 1, "the files to make: equal seeds make equal files")
	flag.DurationVar(&r.duration, "duration", 0, "time for arrays, archives and pickles each; 0 for no limit")
	flag.IntVar(&r.jobs, "jobs", runtime.GOMAXPROCS(0), "processes of each reader")
	flag.StringVar(&r.environments, "environments", "", "folder with an environment for each NumPy release")
	flag.StringVar(&r.programs, "programs", "fuzz/tools/differential/testdata", "folder of reader.py and Reader.java")
	flag.StringVar(&r.out, "out", "", "folder for the smallest file of each new disagreement")
	flag.StringVar(&table, "table", "fuzz/tools/differential/disagreements.txt", "the disagreements that have a reason")
	flag.Parse()
	err := func() error {
		rows, err := readTable(table)
		if err != nil {
			return err
		}
		r.found = found{rows: rows}
		for _, o := range []struct {
			oracle
			files uint64
		}{{r.arrays(), arrays}, {r.archives(), archives}, {r.pickles(), pickles}} {
			if o.files > 0 {
				if err := r.all(o.oracle, o.files); err != nil {
					return fmt.Errorf("%s: %w", o.name, err)
				}
			}
		}
		return r.found.report(os.Stdout, r.out)
	}()
	switch {
	case errors.Is(err, errNew):
		os.Exit(1)
	case err != nil:
		log.Print(err)
		os.Exit(3)
	}
}
