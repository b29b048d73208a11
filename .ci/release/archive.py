"""Archives whose bytes depend only on what is in them."""

import gzip
import io
import tarfile
import time as clock
import typing
import zipfile


class Entry(typing.NamedTuple):
    """A file in an archive."""

    name: str
    content: bytes
    executable: bool = False

    @property
    def mode(self):
        return 0o755 if self.executable else 0o644


def tar(entries, time):
    """Returns a tar archive without compression, with no owners and one time."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in entries:
            member = tarfile.TarInfo(entry.name)
            member.size, member.mode, member.mtime = len(entry.content), entry.mode, time
            archive.addfile(member, io.BytesIO(entry.content))
    return buffer.getvalue()


def compress(content):
    """Returns content in the gzip format, without a name or a time."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, buffer, mtime=0) as file:
        file.write(content)
    return buffer.getvalue()


def write_tar(path, entries, time):
    """Writes a .tar.gz archive."""
    path.write_bytes(compress(tar(entries, time)))


def write_zip(path, entries, time):
    """Writes a zip archive. Its times are in UTC."""
    date = clock.gmtime(time)[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in entries:
            member = zipfile.ZipInfo(entry.name, date)
            member.create_system, member.external_attr = 3, (0o100000 | entry.mode) << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, entry.content)
