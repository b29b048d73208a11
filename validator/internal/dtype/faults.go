package dtype

import "github.com/npycheck/npycheck/spec"

// codeFaults is a set of faults of one type string such as "<f8".
type codeFaults uint32

// The faults, a bit each. With those marked fatal the type is unknown.
const (
	unknownCode            codeFaults = 1 << iota // fatal
	invalidSize                                   // fatal
	nativeByteOrder                               // f8, =f8, |f8
	orderOnSingleByte                             // <i1
	orderMissingSingleByte                        // i1
	typeName                                      // float64; fatal if the width depends on the platform
	cTypeCode                                     // d; fatal if the width depends on the platform
	typeNumber                                    // '\x0c'; fatal if the width depends on the platform
	platformLongdouble                            // <f16
	otherPlatformFloat                            // <f12
	sizeSyntax                                    // <f08
	sizeMissing                                   // |S
	sizeNegative                                  // fatal
	sizeOverflow                                  // fatal
	trailingGarbage                               // fatal
	aliasA                                        // a5
	objectSize                                    // |O8
	commaString                                   // <i4,<f8
	repeatCount                                   // fatal
	datetimeUnit                                  // fatal
	datetimeForm                                  // <M8[1s]
	datetimeMultiple                              // fatal
	datetimeDivisor                               // <M8[D/24]
	datetimeDivisorInexact                        // fatal
	datetimeDivisorZero                           // fatal
)

// codeFaultTable has the rule that each fault breaks and its message about the type string, in the
// order in which they are reported.
var codeFaultTable = [...]struct {
	fault codeFaults
	rule  spec.ID
	want  string
}{
	{unknownCode, spec.DescrUnknownCode, "not a NumPy type"},
	{invalidSize, spec.DescrInvalidSize, "an invalid size"},
	{nativeByteOrder, spec.DescrNativeByteOrder, "in native byte order, expected a leading '<' or '>'"},
	{orderOnSingleByte, spec.DescrOrderOnSingleByte, "with a byte order on a type that has none, expected a leading '|'"},
	{orderMissingSingleByte, spec.DescrOrderMissingSingleByte, "want a leading '|'"},
	{typeName, spec.DescrTypeName, "a type name, expected byte order, kind and size as in '<f8'"},
	{cTypeCode, spec.DescrCTypeCode, "a C type, expected byte order, kind and size as in '<i8'"},
	{typeNumber, spec.DescrTypeNumber, "a NumPy type number, expected byte order, kind and size as in '<f8'"},
	{platformLongdouble, spec.DescrPlatformLongdouble, "a long double, whose format differs between platforms"},
	{otherPlatformFloat, spec.DescrOtherPlatformFloat, "a long double that only some platforms have"},
	{sizeSyntax, spec.DescrSizeSyntax, "want the size as a plain decimal number"},
	{sizeMissing, spec.DescrSizeMissing, "want a size after the kind"},
	{sizeNegative, spec.DescrSizeNegative, "want a non-negative size"},
	{sizeOverflow, spec.DescrSizeOverflow, "want an itemsize of at most 2147483647 bytes"},
	{trailingGarbage, spec.DescrTrailingGarbage, "want nothing after the size"},
	{aliasA, spec.DescrAliasA, "want the kind S for byte strings"},
	{objectSize, spec.DescrObjectSize, "as early releases of NumPy wrote '|O'"},
	{commaString, spec.DescrCommaString, "several types in one string, expected a list of fields"},
	{repeatCount, spec.DescrRepeatCount, "with a repeat count, a shape or an empty part, expected a list of fields"},
	{datetimeUnit, spec.DescrDatetimeUnit, "want a unit in brackets: Y M W D h m s ms us ns ps fs as"},
	{datetimeForm, spec.DescrDatetimeForm, "want the unit as NumPy writes it, such as [s] or [25s]"},
	{datetimeMultiple, spec.DescrDatetimeMultiple, "want a multiple from 1 to 2147483647"},
	{datetimeDivisor, spec.DescrDatetimeDivisor, "want a unit without a divisor"},
	{datetimeDivisorInexact, spec.DescrDatetimeDivisorInexact, "with a divisor that leaves no whole smaller unit"},
	{datetimeDivisorZero, spec.DescrDatetimeDivisorZero, "which divides by zero and crashes NumPy"},
}
