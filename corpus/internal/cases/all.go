package cases

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// All returns every case, sorted by ID. What they hold is shared and must not be changed.
func All() []Case { return slices.Clone(everyCase()) }

var everyCase = sync.OnceValue(func() []Case {
	all := slices.Concat(Small(), largeCases())
	complete(all)
	raise(all)
	slices.SortFunc(all, func(a, b Case) int { return strings.Compare(a.ID, b.ID) })
	return all
})

// Small returns the cases that are made in a moment, in no order. Only All knows which of them find most.
func Small() []Case {
	all := slices.Concat(
		prefixCases(),
		headerCases(),
		literalCases(),
		keysCases(),
		descrCases(),
		shapeCases(),
		orderCases(),
		dataCases(),
		pickleCases(),
		zipCases(),
		npzCases(),
		gridCases(),
		valueCases(),
		objectCases(),
	)
	holdObjects(all)
	complete(all)
	return all
}

// complete adds to the cases what most have, and what follows from others.
func complete(all []Case) {
	for i := range all {
		all[i].Importance = cmp.Or(all[i].Importance, Medium)
	}
	needLikeTwins(all)
}

// high lists the cases that find most, each on a line: those of conformance/core.txt when the version of the corpus was
// made.
//
//go:embed high.txt
var high string

// raise gives the cases of the list their importance. It panics if one of them isn't there, which only a mistake in the
// list can cause.
func raise(all []Case) {
	listed := make(map[string]bool)
	for id := range strings.FieldsSeq(high) {
		listed[id] = true
	}
	for i := range all {
		if listed[all[i].ID] {
			all[i].Importance = High
			delete(listed, all[i].ID)
		}
	}
	for id := range listed {
		panic("high.txt: no case " + id)
	}
}

func dataCases() []Case {
	return slices.Concat(dataTruncatedCases(), dataClaimCases(), dataTrailingCases(), dataSecondCases(), dataBoolCases(), dataCodePointCases(), dataPaddingCases(), dataValueCases())
}

// descrCases returns the cases of the area descr, except for the grid.
func descrCases() []Case {
	return slices.Concat(
		descrKindCases(),
		descrTupleCases(),
		descrOrderCases(),
		descrNameCases(),
		descrLetterCases(),
		descrUnknownCases(),
		descrSizeCases(),
		descrLongDoubleCases(),
		descrDatetimeCases(),
		descrStructCases(),
		descrSubarrayCases(),
		descrPaddingCases(),
		descrFieldFaultCases(),
		descrSubarrayFaultCases(),
		descrNameTextCases(),
	)
}

// headerCases returns cases about everything around the dictionary and between its tokens, and about text that is not
// a dictionary.
func headerCases() []Case {
	return slices.Concat(
		headerAlignment(), headerPadding(), headerAmounts(), headerEnd(), headerStart(), headerTrailing(),
		headerEncoding(), headerRaw(), headerLengths(),
		headerBetween(), headerStyle(), headerNoLiteral(), headerNoDictionary(), headerNesting(),
		headerLayouts(),
	)
}

// largeCases returns cases of more data than any buffer holds. The values repeat after a prime number of elements and
// none is zero, so that a block that is lost, repeated, cut off or misplaced is detected; and they compress well, so
// that the folder stays small.
func largeCases() []Case {
	arrays := largeArrayCases()
	return sinceTwo(slices.Concat(arrays, largeFaultCases(arrays), largeArchiveCases(), manyMemberCases()))
}

// literalCases returns cases about literals that Python reads but no NumPy writes, and literals
// that it almost reads.
func literalCases() []Case {
	return slices.Concat(
		literalQuotes(), literalPrefixes(), literalJoined(), literalUnterminated(), literalEscapes(), literalBadEscapes(),
		literalLong(), literalBases(), literalForms(), literalDigits(),
		literalParentheses(), literalJSON(),
	)
}

// npzCases returns cases about the kinds of members in an archive. The archive itself has no fault here.
func npzCases() []Case {
	return slices.Concat(npzGoodCases(), npzKeyCases(), npzNameCases(), npzOtherMemberCases(), npzObjectCases(), npzFaultyMemberCases())
}

func pickleCases() []Case {
	cases := slices.Concat(picklePresentCases(), pickleMissingCases(), pickleDescrCases(), pickleNeighbourCases(), pickleWrittenCases(),
		pickleFormCases(), pickleImportCases(), pickleCallCases(), pickleStateCases(), pickleArrayCases())
	writtenByNumPy2(cases, "pickle/protocol-4", "pickle/0d", "pickle/2d", "pickle/fortran", "pickle/struct", "pickle/sub-array", "pickle/nested")
	writtenByNumPy2(cases, "pickle/buffer-out-of-band", "pickle/call-by-protocol-0", "pickle/of-functions")
	return cases
}

// writtenByNumPy2 marks the cases with these IDs, whose pickles name a package of NumPy 2. Cases next to them don't.
func writtenByNumPy2(cases []Case, ids ...string) {
	for i := range cases {
		if slices.Contains(ids, cases[i].ID) {
			rules := append(strings.Fields(cases[i].Rules), "pickle-numpy-core")
			slices.Sort(rules)
			cases[i].Rules = strings.Join(rules, " ")
		}
	}
}

// valueCases returns cases of values that need every bit of their type: reading them through a narrower type, through
// text or through another language's type changes them.
func valueCases() []Case {
	return sinceTwo(slices.Concat(digitCases(), longDoubleDigitCases(), wideIntegerCases(), textEndCases(), structValueCases(), structShapeCases(), prefixLengthCases(),
		gridVersionCases(), npzGridCases(), npzHeaderCases(), zipOddCases(), textModeCases()))
}

func zipCases() []Case {
	return slices.Concat(
		zipEndCases(),
		zipPartitionCases(),
		zipZip64EndCases(),
		zipHeaderCases(),
		zipFlagCases(),
		zipDescriptorCases(),
		zipExtraCases(),
		zipZip64ExtraCases(),
		zipEntryCases(),
		zipDataCases(),
		zipDeflateCases(),
		zipNameCases(),
		zipPathCases(),
		zipEncodingCases(),
		zipWriterCases(),
		zipPythonCases(),
	)
}
