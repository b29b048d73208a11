"""The Atheris target of a reader in Python, here NumPy. It may raise any Exception, but not die or hang."""

import io
import sys

import atheris

with atheris.instrument_imports(include=["numpy.lib"]):
    import numpy as np


def read(file):
    try:
        np.load(io.BytesIO(file), allow_pickle=False)
    except Exception:
        pass  # NumPy has many kinds. A reader that names the exceptions that it raises can be held to them here.


atheris.Setup(sys.argv, read)
atheris.Fuzz()
