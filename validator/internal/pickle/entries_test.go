package pickle

import "testing"

// TestEntries keeps the items of as many dicts as it has room for, and of each as many as that.
func TestEntries(t *testing.T) {
	var ring entryRing
	dicts := make([]node, maxEntryDicts+1)
	for i := range dicts {
		e := ring.of(&dicts[i])
		e.add(sizedText(1), value{kind: kindInt, known: true, n: int64(i)})
		if e.lost || ring.of(&dicts[i]) != e || len(e.list) != 1 {
			t.Fatalf("dict %d: got %d items, lost %v, want the one", i, len(e.list), e.lost)
		}
	}
	if dicts[0].entries != nil {
		t.Errorf("got the items of the oldest dict, want them let go")
	}
	for i := 1; i < len(dicts); i++ {
		if e := dicts[i].entries; e == nil || e.owner != &dicts[i] || e.list[0].value.n != int64(i) {
			t.Errorf("dict %d: got different items than its own", i)
		}
	}
	dicts[0].count = 1
	if e := ring.of(&dicts[0]); !e.lost || len(e.list) != 0 {
		t.Errorf("dict that had items: got them known, want them lost")
	}

	e := ring.of(&node{})
	e.add(sizedText(32), sizedText(32))
	e.add(sizedText(33), sizedText(33))
	for i, want := range []valueKind{kindText, kindLost} {
		if item := e.list[i]; item.key.kind != want || item.value.kind != want {
			t.Errorf("item %d: got kinds %d and %d, want %d", i, item.key.kind, item.value.kind, want)
		}
	}
	for len(e.list) < maxEntries {
		e.add(sizedText(1), sizedText(1))
	}
	if e.lost {
		t.Errorf("%d items: got them lost, want them kept", maxEntries)
	}
	e.add(sizedText(1), sizedText(1))
	e.add(sizedText(1), sizedText(1))
	if !e.lost || len(e.list) != 0 {
		t.Errorf("%d items: got %d of them, want none", maxEntries+1, len(e.list))
	}
}
