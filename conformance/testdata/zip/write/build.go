package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"log"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/internal/testing/build"
)

const regular = 0o100644 << 16

// stored returns a member that zip would write on Unix.
func stored(name, file string) build.Member {
	return build.Stored(name, []byte(file)).Edit(func(m *build.Member) { m.MadeBy, m.External = 3<<8|20, regular })
}

// deflated returns a member with a deflate stream as its data, or its own one if the stream is empty.
func deflated(name, file, stream string) build.Member {
	if stream == "" {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, 9)
		if err == nil {
			_, err = w.Write([]byte(file))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			log.Fatal(err)
		}
		stream = b.String()
	}
	m := stored(name, file)
	m.Data = []byte(stream)
	return m.Both(func(h *build.Header) { h.Method, h.Packed = 8, uint32(len(stream)) })
}

// extra gives both headers an extra field.
func extra(m build.Member, local, central string) build.Member {
	m.Local.Extra, m.Central.Extra = []byte(local), []byte(central)
	return m
}

// archive assembles members.
func archive(members ...build.Member) string { return string(build.Zip(members...)) }

func archiveWith(change func(*build.End), members ...build.Member) string {
	return string(build.ZipWith(func(e *build.End) {
		change(e)
		e.CommentLen = uint16(len(e.Comment))
	}, members...))
}

// zip64Records returns a zip64 end record and its locator that agree with the end record.
func zip64Records(e *build.End) []byte {
	return build.Zip64End(uint64(e.All), uint64(e.Size), uint64(e.Offset))
}

// block is one block of an extra field.
func block(id uint16, data string) string { return string(build.ExtraField(id, []byte(data))) }

// unicodePath gives a member a second name.
func unicodePath(name, other string) string { return string(build.UnicodePath(name, other)) }

// le returns numbers in little-endian order, each in its width.
func le(values ...any) string {
	var b []byte
	for _, v := range values {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, v); err != nil {
			log.Fatal(err)
		}
	}
	return string(b)
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
