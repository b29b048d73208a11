#!/usr/bin/env python3
"""Read files with an independent reader, and print the results.

usage: reader.py numpy|zipfile|pickle

Standard input is a series of batches: the number of files, then each after its length, in little-endian integers
of four bytes. Standard output gets one JSON object for each, as soon as it has been read.

numpy    what np.load returns: dtype, shape and data in hexadecimal (elements in C order, little-endian, with zeros
         for padding), or members that are such objects; otherwise an error
zipfile  the members of an archive, with name, size and crc; otherwise an error
pickle   what a pickle imports, in the order in which Python's unpickler asks for it, and whether it gets to the end

The limits are 2 GiB of address space, and for each file a second of CPU time. Beyond the second, the process dies.
"""

import io
import json
import os
import resource
import signal
import struct
import sys
import warnings

here = os.path.dirname(os.path.abspath(__file__))
conformance = os.path.join(here, "../../../../conformance")
sys.path[:0] = [os.path.join(conformance, "testdata/pickle"), os.path.join(conformance, "adapters/numpy")]


def reader_of_numpy():
    from arrays import load, parts

    def describe(array):
        elements, shape, dtype = parts(array)
        return {"dtype": dtype, "shape": shape, "data": elements.hex()}

    def read(content):
        loaded = load(io.BytesIO(content))
        if isinstance(loaded, dict):
            return {"members": {key: describe(array) for key, array in loaded.items()}}
        return describe(loaded)

    return read


def reader_of_zipfile():
    import zipfile
    import zlib

    def read(content):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = []
            for info in archive.infolist():
                data = archive.open(info).read()
                members.append({"name": info.filename, "size": len(data), "crc": zlib.crc32(data)})
        return {"members": members}

    return read


def reader_of_pickles():
    from inert import describe

    return describe


def main():
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    read = {"numpy": reader_of_numpy, "zipfile": reader_of_zipfile, "pickle": reader_of_pickles}[sys.argv[1]]()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else that is printed may get between the answers
    while head := requests.read(4):
        files = [requests.read(*struct.unpack("<I", requests.read(4))) for _ in range(*struct.unpack("<I", head))]
        for content in files:
            signal.setitimer(signal.ITIMER_VIRTUAL, 1)  # nobody handles the signal
            try:
                answer = read(content)
            except Exception as error:
                answer = {"error": " ".join(f"{type(error).__name__}: {error}".split())[:300]}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


main()
