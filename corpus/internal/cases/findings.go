package cases

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Finding is one violation, and the bytes that it is about. A finding has one line in
// findings/<area>.txt:
//
//	CASE RULE OFFSET LENGTH [POINTER] [array NUMBER] [member INDEX "NAME" | content INDEX "NAME"]
//
// The words after the length give the place in the header, the number of the array for a finding about one after the
// first, and the member for a finding about a member of an archive. The offset counts from the start of the file, and
// after the word content from the start of the content of the member, inflated. The name is a Go string in ASCII,
// in which \ufffd stands for a byte that is not UTF-8. Lines are sorted by case; those of a case are in the order of
// member, offset and length, with those about the archive first.
type Finding struct {
	Rule    string
	Offset  int64  // of the first byte concerned
	Length  int64  // in bytes; 0 for a place between two bytes
	Pointer string // a JSON pointer into the header; "" for none
	Array   int    // which of several arrays: 2 for the second; 0 for the first
	Member  int    // the index in the central directory; NoMember for none
	Name    string // of the member
	Content bool   // the offset counts from the start of the content of the member
}

// NoMember is the index of a finding that is not about a member.
const NoMember = -1

//go:embed findings
var findings embed.FS

var findingLine = regexp.MustCompile(`^([a-z]+/[a-z0-9-]+) ([a-z0-9-]+) (\d+) (\d+)( /\S*)?(?: array ([2-9]|[1-9]\d+))?(?: (member|content) (\d+) ("[ -~]*"))?$`)

// Findings returns the findings of every case by its ID, from findings/<area>.txt. The error names
// everything that is wrong with the tables, and the lines that the cases lack.
func Findings(all []Case) (map[string][]Finding, error) {
	tables := make(map[string]string)
	for _, area := range Areas() {
		text, err := findings.ReadFile("findings/" + area + ".txt")
		if err != nil {
			return nil, err
		}
		tables[area] = string(text)
	}
	return readFindings(all, tables)
}

func readFindings(all []Case, tables map[string]string) (map[string][]Finding, error) {
	found := make(map[string][]Finding)
	var errs []error
	for _, area := range Areas() {
		previous := ""
		for i, line := range slices.Collect(strings.Lines(tables[area])) {
			id, f, err := parseFinding(strings.TrimSuffix(line, "\n"))
			switch {
			case err != nil:
			case !slices.ContainsFunc(all, func(c Case) bool { return c.ID == id && c.Area() == area }):
				err = fmt.Errorf("no case of the area %s is %s", area, id)
			case id < previous || id == previous && comparePlaces(found[id][len(found[id])-1], f) > 0:
				err = errors.New("it belongs before the line above it")
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("findings/%s.txt:%d: %w", area, i+1, err))
				continue
			}
			previous = id
			found[id] = append(found[id], f)
		}
	}
	for _, c := range all {
		errs = append(errs, c.findingFault(found[c.ID]))
	}
	return found, errors.Join(errs...)
}

func parseFinding(line string) (id string, f Finding, err error) {
	part := findingLine.FindStringSubmatch(line)
	if part == nil {
		return "", f, fmt.Errorf(`%.200q is not CASE RULE OFFSET LENGTH [POINTER] [array NUMBER] [member INDEX "NAME" | content INDEX "NAME"]`, line)
	}
	f = Finding{Rule: part[2], Pointer: strings.TrimPrefix(part[5], " "), Member: NoMember}
	var errs [5]error
	f.Offset, errs[0] = strconv.ParseInt(part[3], 10, 64)
	f.Length, errs[1] = strconv.ParseInt(part[4], 10, 64)
	if part[6] != "" {
		f.Array, errs[2] = strconv.Atoi(part[6])
	}
	if part[7] != "" {
		f.Content = part[7] == "content"
		f.Member, errs[3] = strconv.Atoi(part[8])
		f.Name, errs[4] = strconv.Unquote(part[9])
	}
	return part[1], f, errors.Join(errs[:]...)
}

func comparePlaces(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length))
}

// findingFault makes sure that the rules of a case are exactly those of its findings.
func (c Case) findingFault(found []Finding) error {
	table := "findings/" + c.Area() + ".txt"
	rules := strings.Fields(c.Rules)
	for _, rule := range rules {
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == rule }) {
			return fmt.Errorf("%s: it breaks %s, but %s doesn't say where: go run ./corpus/tools/accept", c.ID, rule, table)
		}
	}
	for _, f := range found {
		if !slices.Contains(rules, f.Rule) {
			return fmt.Errorf("%s: %s has a line for %s, a rule that the case doesn't break: remove the line, or add the rule", c.ID, table, f.Rule)
		}
	}
	return nil
}
