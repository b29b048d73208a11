package hunt

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// stateSchema is the version of the state's JSON form.
const stateSchema = 1

// maxState is the number of bytes of a state that are read.
const maxState = 64 << 20

// state is what one run leaves to the next.
type state struct {
	Schema int         `json:"schema"`
	Tool   report.Tool `json:"tool"`
	Next   int64       `json:"next"` // number of the next file in the row of the seed

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
func readState(dir string) (*state, error) {
	file, err := os.Open(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxState))
	if err != nil {
		return nil, err
	}
	var version struct{ Schema int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, &FolderError{dir, fmt.Sprintf("has a damaged %s: %v", stateFile, err)}
	}
	if version.Schema != stateSchema {
		return nil, &FolderError{dir, fmt.Sprintf("is of another version of npycheck: %s has schema %d, want %d", stateFile, version.Schema, stateSchema)}
	}
	s := &state{}
	if err := json.Unmarshal(text, s); err != nil || s.Report == nil {
		return nil, &FolderError{dir, fmt.Sprintf("has a damaged %s: %v", stateFile, cmp.Or(err, errors.New("no report")))}
	}
	return s, nil
}

// save writes the state, and the pool that it has. A run that is cut off at any point of it leaves the last
// state whole.
func (f *folder) save(s *state) error {
	if err := f.savePool(s); err != nil {
		return err
	}
	s.Schema, s.Tool = stateSchema, report.Tool{Name: "npycheck", Version: report.Version}
	temp := filepath.Join(f.dir, unfinished+stateFile)
	if err := writeThrough(temp, append(report.AppendJSON(nil, s), '\n')); err != nil {
		os.Remove(temp)
		return err
	}
	f.state = s
	return os.Rename(temp, filepath.Join(f.dir, stateFile))
}

// writeThrough writes a file and waits until it is on the disk.
func writeThrough(name string, content []byte) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

// savePool makes the folder of the pool have the files of the state and no other.
func (f *folder) savePool(s *state) error {
	dir := filepath.Join(f.dir, poolFolder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	s.Pool = nil
	wanted := map[string]bool{}
	for _, p := range s.files {
		name := p.name()
		s.Pool = append(s.Pool, name)
		wanted[name] = true
		if there[name] {
			continue
		}
		there[name] = true
		if err := os.WriteFile(filepath.Join(dir, name), p.content, 0o666); err != nil {
			return err
		}
	}
	for name := range there {
		if _, ours := poolFormat(name); ours && !wanted[name] {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// name returns the name of the file in the folder of the pool: the content decides it.
func (p *pooled) name() string {
	sum := sha256.Sum256(p.content)
	return hex.EncodeToString(sum[:16]) + filepath.Ext(fileName(p.format))
}

// poolFormat returns the format of a file with a name as those of the pool have it.
func poolFormat(name string) (validator.Format, bool) {
	for _, format := range []validator.Format{validator.Npy, validator.Npz} {
		if sum, ok := strings.CutSuffix(name, filepath.Ext(fileName(format))); ok && len(sum) == 32 {
			return format, true
		}
	}
	return validator.Unknown, false
}

// loadPool reads the pool of the state. It leaves out files that are not what their names say: a run that
// was cut off leaves such.
func (f *folder) loadPool() []pooled {
	var files []pooled
	for _, name := range f.state.Pool {
		format, ok := poolFormat(name)
		if !ok {
			continue
		}
		content, err := readUpTo(filepath.Join(f.dir, poolFolder, name), maxPoolFile)
		if p := (pooled{content, format}); err == nil && p.name() == name {
			files = append(files, p)
		}
	}
	return files
}

// readUpTo reads a file, or as much of it as the limit allows.
func readUpTo(name string, limit int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var content bytes.Buffer
	_, err = io.Copy(&content, io.LimitReader(file, limit))
	return content.Bytes(), err
}
