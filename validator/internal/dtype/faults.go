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

// codeFaultTable has the rule that each fault breaks and what it says about the type string, in the
// order in which they are reported.
var codeFaultTable = [...]struct {
	fault codeFaults
	rule  spec.ID
	says  string
}{
	{unknownCode, spec.DescrUnknownCode, "is not a NumPy type"},
	{invalidSize, spec.DescrInvalidSize, "has an invalid size"},
	{nativeByteOrder, spec.DescrNativeByteOrder, "is in native byte order, expected a leading '<' or '>'"},
	{orderOnSingleByte, spec.DescrOrderOnSingleByte, "has a byte order, but its type has none; expected a leading '|'"},
	{orderMissingSingleByte, spec.DescrOrderMissingSingleByte, "has no byte order, expected a leading '|'"},
	{typeName, spec.DescrTypeName, "is a type name, expected byte order, kind and size as in '<f8'"},
	{cTypeCode, spec.DescrCTypeCode, "is a C type code, expected byte order, kind and size as in '<i8'"},
	{typeNumber, spec.DescrTypeNumber, "is a NumPy type number, expected byte order, kind and size as in '<f8'"},
	{platformLongdouble, spec.DescrPlatformLongdouble, "is a long double, whose format differs between platforms"},
	{otherPlatformFloat, spec.DescrOtherPlatformFloat, "is a long double that only some platforms have"},
	{sizeSyntax, spec.DescrSizeSyntax, "has a size that isn't a plain decimal number"},
	{sizeMissing, spec.DescrSizeMissing, "has no size, expected one after the kind"},
	{sizeNegative, spec.DescrSizeNegative, "has a negative size, expected 0 or more"},
	{sizeOverflow, spec.DescrSizeOverflow, "is too large, expected at most 2147483647 bytes"},
	{trailingGarbage, spec.DescrTrailingGarbage, "has text after the size, expected none"},
	{aliasA, spec.DescrAliasA, "has the kind a, expected S for byte strings"},
	{objectSize, spec.DescrObjectSize, "is what early releases of NumPy wrote for '|O'"},
	{commaString, spec.DescrCommaString, "has several types in one string, expected a list of fields"},
	{repeatCount, spec.DescrRepeatCount, "has a repeat count, a shape or an empty part, expected a list of fields"},
	{datetimeUnit, spec.DescrDatetimeUnit, "has an invalid time unit, expected one of Y M W D h m s ms us ns ps fs as"},
	{datetimeForm, spec.DescrDatetimeForm, "has an unusual time unit, expected a form such as [s] or [25s]"},
	{datetimeMultiple, spec.DescrDatetimeMultiple, "has an invalid multiple, expected 1 to 2147483647"},
	{datetimeDivisor, spec.DescrDatetimeDivisor, "has a divisor, expected a time unit without one"},
	{datetimeDivisorInexact, spec.DescrDatetimeDivisorInexact, "has a divisor that doesn't give a whole number of a smaller unit"},
	{datetimeDivisorZero, spec.DescrDatetimeDivisorZero, "divides by zero, which crashes NumPy"},
}
