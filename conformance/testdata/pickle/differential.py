#!/usr/bin/env python3
"""Say what a pickle imports according to Python, without executing anything.

usage: differential.py DIR [MUTANTS]

DIR/names.txt lists .npy files of object arrays. DIR/imports.jsonl gets one object per file: the imports
that Python's unpickler asks for, in order, and whether it gets to the end. Every import returns
a class that takes any arguments and does nothing.

With a number MUTANTS, it also makes that many files: a pickle of the list with opcodes inserted,
removed, repeated and exchanged, which make stack and memo do what no pickler makes them do.
"""

import json
import os
import pickletools
import random
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from inert import describe


def payload_offset(content):
    if content[6] == 1:
        return 10 + struct.unpack("<H", content[8:10])[0]
    return 12 + struct.unpack("<I", content[8:12])[0]


PIECES = [
    b"cos\nsystem\n", b"cmylib\nPoint\n", b"(ios\nsystem\n", b"X\x02\x00\x00\x00os", b"X\x06\x00\x00\x00system", b"X\x05\x00\x00\x00numpy",
    b"\x93", b"\x94", b"0", b"1", b"2", b"(", b"t", b"l", b"d", b"o", b")", b"]", b"}", b"N", b"K\x01", b"R", b"b", b"a", b"e", b"s", b"u",
    b"\x81", b"\x85", b"\x86", b"\x87", b"\x8f", b"\x90", b"\x91", b"\x82\x01", b"Q", b"Vos\n", b"V\\u006fs\n", b"S'system'\n", b".",
    b"I01\n", b"I0x10\n", b"L1_0L\n", b"F 1\n", b"p 70\n", b"g7_0\n",
]  # fmt: skip


def mutate(rng, content):
    """A file whose pickle is changed between its opcodes."""
    offset = payload_offset(content)
    payload = content[offset:]
    starts = [position for _, _, position in pickletools.genops(payload)] + [len(payload)]
    parts = [payload[a:b] for a, b in zip(starts, starts[1:])]
    parts = [part for part in parts if part[:1] != b"\x95"]  # the frames no longer fit
    for _ in range(rng.choice([1, 1, 2, 3, 5, 8])):
        at = rng.randrange(1, len(parts)) if len(parts) > 1 else 0
        what = rng.randrange(10)
        if what < 4:
            parts.insert(at, rng.choice(PIECES))
        elif what < 6:
            slot = rng.choice([rng.randrange(8), rng.randrange(64)])
            parts.insert(at, bytes([rng.choice(b"hhhq"), slot]))
        elif what < 7:
            parts.insert(at, parts[rng.randrange(1, len(parts))] if len(parts) > 1 else b"N")
        elif what < 8 and len(parts) > 2:
            del parts[at]
        elif len(parts) > 3:
            other = rng.randrange(1, len(parts))
            parts[at], parts[other] = parts[other], parts[at]
    return content[:offset] + b"".join(parts)


def main():
    root = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with open(os.path.join(root, "names.txt"), encoding="utf-8") as f:
        names = f.read().split()
    rng = random.Random(1)
    small = []
    with open(os.path.join(root, "imports.jsonl"), "w", encoding="ascii") as out:

        def record(name, content, mutant):
            print(json.dumps(dict(path=name, mutant=mutant, **describe(content[payload_offset(content) :]))), file=out)

        for name in names:
            with open(os.path.join(root, name), "rb") as f:
                content = f.read()
            record(name, content, False)
            if len(content) < 4000:
                small.append(content)
        for i in range(count):
            name = "mutant-%05d.npy" % i
            content = mutate(rng, rng.choice(small))
            with open(os.path.join(root, name), "wb") as f:
                f.write(content)
            record(name, content, True)


main()
