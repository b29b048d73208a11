#!/usr/bin/env python3
"""Write arrays with the installed NumPy and compare what npycheck info says about them with their elements.

usage: compare.py NPYCHECK FOLDER
"""

import fractions
import json
import math
import os
import subprocess
import sys

import numpy as np

COUNT = 10007  # more than npycheck decodes at a time
HEAD = 50
INTS = "i1 i2 i4 i8 u1 u2 u4 u8".split()
FLOATS = "f2 f4 f8".split()
UNITS = "Y M W D h m s ms us ns ps fs as".split()


def arrays():
    """Yield labels and arrays, with the native byte order."""
    rng = np.random.default_rng(13)
    yield "b1", rng.integers(0, 2, COUNT).astype("?")
    for code in INTS:
        info = np.iinfo(code)
        yield code, rng.integers(info.min, info.max, COUNT, dtype=code, endpoint=True)
        yield code + "-extremes", np.array([info.min, info.max, 0, 1, info.max], code)
        yield code + "-largest", np.full(COUNT, info.max, code)
    for code in FLOATS:
        info = np.finfo(code)
        normal = rng.standard_normal(COUNT).astype(code)
        yield code, normal
        yield code + "-bits", rng.integers(0, 256, COUNT * np.dtype(code).itemsize, "u1").view(code)
        special = [np.nan, 0.0, -0.0, info.max, info.min, info.tiny, -info.tiny / 2, 1, info.eps]
        yield code + "-extremes", np.array(special, code)
        yield code + "-infinite", np.array([np.inf, 1, np.nan], code)
        yield code + "-opposite", np.array([np.inf, -np.inf], code)
        yield code + "-nan", np.full(3, np.nan, code)
        yield code + "-largest", np.full(COUNT, info.max, code)
        holes = normal.copy()
        holes[::3] = np.nan
        holes[1::7] = 0
        yield code + "-holes", holes
    yield "f8-cancel", np.tile(np.array([1e100, 1e80, 1, -1e100, -1e80]), COUNT)
    yield "f4-offset", (1e8 + 1000 * rng.standard_normal(20 * COUNT)).astype("f4")
    for code in "c8", "c16":
        yield code, (rng.standard_normal(2 * COUNT)).astype("f%d" % (int(code[1:]) // 2)).view(code)
        yield code + "-special", np.array([complex(np.nan, 1), complex(1, np.nan), 0, complex(-0.0, 2)], code)
    if np.dtype("g").itemsize == 16 and np.finfo("g").nmant == 63:
        yield "f16", rng.standard_normal(COUNT).astype("g") / np.longdouble(3)
        yield "f16-special", np.array([np.nan, 1, -np.inf, 0], "g")
        yield "c32", (rng.standard_normal(2 * COUNT).astype("g") / np.longdouble(3)).view("G")
        yield "c32-special", np.array([complex(np.nan, 1), complex(1, np.nan), 0, complex(-0.0, 2)], "G")
    for unit in UNITS:
        span = {"Y": 2000, "M": 20000, "W": 100000}.get(unit, 700000)
        if unit in "ns ps fs as us ms".split():
            span = 2**62
        ticks = rng.integers(-span, span, 300)
        ticks[::10] = np.iinfo("i8").min
        yield "M8-" + unit, ticks.view("M8[%s]" % unit)
        yield "m8-" + unit, ticks.view("m8[%s]" % unit)


def variants():
    """Yield labels and arrays in both byte orders, memory orders, and empty."""
    for label, a in arrays():
        yield label + "-le", a.astype(a.dtype.newbyteorder("<"))
        yield label + "-be", a.astype(a.dtype.newbyteorder(">"))
        n = len(a) // 3
        yield label + "-f", np.asfortranarray(a[: 3 * n].reshape(3, n))
        yield label + "-0d", a[:1].reshape(())
        yield label + "-empty", a[:0]


def number(v, wide=False):
    """The JSON value of a real number, as a long double if it is one."""
    text = str(v).replace("Infinity", "inf")
    return np.longdouble(text) if wide else float(text)


def same(got, expected):
    return got == expected and np.signbit(got) == np.signbit(expected) or got != got and expected != expected


def mean(values):
    """The mean of real numbers, rounded once."""
    if not np.isfinite(values).all():
        above, below = (values == np.inf).any(), (values == -np.inf).any()
        return math.nan if above and below else math.inf if above else -math.inf
    exact = sum(fractions.Fraction(*v.as_integer_ratio()) for v in values) / len(values)
    if values.dtype.itemsize <= 8:
        return float(exact)
    rounded = np.longdouble(0)  # to 64 bits, half to even
    if exact:
        shift = abs(exact.numerator).bit_length() - exact.denominator.bit_length() - 64
        scaled = abs(exact) / fractions.Fraction(2) ** shift
        if scaled >= 2**64:
            scaled, shift = scaled / 2, shift + 1
        rounded = np.ldexp(np.longdouble(round(scaled)), shift)
    return -rounded if exact < 0 else rounded


def check(a, stats, head):
    """Yield what is wrong in the statistics and the first values of an array."""
    flat = a.ravel(order="K")
    kind, size = a.dtype.kind, a.dtype.itemsize
    if stats["count"] != a.size:
        yield "count", stats["count"], a.size
    missing = np.isnat(flat) if kind in "mM" else flat != flat
    name = {"m": "nat", "M": "nat"}.get(kind, "nan")
    if kind in "fcmM" and stats[name] != missing.sum():
        yield name, stats[name], missing.sum()
    if kind != "M":
        # NaT is not a zero. numpy.count_nonzero counts it as something else in every release.
        zero = int((flat.view("i8") if kind == "m" and a.size else flat).size and (flat == np.zeros((), a.dtype)).sum())
        if stats["zero"] != zero:
            yield "zero", stats["zero"], zero
    there = flat[~missing]
    if len(there) == 0:
        if set(stats) & {"min", "max", "mean"}:
            yield "nothing", stats, None
    elif kind == "c":
        for got, part in zip(stats["mean"], (there.real, there.imag)):
            if not same(number(got, size > 16), mean(part)):
                yield "mean", got, mean(part)
    elif kind == "M":
        for name, expected in ("min", there.min()), ("max", there.max()):
            if stats[name] != str(expected):
                yield name, stats[name], expected
    elif kind in "bium":
        ints = [int(v) for v in (there.astype(there.dtype.newbyteorder("=")).view("i8") if kind == "m" else there)]
        for name, expected in ("min", min(ints)), ("max", max(ints)):
            if int(stats[name]) != expected:
                yield name, stats[name], expected
        if float(stats["mean"]) != float(fractions.Fraction(sum(ints), len(ints))):
            yield "mean", stats["mean"], fractions.Fraction(sum(ints), len(ints))
    else:
        for name, expected in ("min", there.min()), ("max", there.max()):
            if number(stats[name], size > 8) != expected:
                yield name, stats[name], expected
        expected = mean(there)
        if number(stats["mean"], size > 8) != expected and expected == expected or expected != expected and stats["mean"] != "NaN":
            yield "mean", stats["mean"], expected
        if size <= 8:
            if np.isfinite(there).all():
                fsum = None
                try:
                    fsum = math.fsum(there.tolist()) / len(there)
                except OverflowError:
                    pass
                if fsum is not None and abs(fsum - number(stats["mean"])) > math.ulp(fsum):
                    yield "mean by fsum", stats["mean"], fsum
    for i, got in enumerate(head):
        expected = flat[i]
        if kind == "c":
            good = same(number(got[0], size > 16), expected.real) and same(number(got[1], size > 16), expected.imag)
        elif kind == "f":
            good = same(number(got, size > 8), expected)
        elif kind == "M":
            good = got == str(expected)
        elif kind == "m":
            good = got == "NaT" if np.isnat(expected) else int(got) == int(expected.astype("i8"))
        else:
            good = int(got) == int(expected)
        if not good:
            yield "head %d" % i, got, expected
    if len(head) != min(HEAD, a.size):
        yield "length of head", len(head), min(HEAD, a.size)


def main():
    npycheck, folder = sys.argv[1:]
    files = dict(variants())
    for label, a in files.items():
        np.save(os.path.join(folder, label + ".npy"), a)
    np.savez(os.path.join(folder, "stored.npz"), **files)
    np.savez_compressed(os.path.join(folder, "deflated.npz"), **files)
    command = [npycheck, "info", "--format", "json", "--stats", "--head", str(HEAD), folder]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout, parse_float=str)
    wrong = seen = 0
    for file in report["files"]:
        for entry in file.get("members", [file]):
            label = entry["key"] if "key" in entry else os.path.basename(file["path"])[: -len(".npy")]
            seen += 1
            for what, got, expected in check(files[label], entry["stats"], entry.get("head", [])):
                wrong += 1
                if wrong < 20:
                    print("%s, %s: %s is %r, expected %r" % (os.path.basename(file["path"]), label, what, got, expected))
    if seen != 3 * len(files):
        print("npycheck reported %d arrays, expected %d" % (seen, 3 * len(files)))
        wrong += 1
    if wrong:
        sys.exit("NumPy %s: %d differences" % (np.__version__, wrong))
    print("NumPy %s: %d arrays agree" % (np.__version__, seen))


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        main()
