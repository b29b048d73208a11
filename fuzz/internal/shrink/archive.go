package shrink

import (
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"math"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
)

// shrinkArchive makes an archive smaller.
func shrinkArchive(s *search) {
	dropMembers(s)
	dropParts(s)
	dropZip64(s)
	eachMember(s, coarse)
	shorten(s)
	eachMember(s, fine)
	dropRaw(s)
}

// eachMember makes the name of each member shorter, and its content smaller with a pass over .npy files.
func eachMember(s *search, pass func(*search)) {
	for i := 0; i < len(members(archive.Parse(s.best))) && !s.spent(); i++ {
		shortenName(s, i)
		shrinkContent(s, i, pass)
	}
}

// members returns the local headers.
func members(a archive.Archive) []archive.Record { return ofKind(a, archive.Local) }

func ofKind(a archive.Archive, kind archive.Kind) (found []archive.Record) {
	for _, r := range a.Records {
		if r.Kind == kind {
			found = append(found, r)
		}
	}
	return found
}

// dropMembers drops members with their entries, and then local headers and entries alone.
func dropMembers(s *search) {
	drop := func(kind archive.Kind, both bool) {
		a := archive.Parse(s.best)
		found := ofKind(a, kind)
		s.runs(len(found), func(from, to int) bool {
			if to > len(found) {
				return false
			}
			gone := make(map[int]bool)
			for _, r := range found[from:to] {
				gone[r.At] = true
			}
			if !s.try(a.Kept(func(r *archive.Record) bool { return !gone[r.At] && !(both && r.Kind == archive.Entry && gone[r.Of]) }).Bytes()) {
				return false
			}
			a = archive.Parse(s.best)
			found = ofKind(a, kind)
			return true
		})
	}
	drop(archive.Local, true)
	drop(archive.Entry, false)
	drop(archive.Local, false)
}

// dropParts drops what an archive can do without: everything at once or, if that isn't kept, one after the other.
func dropParts(s *search) {
	for _, drop := range []func(*archive.Record){
		func(r *archive.Record) {
			if r.Kind == archive.Gap {
				r.Data = nil
			}
		},
		(*archive.Record).DropExtra,
		func(r *archive.Record) { r.Replace(archive.CommentOf, nil) },
		dropDescriptor,
	} {
		a := archive.Parse(s.best)
		if s.try(a.Edited(drop).Bytes()) {
			continue
		}
		has := having(a, drop)
		for i := 0; i < len(a.Records) && !s.spent(); i++ {
			at := a.Records[i].At
			if !has[at] {
				continue
			}
			only := func(which func(*archive.Record) bool) []byte {
				return a.Edited(func(r *archive.Record) {
					if which(r) {
						drop(r)
					}
				}).Bytes()
			}
			pair := only(func(r *archive.Record) bool { return r.At == at || r.Of == at })
			if s.try(pair) || s.try(only(func(r *archive.Record) bool { return r.At == at })) {
				a = archive.Parse(s.best)
				has = having(a, drop)
			}
		}
	}
}

// having returns the places of records that have something to drop, themselves or in their entries. Skipping others
// matters: with ten thousand members each try takes a while.
func having(a archive.Archive, drop func(*archive.Record)) map[int]bool {
	has := make(map[int]bool)
	for _, r := range a.Records {
		without := r
		if drop(&without); !r.Equal(&without) {
			has[r.At], has[r.Of] = true, true
		}
	}
	return has
}

// dropDescriptor moves a descriptor's values into the header before it.
func dropDescriptor(r *archive.Record) {
	if r.Kind == archive.Local && r.Get(archive.Flags)&archive.FlagStreamed != 0 {
		if d, ok := archive.ParseDescriptor(r.After); ok {
			r.Set(archive.Crc, uint64(d.Crc))
			r.Set(archive.Packed, d.Packed)
			r.Set(archive.Unpacked, d.Unpacked)
		}
		r.After = nil
	}
	r.SetFlag(archive.FlagStreamed, false)
}

// dropZip64 puts the values of zip64 into the fields of 4 bytes.
func dropZip64(s *search) {
	s.try(archive.Parse(s.best).Edited(func(r *archive.Record) {
		wide := *r
		if wide.Zip64() == nil {
			return
		}
		for _, f := range []archive.Field{archive.Packed, archive.Unpacked, archive.Offset} {
			if v := wide.Wide(f); v < math.MaxUint32 {
				r.Set(f, v)
			}
		}
		r.Replace(archive.ExtraOf, nil)
	}).Bytes())
	a := archive.Parse(s.best)
	wide := ofKind(a, archive.End64)
	if len(wide) == 0 {
		return
	}
	s.try(a.Edited(func(r *archive.Record) {
		if r.Kind == archive.End {
			for _, f := range []archive.Field{archive.Here, archive.All, archive.Size, archive.Offset} {
				r.Set(f, wide[len(wide)-1].Get(f))
			}
		}
	}).Kept(func(r *archive.Record) bool { return r.Kind != archive.End64 && r.Kind != archive.Locator }).Bytes())
}

