"""Judges what npycheck fix made of damaged files: list.json has the paths of each before the damage, after it, and now.

Each array is as it was before the damage, or as NumPy read it before it was fixed. Prints the faults, and counts.
"""
import io
import json
import sys
import warnings
import zipfile

import numpy

warnings.simplefilter("ignore")


def described(a):
    return str(a.dtype.descr if a.dtype.names else a.dtype.str), a.shape, bool(a.flags.f_contiguous), a.tobytes()


def load(path):
    """Returns a dictionary: what NumPy reads for each key. A member that it doesn't read is an error with its bytes."""
    try:
        loaded = numpy.load(path, allow_pickle=False)
    except Exception as error:
        return {"": error}
    if not isinstance(loaded, numpy.lib.npyio.NpzFile):
        return {"": described(loaded)}
    arrays = {}
    for key in loaded.files:
        try:
            a = loaded[key]
            arrays[key] = a if isinstance(a, bytes) else described(a)
        except Exception as error:
            arrays[key] = error
            try:
                arrays[key] = loaded.zip.read(key if key in loaded.zip.namelist() else key + ".npy")
            except Exception:
                pass
    return arrays


def verdict(was, then, now):
    if now == was:
        return "as before the damage"
    if not now:
        return "empty"
    if isinstance(now.get(""), Exception):
        return "refused by NumPy"
    if now.keys() != was.keys() and now.keys() != then.keys():
        return "other keys"
    kept = [key for key, value in now.items() if key in then and value == then[key]]
    if len(kept) == len(now):
        return "as NumPy read it"
    if all(key in kept or key in was and value == was[key] for key, value in now.items()):
        return "each as before the damage, or as NumPy read it"
    if isinstance(then.get(""), Exception) or any(isinstance(then.get(key), Exception) for key in now):
        return "refused, now wrong"
    return "wrong"


def to_newline(path):
    """Returns what NumPy reads for each key of an archive if the length of each header leads to its first newline."""
    arrays = {}
    try:
        archive = zipfile.ZipFile(path)
    except Exception:
        return arrays
    for name in archive.namelist():
        try:
            b = bytearray(archive.read(name))
            b[8:10] = (b.index(b"\n") + 1 - 8 - 2 * b[6]).to_bytes(2, "little")
            arrays[name.removesuffix(".npy")] = described(numpy.load(io.BytesIO(b)))
        except Exception:
            pass
    return arrays


def judge(pair):
    """An array has no checksum, so that an edit before or after a conversion of its file can't be seen."""
    was, then, now = load(pair["Was"][0]), load(pair["Then"]), load(pair["Now"])
    result = verdict(was, then, now)
    if result in GOOD:
        return result
    if pair["Now"] in pair["Was"]:
        return "as before the last edit"
    if any(load(path) == now for path in pair["Unconverted"] or ()):
        return "without the conversion, but with another edit"
    if len(pair["Was"]) > 1:
        moved = to_newline(pair["Then"])
        if moved and all(value in (was.get(key), then.get(key), moved.get(key)) for key, value in now.items()):
            return "with its header as it was, but with another edit"
    return "FAULT: " + result


GOOD = "as before the damage", "as NumPy read it", "each as before the damage, or as NumPy read it"
faults, counts = [], {}
for pair in json.load(open(sys.argv[1])):
    result = judge(pair)
    counts[result] = counts.get(result, 0) + 1
    if result.startswith("FAULT"):
        faults.append(f"{pair['Damage']}: {result}")
print(json.dumps({"Faults": faults, "Counts": counts}))
