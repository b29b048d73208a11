package remote

import (
	"hash/crc32"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

func crc(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// TestRequests counts the requests of a check. A local header has 36 bytes and the content of a member 128 more than
// its data; an entry of the directory has 52 bytes, the end record 22.
func TestRequests(t *testing.T) {
	for _, tt := range []struct {
		name  string
		data  []byte
		file  string
		depth validator.Depth
		want  string
	}{
		{"small array", npy(24), "a.npy", validator.Structure, "0-4095"},
		{"large array", npy(10 << 20), "a.npy", validator.Structure, "0-4095"},
		{"header of a large array", npy(10 << 20), "a.npy", validator.Header, "0-4095"},
		{"all of an array", npy(10 << 20), "a.npy", validator.Full, "0-67108863"},
		{"small archive", npz(t, 3, 1000), "a.npz", validator.Structure, "0-65535"},
		// 36+128+1<<20 = 1048740 bytes for a member. The second one begins there, the third one at 2097480, and the directory
		// at 3146220; the end record is looked for in the last 65577 of 3146398 bytes.
		{"large archive", npz(t, 3, 1<<20), "a.npz", validator.Structure, "0-65535 3080821-3146397 1048740-1052835 2097480-2101575"},
		{"without a suffix", npy(24), "a", validator.Structure, "0-4095"},
		{"empty", nil, "a.npy", validator.Structure, "0-4095"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.data, nil)
			t.Log(check(t, s, tt.file, tt.depth))
			if got := s.asked(); got != tt.want {
				t.Errorf("requests for %s, want %s", got, tt.want)
			}
		})
	}
}
