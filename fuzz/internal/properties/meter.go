package properties

import (
	"runtime"
	"runtime/metrics"
)

// meter estimates what is allocated, cheaply: it counts a span of memory when it is full.
type meter [1]metrics.Sample

func (m *meter) bytes() uint64 {
	m[0].Name = "/gc/heap/allocs:bytes"
	metrics.Read(m[:])
	return m[0].Value.Uint64()
}

// allocated is exact, and stops the world.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
