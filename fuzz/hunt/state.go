package hunt

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// stateSchema is the version of the state's JSON form.
const stateSchema = 1

// maxState is the number of bytes of a state that are read.
const maxState = 64 << 20

// tool is the program that wrote the folder.
type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// state is what a run saves for the next.
type state struct {
	Schema int   `json:"schema"`
	Tool   tool  `json:"tool"`
	Next   int64 `json:"next"` // number of the next file in the sequence of the seed

	Asking  time.Duration `json:"asking_ns"` // that the readers took, of all workers
	Working time.Duration `json:"working_ns"`

	Report *Report `json:"report"`

	Seen []byte   `json:"seen"` // the keys of the pool, in 8 bytes each, little-endian
	Pool []string `json:"pool"` // files in the folder of the pool, the latest last

	files []pooled // those of Pool
}

// setSeen enters the keys.
func (s *state) setSeen(keys []uint64) {
	slices.Sort(keys)
	s.Seen = make([]byte, 0, 8*len(keys))
	for _, key := range keys {
		s.Seen = binary.LittleEndian.AppendUint64(s.Seen, key)
	}
}

// seen returns the keys.
func (s *state) seen() []uint64 {
	keys := make([]uint64, 0, len(s.Seen)/8)
	for piece := range slices.Chunk(s.Seen, 8) {
		if len(piece) == 8 {
			keys = append(keys, binary.LittleEndian.Uint64(piece))
		}
	}
	return keys
}

// readState reads the state of a folder. It is nil if there is none.
func (d *folderDir) readState() (*state, error) {
	text, err := d.read(stateFile, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var version struct{ Schema int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, &FolderError{d.dir, fmt.Sprintf("has a damaged %s: %v", stateFile, err)}
	}
	if version.Schema != stateSchema {
		return nil, &FolderError{d.dir, fmt.Sprintf("is from another version of npycheck: %s has schema %d, expected %d", stateFile, version.Schema, stateSchema)}
	}
	s := &state{}
	err = json.Unmarshal(text, s)
	switch {
	case err == nil && s.Report == nil:
		err = errors.New("no report")
	case err == nil && (s.Next < 0 || s.Next > maxNext || s.Report.Runs < 0):
		err = errors.New("an impossible number")
	case err == nil && slices.ContainsFunc(s.Report.Findings, strange):
		err = errors.New("an impossible finding")
	}
	if err != nil {
		return nil, &FolderError{d.dir, fmt.Sprintf("has a damaged %s: %v", stateFile, err)}
	}
	return s, nil
}

// maxNext is the number of the last file that a run can reach.
const maxNext = 1 << 60

// strange reports a finding that no run could have written. Its words are shown on terminals, and its folder will be
// removed one day.
func strange(g *Finding) bool {
	return g == nil || !slices.Contains(failures(), g.Signature.Cell) ||
		!slices.Contains([]corpus.Duty{"", corpus.Accept, corpus.Reject, corpus.Either}, g.Signature.Duty) ||
		slices.ContainsFunc(g.Signature.Traits, func(t string) bool { return !trait.MatchString(t) }) ||
		g.Folder != "" && g.Folder != g.Signature.folder()
}

// trait matches the words of Signature.Traits.
var trait = regexp.MustCompile(`^[a-z0-9-]+$`)

// writeThrough writes a file and syncs it to disk.
func (d *folderDir) writeThrough(name string, content []byte) error {
	file, err := d.root.Create(name)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

// savePool writes the files of the state to the folder of the pool.
func (d *folderDir) savePool(s *state) error {
	if err := d.root.MkdirAll(poolFolder, 0o777); err != nil {
		return err
	}
	there, err := d.pooled()
	if err != nil {
		return err
	}
	s.Pool = nil
	for _, p := range s.files {
		name := p.name()
		s.Pool = append(s.Pool, name)
		if there[name] {
			continue
		}
		there[name] = true
		if err := d.root.WriteFile(filepath.Join(poolFolder, name), p.content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// prunePool removes the files of the pool that the state doesn't have.
func (d *folderDir) prunePool(s *state) error {
	there, err := d.pooled()
	if err != nil {
		return err
	}
	for _, name := range s.Pool {
		delete(there, name)
	}
	for name := range there {
		if _, ours := poolFormat(name); ours {
			if err := d.root.Remove(filepath.Join(poolFolder, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// pooled returns the names of the files in the folder of the pool.
func (d *folderDir) pooled() (map[string]bool, error) {
	entries, err := fs.ReadDir(d.root.FS(), poolFolder)
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	return there, err
}

// name returns the name of the file in the folder of the pool: the content decides it.
func (p *pooled) name() string {
	sum := sha256.Sum256(p.content)
	return hex.EncodeToString(sum[:16]) + filepath.Ext(fileName(p.format))
}

// poolFormat returns the format of a file by its name in the pool.
func poolFormat(name string) (validator.Format, bool) {
	for _, format := range []validator.Format{validator.Npy, validator.Npz} {
		if sum, ok := strings.CutSuffix(name, filepath.Ext(fileName(format))); ok {
			if b, err := hex.DecodeString(sum); err == nil && len(b) == 16 {
				return format, true
			}
		}
	}
	return validator.Unknown, false
}

// loadPool reads the pool of the state. It skips files whose content doesn't match their name, as an interrupted run
// leaves them.
func (d *folderDir) loadPool(s *state) []pooled {
	var files []pooled
	for _, name := range s.Pool {
		format, ok := poolFormat(name)
		if !ok {
			continue
		}
		content, err := d.read(filepath.Join(poolFolder, name), maxPoolFile)
		if p := (pooled{content, format}); err == nil && p.name() == name {
			files = append(files, p)
		}
	}
	return files
}
