#!/usr/bin/env python3
"""Writes validator/internal/zip/normal.txt: the canonical decompositions and combining classes of Unicode.

usage: normal.py >normal.txt
       normal.py --check

The Unicode version is that of this Python. Hangul syllables are left out, since arithmetic does them. With
--check the table that is there is compared with this Python. Characters that only the newer of the two
versions has are passed over; those of the older one never change.
"""

import os
import re
import sys
import unicodedata

HANGUL = range(0xAC00, 0xD7A4)
POINTS = [c for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000 and c not in HANGUL]


def write():
    print("# Unicode %s, written by testdata/normal.py: a character, its canonical combining class, and what it decomposes to."
          % unicodedata.unidata_version)
    for c in POINTS:
        form, combining = unicodedata.normalize("NFD", chr(c)), unicodedata.combining(chr(c))
        if form == chr(c):
            form = ""
        if form or combining:
            print("%04x %d" % (c, combining), *("%04x" % ord(part) for part in form))


def check():
    """Returns how many characters the table has otherwise than this Python."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(package, "normal.txt"), encoding="ascii") as f:
        first, *lines = f
    version = tuple(map(int, re.search(r"Unicode ([\d.]+),", first)[1].split(".")))
    newer = tuple(map(int, unicodedata.unidata_version.split("."))) > version
    forms, combining = {}, {}
    for line in lines:
        point, number, *form = line.split()
        if form:
            forms[int(point, 16)] = "".join(chr(int(part, 16)) for part in form)
        if number != "0":
            combining[int(point, 16)] = int(number)
    wrong = 0
    for c in POINTS:
        got = forms.get(c, chr(c)), combining.get(c, 0)
        right = unicodedata.normalize("NFD", chr(c)), unicodedata.combining(chr(c))
        unknown = unicodedata.category(chr(c)) == "Cn" or newer and got == (chr(c), 0)
        if got != right and not unknown:
            print("U+%04X: got %r, should be %r" % (c, got, right))
            wrong += 1
    print("%d decompositions and %d combining characters of Unicode %s, compared with %s: %d differ"
          % (len(forms), len(combining), ".".join(map(str, version)), unicodedata.unidata_version, wrong))
    return wrong


if sys.argv[1:] == ["--check"]:
    sys.exit(check() > 0)
write()
