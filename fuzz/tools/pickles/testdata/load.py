#!/usr/bin/env python3
"""Load .npy files with objects as their users would, and report what happens to the process.

usage: load.py [BATCH]

Standard input is a series of files, each after its number and its length, two little-endian integers of
four bytes. Standard output gets one JSON object per file, in the same order:

    id       its number
    outcome  loaded, refused (Python raised an exception), crash, hang, memory or audit
    stage    where a bad outcome came about: load, use or free
    what     the exception, the signal, the event, or how much memory
    alone    for a crash: whether the file also crashes its own process

A forked child loads BATCH files. If it dies, the file it was at is loaded again in its own child. The
limits of each file are 2 seconds of CPU time to load it and 5 for each other stage, and 64 MiB plus 20 times the
file of memory, which is what SECURITY.md promises. Memory is that of the address space, which includes what is
only asked for.
"""

import gc
import importlib
import io
import json
import math
import os
import resource
import select
import signal
import struct
import sys
import time
import warnings

warnings.simplefilter("ignore")

import numpy as np

BATCH = int(sys.argv[1]) if len(sys.argv) > 1 else 64
LOADING = 2  # seconds of CPU time
SECONDS = 5  # for later stages
WALL = 300
MEMORY = 64 << 20
PER_BYTE = 20
MUCH = 4 << 20  # of bytes and elements that are not copied after loading
ROOM = 4 << 30  # for the second try, which measures how much a file takes

# Everything that a pickle may import is imported beforehand, so any import event is a failure.
MODULES = """pathlib pathlib._local types zoneinfo
collections copyreg datetime _codecs encodings.latin_1 decimal fractions uuid reprlib linecache traceback
numpy.rec numpy.char numpy.ma numpy.ma.core numpy.matrixlib.defmatrix numpy.lib.polynomial numpy.lib._polynomial_impl
numpy.core numpy.core.multiarray numpy.core._internal numpy.core.numeric numpy.core.records numpy.core.defchararray
numpy._core numpy._core.multiarray numpy._core._internal numpy._core.numeric numpy._core.records numpy._core.defchararray
numpy.core._dtype numpy._core._dtype numpy.dtypes numpy.random numpy.random._pickle numpy.random.bit_generator
numpy.random._mt19937 numpy.random._pcg64 numpy.random._philox numpy.random._sfc64 numpy.polynomial.polynomial
numpy.polynomial.chebyshev numpy.polynomial.legendre numpy.polynomial.hermite numpy.polynomial.hermite_e
numpy.polynomial.laguerre numpy.ma.mrecords numpy.polynomial._polybase numpy.core.arrayprint numpy._core.arrayprint
"""

# Python 2 names are allowed in every protocol, and the modules differ between NumPy releases.
FOREIGN = {"copy_reg", "__builtin__"}

QUIET = {"pickle.find_class", "sys._getframe", "object.__getattr__", "object.__setattr__", "object.__delattr__", "builtins.id"}

events = []
watched = False


def watch(event, args):
    if watched and event not in QUIET:
        if event == "import" and (args[0] in FOREIGN or str(args[0]).startswith("numpy.")):
            return
        if event == "compile" and args[1] == "<unknown>" and str(args[0]).lstrip("b'\"").startswith("{'descr': "):
            return  # the header, which NumPy parses into a syntax tree
        events.append(event + " " + repr(args)[:80])


def prepare():
    for name in MODULES.split():
        try:
            importlib.import_module(name)
        except ImportError:
            pass
    for value in [np.arange(9.0), np.ma.array([1], mask=[1]), np.array([None]), np.zeros(2, "i4,O"), np.float64(1), np.dtype("i4,O"), np.poly1d([1, 2])]:
        use(value)
    for name in ["PCG64", "MT19937", "SFC64", "Philox"]:
        use(np.random.Generator(getattr(np.random, name)(1)))
    use(np.polynomial.Polynomial([1, 2]))
    gc.collect()
    gc.freeze()
    sys.addaudithook(watch)


