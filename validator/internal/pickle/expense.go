package pickle

// expense is something that loading a pickle spends time or memory on.
type expense uint8

const (
	spendHash       expense = iota // hashing: the unit is a nanosecond
	spendCollision                 // comparing a key with one of the same hash, for each pair
	spendProbe                     // looking at a slot of a table that another key has
	spendGCD                       // reducing a fraction of two ints, in units of 64 times 64 bytes
	spendDigits                    // reading an int of text, for each pair of digits
	spendCopy                      // a byte that a call or BUILD copies
	spendItem                      // an element of a collection that is made of another
	spendMemory                    // a byte of the table of such a collection
	spendAllocation                // a byte that NumPy allocates for a dtype or an array
	spendField                     // a field of a dtype that a masked array makes its mask of
	spendElement                   // an element of an array with fields that is set one by one
	spendSet                       // an empty set; what it takes is in shells
	spendDict
	spendList
	spendArray
	spendMasked
	spendScalar
	spendDType
	spendBuffer
	spendMapping
	spendDeque
	spendDecimal
	spendFraction
	spendPlain
	spendSeed         // a seed for a generator of random numbers
	spendMT19937      // filling the state of MT19937, by default also for a RandomState and a Generator
	spendBitGenerator // any other bit generator
	spendGenerator    // a Generator or RandomState around a bit generator
	expenses
)

// costs are the costs of each expense, measured with CPython 3.11 and 3.13 and NumPy 1.23 to 2.4 on a
// machine that loads a pickle of small ints at 20 ns for each, and rounded up.
var costs = [expenses]struct{ nanos, bytes float64 }{
	spendHash:         {1, 0},
	spendCollision:    {30, 0},
	spendProbe:        {4, 0},
	spendGCD:          {800, 0},
	spendDigits:       {0.003, 0},
	spendCopy:         {0.2, 1},
	spendItem:         {40, 0},
	spendMemory:       {0, 1},
	spendAllocation:   {0.3, 1},
	spendField:        {3000, 64},
	spendElement:      {100, 0},
	spendSet:          {50, 0},
	spendDict:         {30, 0},
	spendList:         {20, 0},
	spendArray:        {1000, 160},
	spendMasked:       {50_000, 1200},
	spendScalar:       {500, 64},
	spendDType:        {1500, 200},
	spendBuffer:       {2500, 160},
	spendMapping:      {700, 0},
	spendDeque:        {400, 0},
	spendDecimal:      {500, 112},
	spendFraction:     {6000, 112},
	spendPlain:        {500, 200},
	spendSeed:         {10_000, 1000},
	spendMT19937:      {290_000, 8000},
	spendBitGenerator: {60_000, 3000},
	spendGenerator:    {5000, 3000},
}

const gcdBlock = 64 // bytes

// The budget: what a pickle may spend at any time, and for each of its bytes up to there. NumPy's own
// pickles of masked arrays take up to 700 ns a byte. Those of collections take more bytes than all others,
// an empty deque 155 for each of its own, an empty set 112, and one of five small ints 53.
const (
	freeNanos      = 1_000_000_000
	nanosForByte   = 1000
	freeBytes      = 64 << 20
	bytesForByte   = 20
	spelledForByte = 160 // with the collections that are spelled out
)
