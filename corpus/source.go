package corpus

import (
	"strconv"
	"strings"
	"sync"
)

// sources has where the case of a vector is described, by the name of the vector in FS.
var sources = sync.OnceValue(func() map[string]string {
	all := make(map[string]string)
	for _, f := range archive().File {
		if name, ok := strings.CutPrefix(f.Name, "vectors/"); ok {
			all[strings.TrimSuffix(name, gzipSuffix)] = f.Comment
		}
	}
	return all
})

// Source returns where the bytes and the expectations of the case are written: a Go file of the
// repository, and the line with the ID or its format.
func (c Case) Source() (file string, line int) {
	file, number, _ := strings.Cut(sources()[c.File], ":")
	line, _ = strconv.Atoi(number) // there is no number if there is no such case
	return file, line
}
