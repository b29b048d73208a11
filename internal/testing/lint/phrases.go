package main

// A phrase is a sequence of words that readers stumble over. It is written with spaces between words, with | between
// alternatives, with * for any word, and with ... for up to four words. A punctuation mark is a word of its own.
type phrase struct{ avoid, better string }

const (
	take     = "take|takes|took|taken|taking"
	software = "numpy|python|go|rust|java|javascript|node|c++|kotlin|zipfile|npycheck"
	thing    = "reader|readers|writer|writers|program|programs|file|files|archive|archives|header|headers|layout|" +
		"spelling|dtype|dtypes|type|types|name|names|parser|parsers|string|strings|integer|integers|rules"
)

// phrases are avoided in everything that people read: documents, help, messages, comments and scripts.
var phrases = []phrase{
	{",|; want|wants", "expected"},
	{"tell|tells|telling|told", "show, say, report, mean, distinguish"},
	{"go|goes|going|went on", "continue"},
	{"is|are|was|were|be|isn't|aren't no|none", "is not a, has no"},
	{"data are|aren't|begin|come|contain|do|don't|end|follow|have|haven't|lie|need|start|were|weren't", "data is, has, begins"},
	{"in the place of", "instead of"},
	{"processor|processors", "CPU"},
	{"another|other * than", "a different … than, other than"},
	{"else than", "other than"},
	{"after|by|for|has|of|on|with so many", "that many"},
	{"white space", "whitespace"},
	{"sub-array|sub-arrays", "subarray"},
	{thing + " of " + software, "NumPy's reader, a reader in Go"},
	{"stranger|strangers", "untrusted, from someone else"},
	{"anew", "again, from scratch"},
	{"come|comes|came|coming upon|across", "meet, find"},
	{take + " ... for", "read as, treat as, mistake for"},
	{"what holds", "what applies, the effective"},
	{"behind", "after"},
	{"in front of", "before"},
	{"stand|stands after|at|before|between|next|only|there|where", "is"},
	{"say|says|said of", "say about"},
	{"parted", "separated, split"},
	{"blank|blanks", "space"},
	{"all the more|less", "even more"},
	{"of no use", "useless, stale"},
	{"of the sort", "like it"},
	{"mend|mends|mended|mending", "fix, repair"},
}

// messagePhrases are avoided in messages besides.
var messagePhrases = []phrase{
	{"want|wants", "expected"},
	{"refuse|refuses|refused", "reject"},
	{"dies", "crash, end"},
	{"stand|stands", "is"},
}

// natural are phrases that a native speaker does write, although one above would match.
var natural = []phrase{
	{avoid: "there is|are|was|were no|none"},
	{avoid: "is|are|was|were no longer"},
	{avoid: "is|are|was|were no more|less|fewer|larger|better"},
	{avoid: "you want"},
	{avoid: "got , want"}, // names of variables
	{avoid: "after|by|for|has|of|on|with so many ... that"},
	{avoid: "no|any|each|every other * than"},
	{avoid: take + " ... longer|memory|minute|minutes|moment|ms|request|room|s|second|seconds|space|time"},
	{avoid: "tell|tells|told|telling apart"},
	{avoid: "tell|tells|telling them|these|* apart"},
	{avoid: "left|wait|waits|waiting behind"},
	{avoid: "stand|stands for"},
	{avoid: "refuse|refuses|refused to"},
	{avoid: "leave|leaves|leaving|lag|lags ... behind"},
}
