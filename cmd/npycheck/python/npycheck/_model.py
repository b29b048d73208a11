"""What the command reports, as in its JSON (report.schema.json). Sizes and offsets are in bytes."""

from __future__ import annotations

import base64
import dataclasses
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Type, TypeVar

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Array:
    """The header of an array."""

    version: str  # of the format: "1.0"
    dtype: str  # "<f8", or a list of fields as Python writes it
    itemsize: int
    shape: List[int]
    fortran_order: bool
    data_offset: int  # from the start of the file, or of the member's content
    data_bytes: int  # that the header promises; of a pickle, those that are there


@dataclasses.dataclass(frozen=True)
class Member:
    """A member of an archive."""

    name: str
    key: str  # under which NumPy offers the array: the name without .npy
    array: Optional[Array] = None  # None if the header can't be understood


@dataclasses.dataclass(frozen=True)
class Excerpt:
    """The bytes around a finding."""

    offset: int  # counts from where that of the finding does
    bytes: bytes


@dataclasses.dataclass(frozen=True)
class Finding:
    """A violation of a rule. `npycheck explain RULE` has more about it."""

    rule: str  # "shape-bool"
    severity: str  # "error", "warning" or "note"
    kind: str  # "conformance", "limit", "security" or "portability"
    message: str  # for people; the words may change
    offset: int  # of the first byte concerned, from the start of the file, or of the member's content
    length: int  # 0 for a place between two bytes, and for missing bytes
    pointer: str = ""  # the place in the header, as a JSON pointer: "/shape/0"
    member: str = ""  # the quoted name of the member that it is about
    member_base64: str = ""  # the bytes of a name that looks different in quotes
    array: int = 1  # which of several arrays in one file it is about
    import_: str = ""  # what the pickle imports or calls: "os.system"
    remedy: bool = False  # whether the message says what to do about this file
    excerpt: Optional[Excerpt] = None
    fix: str = ""  # the command that fixes it in this file: "npycheck fix --cut FILE"


@dataclasses.dataclass(frozen=True)
class Import:
    """What the pickle of an object array imports. Harmless imports don't make a pickle safe."""

    module: str
    name: str
    offset: int
    tier: str  # "numpy", "stdlib", "unknown" or "dangerous"
    called: bool
    member: str = ""
    array: int = 1


@dataclasses.dataclass(frozen=True)
class Load:
    """How numpy.load reads an array or a member for which numpy.load(path) isn't enough."""

    key: Optional[str] = None  # of a member: numpy.load(path)[key]
    call: str = ""  # "np.load(path, allow_pickle=True).item()"; "" if numpy.load fails or should not be called
    arguments: Dict[str, Any] = dataclasses.field(default_factory=dict)  # numpy.load(path, **arguments)
    view: str = ""  # the type of ml_dtypes that the raw bytes are of: "bfloat16", ">bfloat16" if they are big-endian
    item: bool = False  # item() of the array is the one object in it
    needs: List[str] = dataclasses.field(default_factory=list)  # without which numpy.load fails: "NumPy 2.0 or later"
    returns: str = ""  # what is returned, if it isn't all that the file holds: "the first of 3 arrays"
    fails: str = ""  # why numpy.load raises an error, or should not be called
    unsafe: bool = False  # with allow_pickle=True it may run code


@dataclasses.dataclass(frozen=True)
class File:
    """The report of a file."""

    path: str
    format: str  # "npy", "npz" or "unknown"
    ok: bool  # it was checked to its end, and nothing that fails a check was found
    verdict: str  # "conforming", "nonconforming" or "not-checked"; a conforming file may run a command when it is loaded
    findings: List[Finding]
    size: Optional[int] = None  # None if it isn't known
    array: Optional[Array] = None  # of a .npy file
    arrays: Optional[List[Optional[Array]]] = None  # all of a file in which several follow each other
    members: Optional[List[Member]] = None  # of an archive, in the order of its directory
    imports: List[Import] = dataclasses.field(default_factory=list)
    imports_omitted: int = 0  # beyond the first 1000
    omitted: Dict[str, int] = dataclasses.field(default_factory=dict)  # findings beyond the first 1000, by rule
    known: int = 0  # findings that the baseline knows
    load: List[Load] = dataclasses.field(default_factory=list)  # empty if numpy.load(path) is enough, or nothing is certain
    error: str = ""  # why the file was not checked, or not to its end
    fix_unknown: bool = False  # nobody has looked at what npycheck fix does about the findings


@dataclasses.dataclass(frozen=True)
class Summary:
    """The counts of a report."""

    ok: bool  # the command ended with 0
    files: int
    conforming: int
    nonconforming: int
    not_checked: int
    bytes: int
    error: int  # findings with this severity
    warning: int
    note: int
    rules: Dict[str, int] = dataclasses.field(default_factory=dict)  # findings by rule
    known: int = 0  # findings that the baseline knows
    stale_entries: int = 0  # of the baseline, if they fail the check


@dataclasses.dataclass(frozen=True)
class Report:
    """What check found."""

    files: List[File]
    summary: Summary
    version: str  # of the command

    @property
    def ok(self) -> bool:
        """Whether every file was checked to its end, and nothing that fails a check was found, as an error does."""
        return self.summary.ok

    @property
    def findings(self) -> Iterator[Finding]:
        """The findings of all files."""
        return (finding for file in self.files for finding in file.findings)


def make(cls: Type[T], value: Mapping[str, Any], **changed: Any) -> T:
    """Makes an instance from a JSON object. Fields that a newer command adds are ignored."""
    names = {field.name for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
    return cls(**{k: v for k, v in value.items() if k in names} | changed)


def read_report(value: Mapping[str, Any]) -> Report:
    return Report([_file(f) for f in value["files"]], make(Summary, value["summary"]), value["tool"]["version"])


def _file(value: Mapping[str, Any]) -> File:
    return make(
        File,
        value,
        path=os.fsdecode(base64.b64decode(value["path_base64"])) if "path_base64" in value else value["path"],
        findings=[_finding(f) for f in value["findings"]],
        array=_array(value),
        arrays=_list(value, "arrays", lambda a: make(Array, a) if a else None),
        members=_list(value, "members", lambda m: make(Member, m, array=_array(m))),
        load=_list(value, "load", lambda l: make(Load, l)) or [],
        imports=_list(value, "imports", lambda i: make(Import, i)) or [],
        omitted={o["rule"]: o["count"] for o in value.get("omitted", [])},
    )


def _finding(value: Mapping[str, Any]) -> Finding:
    e = value.get("excerpt")
    return make(Finding, value, import_=value.get("import", ""), excerpt=e and Excerpt(e["offset"], bytes.fromhex(e["bytes"])))


def _array(value: Mapping[str, Any]) -> Optional[Array]:
    return make(Array, value["array"]) if "array" in value else None


def _list(value: Mapping[str, Any], name: str, read: Any) -> Any:
    return [read(v) for v in value[name]] if name in value else None
