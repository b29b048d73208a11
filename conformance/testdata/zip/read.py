"""Says what this Python sees in archives, with its zipfile, or with NumPy if an argument says so.

    python read.py DIR READER zipfile|numpy

DIR/read/READER.jsonl gets one object for each archive below DIR. It also runs under Python 2.7.
"""

from __future__ import print_function

import io
import json
import os
import sys
import zipfile
import zlib

ROOT, READER, HOW = sys.argv[1:]


def archives():
    for folder in sorted(os.listdir(ROOT)):
        below = os.path.join(ROOT, folder)
        if folder not in ("read", "big") and os.path.isdir(below):
            for name in sorted(os.listdir(below)):
                yield folder + "/" + name


def text(name):
    """A name as Python 3 spells it."""
    return name.decode("cp437") if isinstance(name, bytes) else name


def content(read):
    try:
        data = read()
    except MemoryError:
        raise
    except Exception as e:
        return {"error": type(e).__name__}
    return {"size": len(data), "crc": zlib.crc32(data) & 0xFFFFFFFF}


def kind(info):
    return "folder" if info.filename.endswith("/") else ""


def by_zipfile(name):
    with zipfile.ZipFile(name) as z:
        # As in a loop over infolist: members with equal names are read one by one.
        return [dict(content(lambda: z.open(info).read()), name=text(info.filename), kind=kind(info)) for info in z.infolist()]


def by_numpy(name):
    import numpy as np

    def array(a):
        if not isinstance(a, np.ndarray):
            raise TypeError(type(a))
        return a.tobytes()

    with open(name, "rb") as f:
        z = np.load(f)
        if isinstance(z, np.ndarray):
            raise TypeError("one array")
        keys = z.files
        if isinstance(z._files, list):
            # NumPy 1 looks for each key in two lists, which takes minutes for 65,536 members.
            z._files, z.files = dict.fromkeys(z._files), dict.fromkeys(z.files)
        return [dict(content(lambda: array(z[key])), name=key) for key in keys]


with io.open(os.path.join(ROOT, "read", READER + ".jsonl"), "w", encoding="ascii") as out:
    for name in archives():
        line = {"path": name}
        try:
            line["members"] = {"zipfile": by_zipfile, "numpy": by_numpy}[HOW](os.path.join(ROOT, name))
        except Exception as e:
            line["error"] = type(e).__name__
        out.write(json.dumps(line).encode("ascii").decode("ascii") + u"\n")
