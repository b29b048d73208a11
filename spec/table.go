package spec

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"sync"
)

// rules is built at the first use: most importers of the package never use the table.
var rules = sync.OnceValue(makeRules)

func makeRules() []Rule {
	all := slices.Concat(
		prefixRules(),
		headerRules(),
		literalRules(),
		keysRules(),
		descrRules(),
		shapeRules(),
		orderRules(),
		dataRules(),
		pickleRules(),
		pickleStateRules(),
		zipArchiveRules(),
		zipHeaderRules(),
		zipDataRules(),
		zipNameRules(),
		npzFileRules(),
		npzRules(),
	)
	slices.SortFunc(all, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

var idsByName = sync.OnceValue(func() map[string]ID {
	ids := make(map[string]ID, len(rules()))
	for _, r := range rules() {
		ids[r.Name] = r.ID
	}
	return ids
})

// Areas returns the areas of the rules, in the order in which a file is read.
func Areas() []string {
	var areas []string
	for _, r := range rules() {
		if area := r.Area(); !slices.Contains(areas, area) {
			areas = append(areas, area)
		}
	}
	return areas
}

// Rules returns the rule table, ordered by area in the order in which a file is read.
func Rules() []Rule { return slices.Clone(rules()) }

// Lookup returns the rule of the given name.
func Lookup(name string) (Rule, bool) {
	id, ok := idsByName()[name]
	if !ok {
		return Rule{}, false
	}
	return id.Rule(), true
}

// String returns the name of the rule: "header-padding-byte".
func (id ID) String() string { return id.Rule().Name }

// Rule returns the rule. It panics if the ID is not one of the constants.
func (id ID) Rule() Rule {
	all := rules()
	at := sort.Search(len(all), func(i int) bool { return all[i].ID >= id })
	if at == len(all) || all[at].ID != id {
		panic(fmt.Sprintf("spec: no rule has the ID %d", uint16(id)))
	}
	return all[at]
}

// MarshalText returns the name of the rule.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText sets the ID to that of the rule with the given name.
func (id *ID) UnmarshalText(name []byte) error {
	r, ok := Lookup(string(name))
	if !ok {
		return fmt.Errorf("unknown rule %q", name)
	}
	*id = r.ID
	return nil
}
