"""Speaks the protocol of ../../../protocol.md for a library in Python.

The adapters of such libraries share it; what is about a library is in its own folder. They import it
before the library, which may print while it is imported.
"""

import ast
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass

# Nothing else that is printed may get between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

# More bytes than this are sent as a hash.
LARGE = 1 << 20

# Errors from within that have the type of a refusal. Not every subtype of one is: whoever catches ValueError
# catches UnicodeEncodeError, too.
LEAKS = (RecursionError,)


class Unsupported(Exception):
    """What an adapter raises when the library doesn't support something."""


@dataclass
class Library:
    """A reader of .npy files, and perhaps of archives, or a writer, or both.

    What read, build and write raise comes from the library. An exception in describe other than Unsupported is a
    fault of the adapter, and ends it.
    """

    name: str
    version: str
    refusals: tuple  # the types of exceptions by which it says that it can't read or write something
    language: str = "Python"  # that in which it reads and writes
    features: str | None = None  # those that it claims, separated by spaces; None for all
    read: Callable | None = None  # (path): what it reads in a file, an array or a dict of arrays
    stream: Callable | None = None  # (path): the same through a stream that can't seek
    describe: Callable | None = None  # (array): the array of an answer
    build: Callable | None = None  # (request): the requested array, as the library writes it
    write: Callable | None = None  # (path, array or dict of arrays)

    def run(self):
        """Answer requests until there are no more."""
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["op"] == "bye":
                break
            print(json.dumps(self.answer(request)), file=answers, flush=True)

    def answer(self, request):
        if request["op"] == "hello":
            return self.hello()
        if request["op"] == "write":
            result, _ = self.attempt(lambda: self.write(request["path"], self.built(request["array"])))
        else:
            read = self.stream if request["op"] == "stream" else self.read
            result, got = self.attempt(lambda: read(request["path"]))
            if result["outcome"] == "accept":
                result = self.shown(got)
        return {"id": request["id"], **result}

    def hello(self):
        hello = {"op": "hello", "name": self.name, "version": self.version, "language": self.language}
        hello["runtime"] = f"{platform.python_implementation()} {platform.python_version()}"
        hello["ops"] = [op for op in ("read", "stream", "write") if getattr(self, op)]
        if self.features is not None:
            hello["features"] = self.features.split()
        return hello

    def built(self, array):
        if "members" in array:
            return {key: self.built(member) for key, member in array["members"].items()}
        return self.build({**array, "data": bytes.fromhex(array["data"])})

    def shown(self, got):
        try:
            return {"outcome": "accept", "array": self.described(got)}
        except Unsupported as error:
            return {"outcome": "unsupported", "message": str(error)}

    def described(self, got):
        if isinstance(got, dict):
            return {"members": {key: self.describe(array) for key, array in got.items()}}
        return self.describe(got)

    def attempt(self, do):
        """Return the outcome with its message, and what came back."""
        try:
            return {"outcome": "accept"}, do()
        except Exception as error:
            message = " ".join(f"{type(error).__name__}: {error}".split())[:500]
            return {"outcome": self.outcome(error), "message": message}, None

    def outcome(self, error):
        if isinstance(error, Unsupported):
            return "unsupported"
        if isinstance(error, self.refusals) and not isinstance(error, LEAKS):
            return "reject"
        return "exception"


def array_of(elements, shape, dtype):
    """Return the array of an answer. The elements are bytes."""
    array = {"dtype": dtype, "shape": shape}
    if len(elements) > LARGE:
        return {**array, "sha256": hashlib.sha256(elements).hexdigest()}
    return {**array, "data": elements.hex()}


def ndarray(request):
    """Return the requested array as a NumPy array, for libraries that take those."""
    import numpy as np
    from numpy.lib.format import descr_to_dtype

    text, shape, data = request["dtype"], request["shape"], request["data"]
    dtype = descr_to_dtype(ast.literal_eval(text) if text.startswith("[") else text)
    array = np.ndarray(shape, dtype, bytearray(data), order="F" if request["fortran_order"] else "C")
    array[...] = np.ndarray(shape, dtype, data)
    return array