def attempts(x):
    """What a user does with a loaded value."""
    if isinstance(x, np.dtype):
        yield lambda: repr(x)
        yield lambda: hash(x)
        yield lambda: x == np.dtype("f8")
        yield lambda: (x.fields, x.names, x.descr, x.str, x.isnative)
        if x.itemsize < 1 << 16:
            yield lambda: np.zeros(2, x)
            yield lambda: np.zeros(1, x)[0]
            yield lambda: np.empty(3, x)
    elif isinstance(x, (np.ndarray, np.generic)):
        if x.size * max(x.itemsize, 1) > MUCH:
            return  # there can be any number of elements of zero bytes, and only a few large ones
        yield lambda: repr(x)
        yield lambda: x.copy()
        yield lambda: x == x
        yield lambda: x.dtype == x.dtype and repr(x.dtype)
        if math.prod(max(d, 1) for d in x.shape) <= 256:  # dimensions before a 0 make lists too
            yield lambda: x.tolist()
            yield lambda: x.astype(object)
            # NumPy would make an array from a range of any length.
            yield lambda: any(isinstance(v, range) for v in x.flat) or x.sum()
            yield lambda: x.ravel()[:1].copy()
        if isinstance(x, np.ma.MaskedArray):
            yield lambda: x.filled()
            yield lambda: (x.mask, x.fill_value)
            yield lambda: x.count()
    elif isinstance(x, (np.random.Generator, np.random.RandomState)):
        yield lambda: x.random(3)
        yield lambda: x.standard_normal(3)
        yield lambda: x.bytes(3)
        yield lambda: x.permutation(5)
    elif isinstance(x, np.random.BitGenerator):
        yield lambda: x.random_raw(3)
        yield lambda: x.state
        yield lambda: np.random.Generator(x).random(3)
    elif isinstance(x, (np.poly1d, np.polynomial.polynomial.Polynomial, np.polynomial.chebyshev.Chebyshev)):
        yield lambda: repr(x)
        yield lambda: x == x
        yield lambda: x(2)
    else:
        yield lambda: repr(x)
        yield lambda: x == x
        yield lambda: hash(x)


def use(a):
    """Do all of it, and return the kinds of exceptions."""
    raised = set()
    values = [a]
    if isinstance(a, np.ndarray) and a.dtype.hasobject:
        try:
            values += list(a.flat[:8])
        except Exception as e:
            raised.add(type(e).__name__)
    with np.printoptions(threshold=4, edgeitems=1):
        for value in values:
            for attempt in attempts(value):
                try:
                    attempt()
                except Exception as e:
                    raised.add(type(e).__name__)
    return raised


def status(key):
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith(key + ":"):
                return int(line.split()[1]) << 10


def limit(size):
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.RLIM_INFINITY))


def load(data, allowed):
    """Load, use and free one file. Yields each stage, and finally the result."""
    global watched
    before = status("VmSize")
    result = {"outcome": "loaded"}
    raised = set()
    a = None
    events.clear()

    yield "load"
    file = io.BytesIO(data)
    limit(before + allowed)
    signal.setitimer(signal.ITIMER_PROF, LOADING)
    watched = True
    try:
        a = np.load(file, allow_pickle=True)
        if not isinstance(a, np.ndarray):
            raised.add("not an array")
    except MemoryError as e:
        result = {"outcome": "memory", "stage": "load", "what": str(e)[:120]}
    except Exception as e:
        result = {"outcome": "refused", "what": type(e).__name__ + ": " + str(e)[:120]}
    except BaseException as e:
        result = {"outcome": "audit", "stage": "load", "what": type(e).__name__}
    watched = False
    if events:
        result = {"outcome": "audit", "stage": "load", "what": "; ".join(events[:3])}
        events.clear()

    if result["outcome"] == "loaded":
        yield "use"
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        watched = True
        raised |= use(a)
        watched = False
        if events:
            result = {"outcome": "audit", "stage": "use", "what": "; ".join(events[:3])}
        elif "MemoryError" in raised or "_ArrayMemoryError" in raised:
            result = {"outcome": "memory", "stage": "use", "what": ""}
    yield "free"
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    watched = True
    a = file = None
    gc.collect()
    watched = False
    signal.setitimer(signal.ITIMER_PROF, 0)
    if events:
        result = {"outcome": "audit", "stage": "free", "what": "; ".join(events[:3])}
    limit(resource.RLIM_INFINITY)
    if raised:
        result["raised"] = sorted(raised)
    if allowed == ROOM and result["outcome"] in ("loaded", "refused", "memory"):
        result["peak"] = status("VmPeak") - before
    yield result