// shortenName gives a member a short name, and if others have to have the same or a longer one, them as well.
func shortenName(s *search, i int) {
	a := archive.Parse(s.best)
	member := members(a)[i]
	for _, short := range []string{"a.npy", "a"} {
		renamed := a.Edited(func(r *archive.Record) {
			if (r.At == member.At || r.Of == member.At) && len(r.Name) > len(short) {
				r.Replace(archive.NameOf, []byte(short))
			}
		})
		if s.try(renamed.Bytes()) {
			return
		}
	}
	stem := member.Name
	for bytes.HasSuffix(stem, []byte(".npy")) {
		stem = stem[:len(stem)-len(".npy")]
	}
	if len(stem) > 1 {
		s.try(a.Edited(func(r *archive.Record) {
			if rest, ok := bytes.CutPrefix(r.Name, stem); ok {
				r.Replace(archive.NameOf, append([]byte("a"), rest...))
			}
		}).Bytes())
	}
}

// enough is the length of a part of a record that is left to shrinkBytes.
const enough = 8

// shorten drops bytes of names, extra fields and comments, and of what is not a record: a few of them may be all that
// matters.
func shorten(s *search) {
	for i := 0; i < len(archive.Parse(s.best).Records) && !s.spent(); i++ {
		parts := []archive.Part{archive.NameOf, archive.ExtraOf, archive.CommentOf}
		if archive.Parse(s.best).Records[i].Kind == archive.Gap {
			parts = []archive.Part{archive.DataOf}
		}
		for _, p := range parts {
			shortenPart(s, i, p)
		}
	}
}

// shortenPart drops bytes of a part of a record. If the entry of a header has the same part, or the other way round,
// both lose them.
func shortenPart(s *search, i int, p archive.Part) {
	now := func() (archive.Archive, archive.Record, bool) {
		a := archive.Parse(s.best)
		if i >= len(a.Records) {
			return a, archive.Record{}, false
		}
		return a, a.Records[i], true
	}
	_, r, ok := now()
	n := len(*p.Of(&r))
	if !ok || n <= enough {
		return
	}
	s.runs(n, func(from, to int) bool {
		a, one, ok := now()
		old := *p.Of(&one)
		if !ok || to > len(old) {
			return false
		}
		return s.try(a.Edited(func(r *archive.Record) {
			if r.At == one.At || (r.Of == one.At || r.At == one.Of) && bytes.Equal(*p.Of(r), old) {
				r.Replace(p, without(old, from, to))
			}
		}).Bytes())
	})
}

// maxContent bounds the content of a member that is made smaller, in bytes.
const maxContent = 1 << 20

// shrinkContent makes the content of a member smaller with a pass over .npy files. Deflated data is replaced by stored
// data, or if the archive needs the method, by a stream that is simpler.
func shrinkContent(s *search, i int, pass func(*search)) {
	a := archive.Parse(s.best)
	r := members(a)[i]
	content, method := r.Data, r.Get(archive.Method)
	if method == archive.MethodDeflate {
		inflated, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(r.Data)), maxContent+1))
		if err != nil {
			return
		}
		content = inflated
	}
	if method != archive.MethodDeflate && method != archive.MethodStored || len(content) > maxContent {
		return
	}
	old := content
	render := func(content []byte, method uint64, encode func([]byte) []byte) []byte {
		return filled(a, r, old, content, method, encode(content)).Bytes()
	}
	stored := func(b []byte) []byte { return b }
	encodings := []func([]byte) []byte{stored, archive.StoredBlocks, deflated}
	if method == archive.MethodStored {
		encodings = encodings[:1]
	}
	for k, encode := range encodings {
		method := uint64(archive.MethodDeflate)
		if k == 0 {
			method = archive.MethodStored
		}
		whole := render(content, method, encode)
		if !bytes.Equal(whole, s.best) && !s.try(whole) {
			continue
		}
		member := &search{best: content, spent: s.spent, round: s.round}
		member.ask = func(content []byte) bool { return s.try(render(content, method, encode)) }
		pass(member)
		return
	}
}

// deflated returns the content as deflated data.
func deflated(content []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.HuffmanOnly) // fails only for an invalid level
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

// filled returns the archive with another content of a member. The sizes follow it, and the checksum if it was
// right.
func filled(a archive.Archive, member archive.Record, old, content []byte, method uint64, data []byte) archive.Archive {
	was, is := uint64(crc32.ChecksumIEEE(old)), uint64(crc32.ChecksumIEEE(content))
	packed, unpacked := len(data)-len(member.Data), len(content)-len(old)
	return a.Edited(func(r *archive.Record) {
		if r.At != member.At && r.Of != member.At {
			return
		}
		if r.Get(archive.Method) == archive.MethodDeflate {
			r.Set(archive.Method, method)
		}
		if r.Get(archive.Crc) == was {
			r.Set(archive.Crc, is)
		}
		if r.Kind == archive.Entry || r.Get(archive.Flags)&archive.FlagStreamed == 0 {
			r.ShiftWide(archive.Packed, packed)
			r.ShiftWide(archive.Unpacked, unpacked)
		}
		if r.Kind != archive.Local {
			return
		}
		r.Data = data
		if d, ok := archive.ParseDescriptor(r.After); ok {
			if uint64(d.Crc) == was {
				d.Crc = uint32(is)
			}
			d.Packed, d.Unpacked = d.Packed+uint64(packed), d.Unpacked+uint64(unpacked)
			r.After = d.Append(nil)
		}
	})
}

// dropRaw drops records without adjusting anything else.
func dropRaw(s *search) {
	var lengths []int
	for _, r := range archive.Parse(s.best).Records {
		lengths = append(lengths, r.Size())
	}
	dropOpcodes(s, 0, lengths)
}
