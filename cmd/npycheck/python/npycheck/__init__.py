"""Check NumPy's .npy and .npz files against the format.

>>> import npycheck
>>> report = npycheck.check("data/")
>>> report.ok
False
>>> for file in report.files:
...     for finding in file.findings:
...         print(file.path, finding.offset, finding.rule, finding.message)
data/a.npy 61 shape-bool shape[0] is True, expected a non-negative integer

Nothing in a file is ever executed, and NumPy isn't needed. The work is done by the command npycheck, which comes with
this package.
"""

from ._command import Error, check, info
from ._model import Array, Excerpt, File, Finding, Import, Member, Report, Summary

__all__ = ["Array", "Error", "Excerpt", "File", "Finding", "Import", "Member", "Report", "Summary", "check", "info"]
