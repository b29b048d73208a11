"""Load files with this release of NumPy exactly as npycheck says, and print what is not as it says.

usage: load.py WORK

WORK has a line of JSON for each entry: the path, the call, and what the entry promises. A file that may run code is
never loaded with allow_pickle=True. Entries share child processes with limits, since NumPy dies of some files.
"""

import json
import os
import platform
import resource
import signal
import sys
import warnings

import ml_dtypes
import numpy as np

MEMORY = 2 << 30
SECONDS = 60
BATCH = 300


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        work = [json.loads(line) for line in f]
    done = loaded = 0
    while done < len(work):
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            child(work[done:done + BATCH], theirs)
        os.close(theirs)
        with open(ours, encoding="utf-8") as pipe:
            lines = pipe.read().splitlines()
        status = os.waitpid(pid, 0)[1]
        for entry, line in zip(work[done:], lines):
            report(entry, json.loads(line))
        done += len(lines)
        if status != 0:
            report(work[done], "" if work[done]["fails"] else "the process ended with status %d" % status)
            done += 1
    loaded = sum(1 for e in work if not e["fails"])
    print("numpy %s: %d entries, %d of which promise an array" % (np.__version__, len(work), loaded))


def report(entry, problem):
    if problem:
        print("PROBLEM: %s: %s: %s" % (entry["name"], entry["call"] or "np.load fails", problem))


def child(work, pipe):
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        warnings.simplefilter("ignore")
        for entry in work:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            problem = judge(entry)
            signal.setitimer(signal.ITIMER_PROF, 0)
            os.write(pipe, (json.dumps(problem) + "\n").encode())
        os._exit(0)
    finally:
        os._exit(1)


def judge(entry):
    """Return what is wrong with an entry, or an empty text."""
    if entry["fails"]:
        return judge_failure(entry)
    met = all(meets(need) for need in entry["needs"])
    try:
        got = evaluate(entry["call"], entry)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e) if met else ""
    if not met:
        if np.__version__ == "1.23.5" and getattr(np, "bool", None) is bool and b"cnumpy\nbool\n" in open(entry["path"], "rb").read():
            return ""  # NumPy before 1.24 has the name for Python's own type
        return "it loads, although it needs %s" % entry["needs"]
    return judge_result(entry, got) or judge_arguments(entry)


def judge_failure(entry):
    ways = ["np.load(path)"]
    if not entry["unsafe"]:
        ways.append("np.load(path, allow_pickle=True, encoding='latin1')")
    for way in ways:
        try:
            evaluate(way + key(entry), entry)
        except Exception:
            continue
        return "%s loads it" % way
    return ""


def judge_result(entry, got):
    if entry["returns"] == "bytes, not an array":
        return "" if isinstance(got, bytes) else "got %s" % type(got)
    if isinstance(got, np.lib.npyio.NpzFile):
        values = [got[k] for k in got.files[:50]]  # NumPy before 2.4 takes long to find each of many
        arrays = sum(isinstance(v, np.ndarray) for v in values)
        expected = 0 if entry["returns"] == "no array" else len(values)
        return "" if arrays == expected else "got %d arrays, expected %d" % (arrays, expected)
    if entry["item"]:
        return "got an array" if isinstance(got, np.ndarray) else ""
    if not isinstance(got, np.ndarray):
        return "got %s" % type(got)
    if list(got.shape) != entry["shape"]:
        return "got shape %s, expected %s" % (got.shape, entry["shape"])
    if entry["view"] and got.dtype != ml_dtypes.bfloat16:
        return "got dtype %s" % got.dtype
    if not entry["view"] and "O" not in entry["dtype"] and entry["itemsize"] != got.dtype.itemsize:
        return "got itemsize %d, expected %d" % (got.dtype.itemsize, entry["itemsize"])
    return ""


def judge_arguments(entry):
    """Each argument is needed: without one of them np.load fails."""
    arguments = entry["arguments"]
    for left_out in arguments:
        given = {k: v for k, v in arguments.items() if k != left_out}
        try:
            got = np.load(entry["path"], **given)
            if "key" in entry:
                got = got[entry["key"]]
        except Exception:
            continue
        return "it loads without %s" % left_out
    return ""


def key(entry):
    return "[%r]" % entry["key"] if "key" in entry else ""


def evaluate(call, entry):
    got = eval(call, {"np": np, "ml_dtypes": ml_dtypes, "path": entry["path"]})
    if entry["fails"] and isinstance(got, np.lib.npyio.NpzFile):
        for k in got.files[:50]:
            got[k]
    return got


def meets(need):
    if need in ("a POSIX system", "time zone data"):
        return True
    if need in ("Windows", "a 32-bit x86 system", "a system with that long double"):
        return False
    words = need.split()
    have = {"NumPy": np.__version__, "Python": platform.python_version()}[words[0]]
    for part in need.split(", but "):
        words = part.split()
        if "before" in words:
            if numbers(have) >= numbers(words[-1]):
                return False
        elif numbers(have) < numbers(words[1]):
            return False
    return True


def numbers(release):
    return [int(n) for n in release.split(".")]


if __name__ == "__main__":
    main()
