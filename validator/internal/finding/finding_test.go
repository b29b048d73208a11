package finding

import (
	"maps"
	"reflect"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// unread is an argument that nobody may format.
type unread struct{ t *testing.T }

func (u unread) String() string {
	u.t.Error("message of a fault that is not kept was made")
	return ""
}

// TestList covers more faults than are kept.
func TestList(t *testing.T) {
	l := List{Max: 2}
	l.Addf(spec.ShapeBool, 10, 2, "/shape/0", "dimension is %v", true)
	if l.Full() {
		t.Error("list of one fault is full, want room for another")
	}
	l.Add(Finding{Rule: spec.NpzEmpty, Offset: 3, Length: 4, Member: 5, Name: "a.npy"}, "member %d", 5)
	if !l.Full() {
		t.Error("list of two faults has room, want it full")
	}
	l.Addf(spec.ShapeBool, 11, 1, "", "%v", unread{t})
	l.Add(Finding{Rule: spec.ShapeBool}, "%v", unread{t})
	l.Omit(spec.NpzEmpty, 3)
	kept := []Finding{
		{Rule: spec.ShapeBool, Message: "dimension is true", Offset: 10, Length: 2, Pointer: "/shape/0"},
		{Rule: spec.NpzEmpty, Message: "member 5", Offset: 3, Length: 4, Member: 5, Name: "a.npy"},
	}
	if !reflect.DeepEqual(l.Kept, kept) {
		t.Errorf("got %+v, want %+v", l.Kept, kept)
	}
	if want := map[spec.ID]int{spec.ShapeBool: 2, spec.NpzEmpty: 3}; !maps.Equal(l.Omitted, want) {
		t.Errorf("got %v omitted, want %v", l.Omitted, want)
	}
}

// TestMerge adds a list to one that has room for one fault more, and then only those of a sort.
func TestMerge(t *testing.T) {
	other := List{Max: 2}
	other.Addf(spec.ShapeBool, 1, 1, "", "100%%")
	other.Addf(spec.NpzEmpty, 2, 1, "", "%s", "%d")
	other.Addf(spec.NpzEmpty, 3, 1, "", "third")
	other.Addf(spec.ShapeBool, 4, 1, "", "fourth")

	l := List{Max: 2}
	l.Addf(spec.ShapeBool, 0, 1, "", "first")
	l.Merge(&other)
	if len(l.Kept) != 2 || l.Kept[1].Message != "100%" {
		t.Errorf("got %+v, want two faults, the second 100%%", l.Kept)
	}
	if want := map[spec.ID]int{spec.ShapeBool: 1, spec.NpzEmpty: 2}; !maps.Equal(l.Omitted, want) {
		t.Errorf("got %v omitted, want %v", l.Omitted, want)
	}

	l = List{Max: 2}
	l.Addf(spec.NpzEmpty, 2, 1, "", "%%d")
	l.MergeNew(&other, func(rule spec.ID) bool { return rule == spec.NpzEmpty })
	if len(l.Kept) != 1 || l.Kept[0].Offset != 2 {
		t.Errorf("got %+v, want the first fault alone: the other one has its message", l.Kept)
	}
	if want := map[spec.ID]int{spec.NpzEmpty: 1}; !maps.Equal(l.Omitted, want) {
		t.Errorf("got %v omitted, want %v", l.Omitted, want)
	}
}

// TestKeep takes out the faults by one rule, kept ones and counted ones, and has a list take over those of another.
func TestKeep(t *testing.T) {
	l := List{Max: 2}
	l.Addf(spec.ShapeBool, 0, 1, "", "first")
	l.Addf(spec.NpzEmpty, 1, 1, "", "second")
	l.Omit(spec.NpzEmpty, 2)
	l.Omit(spec.ShapeBool, 3)
	l.Keep(func(rule spec.ID) bool { return rule == spec.NpzEmpty })
	if len(l.Kept) != 1 || l.Kept[0].Message != "second" {
		t.Errorf("got %+v, want the second fault", l.Kept)
	}
	if want := map[spec.ID]int{spec.NpzEmpty: 2}; !maps.Equal(l.Omitted, want) {
		t.Errorf("got %v omitted, want %v", l.Omitted, want)
	}
	l.Hide()
	if len(l.Followed) != 1 || l.Followed[0].Message != "first" || !l.Followed[0].Unseen {
		t.Errorf("got %+v, want the first fault, unseen", l.Followed)
	}
	other := List{Max: 3, Followed: []Finding{{Message: "a"}, {Message: "b"}}}
	other.Merge(&List{Followed: []Finding{{Message: "c"}, {Message: "d"}}})
	if len(other.Followed) != 3 || other.Followed[2].Message != "c" {
		t.Errorf("got %+v, want a, b and c", other.Followed)
	}
}

// TestAside adds faults that are unseen after some that are seen, of which the last is only counted.
func TestAside(t *testing.T) {
	l := List{Max: 1}
	l.Addf(spec.ZipSize, 0, 1, "", "first")
	l.Addf(spec.ZipCrc, 1, 1, "", "second")
	l.Aside = true
	l.Addf(spec.PickleTrailing, 2, 1, "", "third")
	l.Merge(&List{Kept: []Finding{{Rule: spec.PickleTruncated}}, Omitted: map[spec.ID]int{spec.PickleTruncated: 3}})
	l.Aside = false
	l.Addf(spec.PickleTruncated, 3, 1, "", "fourth")
	if l.Kept[0].Unseen {
		t.Errorf("got %+v, want the first fault, seen", l.Kept)
	}
	if want := map[spec.ID]int{spec.PickleTrailing: 1, spec.PickleTruncated: 4}; !maps.Equal(l.Unseen, want) {
		t.Errorf("got %v unseen, want %v", l.Unseen, want)
	}
	if want := map[spec.ID]int{spec.ZipCrc: 1, spec.PickleTrailing: 1, spec.PickleTruncated: 5}; !maps.Equal(l.Omitted, want) {
		t.Errorf("got %v omitted, want %v", l.Omitted, want)
	}
	l.Hide()
	if !l.Kept[0].Unseen || !maps.Equal(l.Unseen, l.Omitted) {
		t.Errorf("got %+v, %v unseen, want all", l.Kept, l.Unseen)
	}
}

// TestSort covers faults that differ in one thing each.
func TestSort(t *testing.T) {
	l := List{Max: 10}
	for _, f := range []Finding{
		{Rule: spec.ShapeBool, Offset: 2, Message: "6"},
		{Rule: spec.ShapeBool, Offset: 1, Length: 1, Message: "5"},
		{Rule: spec.ShapeBool, Offset: 1, Pointer: "/b", Message: "3"},
		{Rule: spec.ShapeBool, Offset: 1, Pointer: "/b", Message: "4"},
		{Rule: spec.ShapeBool, Offset: 1, Pointer: "/a", Message: "2"},
		{Rule: spec.NpzEmpty, Offset: 1, Pointer: "/c", Message: "1"},
	} {
		l.Add(f, "%s", f.Message)
	}
	l.Sort()
	for i := range l.Kept {
		if want := string(rune('1' + i)); l.Kept[i].Message != want {
			t.Errorf("got fault %s in place %d, want %s", l.Kept[i].Message, i, want)
		}
	}
}
