package hunt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/conformance"
)

// keptFiles is how many of the files that a reader was asked for last stay on disk: a session asks for two
// earlier ones again to find out which of them killed a process.
const keptFiles = 4

// adapter is a reader in processes of its own.
type adapter struct {
	session *conformance.Session
	folder  string
	asked   int
	names   [keptFiles]string
}

// Adapter returns what starts readers that are programs. Each has a folder of its own for its files.
func Adapter(a conformance.Adapter) func(context.Context) (Reader, error) {
	return func(ctx context.Context) (Reader, error) {
		folder, err := os.MkdirTemp("", "npycheck-fuzz-")
		if err != nil {
			return nil, err
		}
		session, err := conformance.Start(ctx, a)
		if err != nil {
			os.RemoveAll(folder)
			return nil, err
		}
		return &adapter{session: session, folder: folder}, nil
	}
}

func (a *adapter) Implementation() conformance.Implementation { return a.session.Implementation() }

// Read writes the file under a new name each time: a process that still works on an earlier one must not see
// another in its place.
func (a *adapter) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	at := a.asked % keptFiles
	if old := a.names[at]; old != "" {
		os.Remove(old)
	}
	a.asked++
	path := filepath.Join(a.folder, fmt.Sprintf("%d%s", a.asked, filepath.Ext(name)))
	if err := os.WriteFile(path, file, 0o600); err != nil {
		return conformance.Answer{}, err
	}
	a.names[at] = path
	return a.session.Ask(ctx, path)
}

func (a *adapter) Close() {
	a.session.Close()
	os.RemoveAll(a.folder)
}
