"""The Atheris target of a reader in Python, here NumPy. It may raise what it says that it raises."""

import io
import sys
import tokenize

import atheris

with atheris.instrument_imports(include=["numpy.lib"]):
    import numpy as np


def read(file):
    try:
        np.load(io.BytesIO(file), allow_pickle=False)
    except (ValueError, OSError, EOFError):
        pass  # a reader may refuse any file that it doesn't support
    except (SyntaxError, tokenize.TokenError):
        pass  # known: NumPy passes on what Python's own parser raises


atheris.Setup(sys.argv, read)
atheris.Fuzz()
