package pickle

// argument is the encoding of an opcode's argument.
type argument uint8

// The forms. All numbers are little-endian, BINFLOAT aside.
const (
	argNone     argument = iota
	argUint8             // 1 byte
	argUint16            // 2 bytes
	argInt32             // 4 bytes, signed
	argUint32            // 4 bytes
	argUint64            // 8 bytes
	argFloat64           // 8 bytes, big-endian
	argLine              // decimal text and a newline
	argQuoted            // a Python string literal and a newline
	argEscaped           // text with \u escapes and a newline
	argNames             // two lines
	argID                // a line of any text
	argCount8            // 1 byte of length and as many bytes
	argCount32           // 4 bytes of length and as many bytes
	argCount32s          // the same, with a signed length
	argCount64           // 8 bytes of length and as many bytes
)

// opcode is an entry of the table of opcodes.
type opcode struct {
	name  string
	proto uint8 // the first protocol that has it
	arg   argument
}

// The opcodes of the protocols 0 to 5, by their value.
const (
	opMark            = '('
	opStop            = '.'
	opPop             = '0'
	opPopMark         = '1'
	opDup             = '2'
	opFloat           = 'F'
	opInt             = 'I'
	opBinInt          = 'J'
	opBinInt1         = 'K'
	opLong            = 'L'
	opBinInt2         = 'M'
	opNone            = 'N'
	opPersID          = 'P'
	opBinPersID       = 'Q'
	opReduce          = 'R'
	opString          = 'S'
	opBinString       = 'T'
	opShortBinString  = 'U'
	opUnicode         = 'V'
	opBinUnicode      = 'X'
	opAppend          = 'a'
	opBuild           = 'b'
	opGlobal          = 'c'
	opDict            = 'd'
	opEmptyDict       = '}'
	opAppends         = 'e'
	opGet             = 'g'
	opBinGet          = 'h'
	opInst            = 'i'
	opLongBinGet      = 'j'
	opList            = 'l'
	opEmptyList       = ']'
	opObj             = 'o'
	opPut             = 'p'
	opBinPut          = 'q'
	opLongBinPut      = 'r'
	opSetItem         = 's'
	opTuple           = 't'
	opEmptyTuple      = ')'
	opSetItems        = 'u'
	opBinFloat        = 'G'
	opBinBytes        = 'B'
	opShortBinBytes   = 'C'
	opProto           = 0x80
	opNewObj          = 0x81
	opExt1            = 0x82
	opExt2            = 0x83
	opExt4            = 0x84
	opTuple1          = 0x85
	opTuple2          = 0x86
	opTuple3          = 0x87
	opNewTrue         = 0x88
	opNewFalse        = 0x89
	opLong1           = 0x8a
	opLong4           = 0x8b
	opShortBinUnicode = 0x8c
	opBinUnicode8     = 0x8d
	opBinBytes8       = 0x8e
	opEmptySet        = 0x8f
	opAddItems        = 0x90
	opFrozenSet       = 0x91
	opNewObjEx        = 0x92
	opStackGlobal     = 0x93
	opMemoize         = 0x94
	opFrame           = 0x95
	opByteArray8      = 0x96
	opNextBuffer      = 0x97
	opReadonlyBuffer  = 0x98
)

