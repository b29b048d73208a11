"""Loads files before and after npycheck fix, and compares them: list.json names the pairs.

A pair has the path "new", and "old" if NumPy reads the old file as it was meant. Prints what is wrong, and counts.
"""
import io
import json
import sys
import warnings

import numpy

warnings.simplefilter("ignore")


def load(path):
    loaded = numpy.load(path, allow_pickle=False)
    if not isinstance(loaded, numpy.lib.npyio.NpzFile):
        return {"": loaded}
    return {key: loaded[key] for key in loaded.files}


def same(a, b):
    return (a.dtype == b.dtype and a.dtype.descr == b.dtype.descr if a.dtype.names else a.dtype == b.dtype) and a.shape == b.shape \
        and a.flags.f_contiguous == b.flags.f_contiguous and a.tobytes() == b.tobytes()


faults, compared, identical = [], 0, 0
for pair in json.load(open(sys.argv[1])):
    try:
        new = load(pair["new"])
    except Exception as error:
        faults.append(f"{pair['id']}: new file: {error}")
        continue
    if "" in new:
        saved = io.BytesIO()
        numpy.save(saved, new[""])
        identical += saved.getvalue() == open(pair["new"], "rb").read()
    if not pair["old"]:
        continue
    try:
        old = load(pair["old"])
    except Exception:
        continue  # NumPy doesn't read what was wrong
    if not old:
        continue  # NumPy finds no member in the archive, as its end record says that the directory has no bytes
    compared += 1
    for key, array in new.items():
        before = old.get(key)
        if isinstance(before, bytes):
            continue  # it is not an array, or NumPy got nothing of it
        if before is None or isinstance(array, bytes) or not same(before, array):
            faults.append(f"{pair['id']}: {key}: {before!r} became {array!r}")
    if len(old) != len(new) and not pair["dropped"]:
        faults.append(f"{pair['id']}: {sorted(old)} became {sorted(new)}")
print(json.dumps({"faults": faults, "compared": compared, "identical": identical}))
