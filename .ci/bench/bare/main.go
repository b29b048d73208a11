//go:build ignore

// Bare visits the same files as "npycheck check DIR" with as many workers: it opens each by its path, gets its size,
// reads 256 bytes and closes it, and looks at nothing.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

const batch = 64 // files handed to a worker at a time

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bare DIR")
		os.Exit(2)
	}
	var files, bytes atomic.Int64
	work := make(chan []string, 16)
	var workers sync.WaitGroup
	for range max(8, 2*runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			buf := make([]byte, 256)
			for names := range work {
				for _, name := range names {
					n, err := visit(name, buf)
					if err != nil {
						fmt.Fprintf(os.Stderr, "bare: %s: %v\n", name, err)
						os.Exit(3)
					}
					bytes.Add(n)
				}
				files.Add(int64(len(names)))
			}
		})
	}

	var names []string
	err := filepath.WalkDir(os.Args[1], func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && strings.HasSuffix(name, ".npy") {
			names = append(names, name)
			if len(names) == batch {
				work <- names
				names = make([]string, 0, batch)
			}
		}
		return nil
	})
	work <- names
	close(work)
	workers.Wait()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(3)
	}
	fmt.Printf("%d files, %d bytes\n", files.Load(), bytes.Load())
}

// visit returns the size of the file, after reading its first bytes.
func visit(name string, buf []byte) (int64, error) {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return 0, err
	}
	if _, err := syscall.Pread(fd, buf, 0); err != nil {
		return 0, err
	}
	return st.Size, nil
}
