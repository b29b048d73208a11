"""Builds and runs the programs that the scripts of this folder measure."""

import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NUMPY = "2.4.6"


def build(folder, name, package):
    """Build a Go package, and return the path of the program."""
    program = os.path.join(folder, name)
    subprocess.run(["go", "build", "-o", program, package], cwd=ROOT, check=True)
    return program


def build_npycheck(folder):
    return build(folder, "npycheck", "./cmd/npycheck")


def build_bare(folder):
    """Build the program that makes the system calls of a check, and nothing else."""
    return build(folder, "bare", "./.ci/bench/bare/main.go")


def run(command, environment=None):
    """Return exit code, seconds, CPU seconds, and the peak memory of the process in bytes.

    The system counts the memory of this process as that of the program: see apart."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return process.returncode, time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def run_within(command, limit):
    """Run a command, again up to twice if it took more memory than the limit: when a garbage collector gets a
    CPU depends on what else the machine does. What is always beyond the limit stays so."""
    for _ in range(3):
        result = run(command)
        if result[3] <= limit:
            break
    return result


def apart(function, *arguments):
    """Call a function that takes memory in a process of its own."""
    child = os.fork()
    if child == 0:
        try:
            function(*arguments)
        except BaseException as e:
            print(repr(e), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("%s: a file could not be made" % os.path.basename(sys.argv[0]))


def numpy_headers(processes, folder):
    """Install NumPy, and return a command that reads the headers of all files in a folder with it."""
    install = os.path.join(ROOT, ".ci", "numpy", "install")
    out = subprocess.run([install, NUMPY], check=True, stdout=subprocess.PIPE, text=True)
    python = os.path.join(out.stdout.strip(), NUMPY, "bin", "python")
    return [python, "-I", os.path.join(HERE, "numpy_headers.py"), "--processes", str(processes), folder]


def numpy_seconds(command, count):
    """Run that command on that many files, and return the seconds that it says it took."""
    out = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    read, taken = out.stdout.split()
    if int(read) != count:
        sys.exit("NumPy read %s files, expected %d" % (read.decode(), count))
    return float(taken)
