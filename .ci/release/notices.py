"""The licences of what the command contains."""

import pathlib
import re

LICENCE = re.compile(r"(licen[sc]e|copying|notice|patents)(?!\.go$)([-.].*)?", re.IGNORECASE)


def text(go, packages):
    """Returns the licences of Go, in the folder go, and of packages: module and version, the module's folder, the package's.

    A package's own licence counts too, as modules contain copies of others. A module without a licence is a ValueError.
    """
    parts = ["npycheck, whose licence is in the file LICENSE, contains what follows.\n", *section("Go", go, files(go, go))]
    modules = {(name, top) for name, top, _ in packages}
    for name, top in sorted(modules):
        parts += section(name, top, set().union(*(files(top, folder) for n, _, folder in packages if n == name)))
    return "\n".join(parts)


def files(top, folder):
    """Returns the licences in a folder and in those above it, up to top."""
    top, folder = pathlib.Path(top), pathlib.Path(folder)
    folders = [folder, *folder.parents]
    return {f for d in folders[: folders.index(top) + 1] for f in d.iterdir() if f.is_file() and LICENCE.fullmatch(f.name)}


def section(name, top, found):
    if not found:
        raise ValueError(f"{name} has no licence in {top}")
    for file in sorted(found):
        title = f"{name}: {file.relative_to(top).as_posix()}"
        yield f"{'=' * len(title)}\n{title}\n{'=' * len(title)}\n\n{file.read_text(encoding='utf-8').strip()}\n"