def child(files, out, allowed):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for n, (number, data) in enumerate(files):
        for step in load(data, allowed or MEMORY + PER_BYTE * len(data)):
            os.write(out, (json.dumps([n, step]) + "\n").encode())


def attempt(files, allowed=None):
    """Load files in a child. Returns the results, and how the child ended: at which stage, by which signal."""
    sys.stdout.flush()
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(read)
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            if not os.environ.get("LOAD_VERBOSE"):
                os.dup2(null, 2)
            child(files, write, allowed)
            code = 0
        except MemoryError:
            code = 3
        finally:
            os._exit(code)
    os.close(write)
    buffer = b""
    end = time.monotonic() + WALL
    late = False
    while True:
        ready = select.select([read], [], [], max(0, end - time.monotonic()))[0]
        if not ready:
            late = True
            os.kill(pid, signal.SIGKILL)
            break
        chunk = os.read(read, 1 << 16)
        if not chunk:
            break
        buffer += chunk
        end = time.monotonic() + WALL
    os.close(read)
    code = os.waitpid(pid, 0)[1]
    results, stage = [], "load"
    for line in buffer.split(b"\n")[:-1]:
        n, step = json.loads(line)
        if isinstance(step, dict):
            results.append(step)
            stage = "load"
        else:
            stage = step
    if len(results) == len(files):
        return results, None
    if late:
        return results, {"outcome": "hang", "stage": stage, "what": "%d s" % WALL}
    if os.WIFSIGNALED(code):
        number = os.WTERMSIG(code)
        if number == signal.SIGPROF:
            return results, {"outcome": "hang", "stage": stage, "what": "%d s" % (LOADING if stage == "load" else SECONDS)}
        return results, {"outcome": "crash", "stage": stage, "what": signal.Signals(number).name}
    if os.WEXITSTATUS(code) == 3:
        return results, {"outcome": "memory", "stage": stage, "what": "beyond recovery"}
    return results, {"outcome": "crash", "stage": stage, "what": "exit %d" % os.WEXITSTATUS(code)}


def judge(files):
    """The results of files, in order."""
    results = []
    while len(results) < len(files):
        batch = files[len(results) :]
        done, death = attempt(batch)
        results += done
        if death is None:
            continue
        if death["outcome"] == "hang":
            results.append(death)
            continue
        alone = attempt([batch[len(done)]])[1] if done else death
        if alone:
            results.append(dict(alone, alone=True))
        else:
            death["what"] += " after " + " ".join(str(n) for n, _ in batch[: len(done)])
            results.append(dict(death, alone=False))
    for n, result in enumerate(results):
        if result["outcome"] != "memory":
            continue
        again, death = attempt([files[n]], ROOM)
        if death:
            result["what"] += ", with %d MiB: %s %s" % (ROOM >> 20, death["outcome"], death["what"])
        else:
            result["what"] += ", takes %d MiB" % (again[0].get("peak", 0) >> 20)
    return results


def main():
    prepare()
    while True:
        files = []
        while len(files) < BATCH:
            head = sys.stdin.buffer.read(8)
            if len(head) < 8:
                break
            number, size = struct.unpack("<II", head)
            files.append((number, sys.stdin.buffer.read(size)))
        if not files:
            return
        for (number, _), result in zip(files, judge(files)):
            print(json.dumps(dict(result, id=number)), flush=True)


main()
