"""Check NumPy's .npy and .npz files against the format.

>>> import npycheck
>>> report = npycheck.check("data/")
>>> report.ok
False
>>> [(f.rule, f.offset, f.message) for f in report.findings]
[('shape-bool', 61, 'shape[0] is True, expected a non-negative integer')]

The command npycheck, which comes with this package, does the work. It needs no NumPy and executes nothing of a file.
"""

from ._command import Error, check, info
from ._model import Array, Excerpt, File, Finding, Import, Load, Member, Report, Summary

__all__ = ["Array", "Error", "Excerpt", "File", "Finding", "Import", "Load", "Member", "Report", "Summary", "check", "info"]
