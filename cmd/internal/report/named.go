package report

import "path/filepath"

// Named is what was checked.
type Named interface {
	// Name returns its name in reports: the path of a file, "-" for standard input.
	Name() string
}

// Path is a file, by its path.
type Path string

// Name returns the path.
func (p Path) Name() string { return string(p) }

// Stdin is standard input. A type that embeds it is, too.
type Stdin struct{}

// Name returns "-".
func (Stdin) Name() string { return "-" }

func (Stdin) standardInput() {}

// localPath returns the path of a file relative to the folder dir if it is absolute and below it.
func localPath(name, dir string) string {
	if dir != "" && filepath.IsAbs(name) {
		if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return name
}
