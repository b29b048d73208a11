package validator

import (
	"bytes"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
)

// maxMemory is the number of bytes up to which an archive from a stream is kept in memory.
const maxMemory = 1 << 20

// spooled runs judge on an archive. One from a stream is kept in memory, or copied to a temporary file if it is large,
// because an archive's directory is at its end. The file disappears even if the process is killed.
func (in *input) spooled(report *Report, judge func(*Report) error) error {
	if in.ra != nil {
		return judge(report)
	}
	limit := in.opt.maxSpool()
	start, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(in.head), disk.NewContextReader(in.ctx, in.r)), min(maxMemory, limit)+1))
	if err != nil {
		return err
	}
	if n := int64(len(start)); n <= maxMemory && n <= limit {
		in.source = source{name: in.name, ra: bytes.NewReader(start), size: n}
		return judge(report)
	}
	f, remove, err := temporary()
	if err != nil {
		return err
	}
	defer remove()
	rest := io.LimitReader(disk.NewContextReader(in.ctx, in.r), limit+1-int64(len(start)))
	n, err := io.Copy(f, io.MultiReader(bytes.NewReader(start), rest))
	if err != nil {
		return err
	}
	if n > limit {
		report.Format = Npz
		report.Incomplete = fmt.Sprintf("archive from a stream has more than %d bytes and was not checked", limit)
		return nil
	}
	in.source = source{name: in.name, ra: f, size: n}
	return judge(report)
}