// opcodes is the table of all opcodes; it is never written to. Bytes without a name aren't opcodes.
var opcodes = [256]opcode{
	opMark:            {"MARK", 0, argNone},
	opStop:            {"STOP", 0, argNone},
	opPop:             {"POP", 0, argNone},
	opPopMark:         {"POP_MARK", 1, argNone},
	opDup:             {"DUP", 0, argNone},
	opFloat:           {"FLOAT", 0, argLine},
	opInt:             {"INT", 0, argLine},
	opBinInt:          {"BININT", 1, argInt32},
	opBinInt1:         {"BININT1", 1, argUint8},
	opLong:            {"LONG", 0, argLine},
	opBinInt2:         {"BININT2", 1, argUint16},
	opNone:            {"NONE", 0, argNone},
	opPersID:          {"PERSID", 0, argID},
	opBinPersID:       {"BINPERSID", 1, argNone},
	opReduce:          {"REDUCE", 0, argNone},
	opString:          {"STRING", 0, argQuoted},
	opBinString:       {"BINSTRING", 1, argCount32s},
	opShortBinString:  {"SHORT_BINSTRING", 1, argCount8},
	opUnicode:         {"UNICODE", 0, argEscaped},
	opBinUnicode:      {"BINUNICODE", 1, argCount32},
	opAppend:          {"APPEND", 0, argNone},
	opBuild:           {"BUILD", 0, argNone},
	opGlobal:          {"GLOBAL", 0, argNames},
	opDict:            {"DICT", 0, argNone},
	opEmptyDict:       {"EMPTY_DICT", 1, argNone},
	opAppends:         {"APPENDS", 1, argNone},
	opGet:             {"GET", 0, argLine},
	opBinGet:          {"BINGET", 1, argUint8},
	opInst:            {"INST", 0, argNames},
	opLongBinGet:      {"LONG_BINGET", 1, argUint32},
	opList:            {"LIST", 0, argNone},
	opEmptyList:       {"EMPTY_LIST", 1, argNone},
	opObj:             {"OBJ", 1, argNone},
	opPut:             {"PUT", 0, argLine},
	opBinPut:          {"BINPUT", 1, argUint8},
	opLongBinPut:      {"LONG_BINPUT", 1, argUint32},
	opSetItem:         {"SETITEM", 0, argNone},
	opTuple:           {"TUPLE", 0, argNone},
	opEmptyTuple:      {"EMPTY_TUPLE", 1, argNone},
	opSetItems:        {"SETITEMS", 1, argNone},
	opBinFloat:        {"BINFLOAT", 1, argFloat64},
	opBinBytes:        {"BINBYTES", 3, argCount32},
	opShortBinBytes:   {"SHORT_BINBYTES", 3, argCount8},
	opProto:           {"PROTO", 2, argUint8},
	opNewObj:          {"NEWOBJ", 2, argNone},
	opExt1:            {"EXT1", 2, argUint8},
	opExt2:            {"EXT2", 2, argUint16},
	opExt4:            {"EXT4", 2, argInt32},
	opTuple1:          {"TUPLE1", 2, argNone},
	opTuple2:          {"TUPLE2", 2, argNone},
	opTuple3:          {"TUPLE3", 2, argNone},
	opNewTrue:         {"NEWTRUE", 2, argNone},
	opNewFalse:        {"NEWFALSE", 2, argNone},
	opLong1:           {"LONG1", 2, argCount8},
	opLong4:           {"LONG4", 2, argCount32s},
	opShortBinUnicode: {"SHORT_BINUNICODE", 4, argCount8},
	opBinUnicode8:     {"BINUNICODE8", 4, argCount64},
	opBinBytes8:       {"BINBYTES8", 4, argCount64},
	opEmptySet:        {"EMPTY_SET", 4, argNone},
	opAddItems:        {"ADDITEMS", 4, argNone},
	opFrozenSet:       {"FROZENSET", 4, argNone},
	opNewObjEx:        {"NEWOBJ_EX", 4, argNone},
	opStackGlobal:     {"STACK_GLOBAL", 4, argNone},
	opMemoize:         {"MEMOIZE", 4, argNone},
	opFrame:           {"FRAME", 4, argUint64},
	opByteArray8:      {"BYTEARRAY8", 5, argCount64},
	opNextBuffer:      {"NEXT_BUFFER", 5, argNone},
	opReadonlyBuffer:  {"READONLY_BUFFER", 5, argNone},
}

// highestProtocol is the highest protocol that there is.
const highestProtocol = 5
