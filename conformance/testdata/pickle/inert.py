"""Python's unpickler, made harmless: it only records what a pickle imports."""

import io
import pickle


class Inert:
    """Stands for whatever a pickle imports, calls or makes."""

    def __new__(cls, *args, **keywords):
        return object.__new__(cls)

    def __init__(self, *args, **keywords):
        pass

    def __call__(self, *args, **keywords):
        return self

    def __setstate__(self, state):
        pass

    def __setitem__(self, key, item):
        pass

    def append(self, item):
        pass

    def extend(self, items):
        pass

    def add(self, item):
        pass

    def update(self, items):
        pass


class Unpickler(pickle._Unpickler):
    def __init__(self, file):
        super().__init__(file)
        self.imports = []

    def find_class(self, module, name):
        self.imports.append([module, name])
        return type("Inert", (Inert,), {})

    def get_extension(self, code):
        self.imports.append(["", ""])
        self.append(type("Inert", (Inert,), {}))

    def persistent_load(self, pid):
        return Inert()


def describe(payload):
    """Say what a pickle imports, in order, and whether the unpickler gets to the end."""
    unpickler = Unpickler(io.BytesIO(payload))
    try:
        unpickler.load()
        complete = True
    except Exception:
        complete = False
    return {"imports": unpickler.imports, "complete": complete}
