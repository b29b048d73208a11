package files

import (
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/text"
)

// OpenFolder opens a folder to write into, and makes it if it doesn't exist. It reports whether the folder is empty.
func OpenFolder(dir string) (root *os.Root, empty bool, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, false, err
	}
	if root, err = os.OpenRoot(dir); err != nil {
		return nil, false, err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		root.Close()
		return nil, false, err
	}
	return root, len(entries) == 0, nil
}

func OneFolder(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) != 1:
		return cli.MissingArgument(cmd, "%s needs one folder, got %s", cmd.Name(), text.Count(int64(len(args)), "argument"))
	case args[0] == "":
		return cli.Usagef("the name of the folder is empty")
	}
	return nil
}
