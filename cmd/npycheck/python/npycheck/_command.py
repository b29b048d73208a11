"""Runs the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._model import Report, read_report

StrPath = Union[str, "os.PathLike[str]"]


class Error(Exception):
    """The command could not be run, or could not make a report. The text is its message."""


def check(
    path: StrPath,
    *more: StrPath,
    depth: Optional[str] = None,
    ignore: Iterable[str] = (),
    only: Iterable[str] = (),
    severity: Optional[Mapping[str, str]] = None,
    allow_import: Iterable[str] = (),
    config: Optional[StrPath] = None,
    no_config: bool = False,
    timeout: Optional[float] = None,
) -> Report:
    """Checks files and folders, and returns all findings, notes included.

    The arguments are the flags of `npycheck check`, which `npycheck check --help` explains: depth is "header",
    "structure" or "full"; ignore and only take rules, severity takes levels by rule, and allow_import takes names such
    as "pandas.*". Without config and no_config, the nearest .npycheck.toml has the settings. The timeout is in seconds.

    A file that can't be read has an error in the report, which then isn't ok. Error is raised for what isn't about one
    file, such as an unknown rule, and subprocess.TimeoutExpired if the time is over.

    >>> npycheck.check("data/labels.npy").ok
    True
    """
    arguments = ["check", "--format=json", "--quiet"]
    for flag, values in ("ignore", ignore), ("only", only), ("allow-import", allow_import):
        if isinstance(values, str):
            raise TypeError(f"{flag} is a str, expected a list of them")
        arguments += [f"--{flag}={value}" for value in values]
    arguments += [f"--severity={rule}={level}" for rule, level in (severity or {}).items()]
    if depth is not None:
        arguments.append(f"--depth={depth}")
    if config is not None:
        arguments.append(f"--config={os.fspath(config)}")
    if no_config:
        arguments.append("--no-config")
    return read_report(_run(arguments, (path, *more), timeout))


def info(path: StrPath, *more: StrPath, stats: bool = False, head: int = 0, timeout: Optional[float] = None) -> List[Dict[str, Any]]:
    """Returns what is in files: dtype and shape of arrays, members of archives, what object arrays contain.

    The objects are those that `npycheck info --format json` lists in "files" (info.schema.json). With stats they have
    the minimum, maximum and mean of each array, and with head its first values. Nothing is unpickled.

    >>> npycheck.info("data/labels.npy")[0]["array"]["shape"]
    [60000]
    """
    arguments = ["info", "--format=json", "--quiet"]
    if stats:
        arguments.append("--stats")
    if head:
        arguments.append(f"--head={head}")
    files: List[Dict[str, Any]] = _run(arguments, (path, *more), timeout)["files"]
    return files


def find_command() -> str:
    """Returns the path of the installed command, or of another one on the PATH, but never of one in the working directory."""
    name = "npycheck.exe" if sys.platform == "win32" else "npycheck"
    if sys.version_info >= (3, 10):
        user = sysconfig.get_preferred_scheme("user")
    else:
        user = "nt_user" if sys.platform == "win32" else "posix_user"
    target = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")  # pip install --target
    elsewhere = filter(os.path.isabs, os.get_exec_path())
    for folder in (sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user), target, *elsewhere):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise Error("the command npycheck is not there: install this package with pip")


def _run(arguments: List[str], paths: Iterable[StrPath], timeout: Optional[float]) -> Any:
    names = ["./-" if os.fspath(path) == "-" else os.fspath(path) for path in paths]  # "-" would be the standard input
    done = subprocess.run([find_command(), *arguments, "--", *names], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    try:
        if done.returncode in (0, 1, 3):
            return json.loads(done.stdout)
    except (ValueError, RecursionError):
        pass
    message = done.stderr.decode(errors="replace").strip()
    raise Error(message.removeprefix("npycheck: ") or f"npycheck ended with {done.returncode}")
