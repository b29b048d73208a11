"""Writes .npy files and the records of archives, right or wrong, without NumPy and without what npycheck does."""

import array
import random
import struct
import zlib


def npy(shape, descr="'<f8'"):
    """A header of 128 bytes in NumPy's layout."""
    text = "{'descr': %s, 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.encode().ljust(117) + b"\n"


def version2(length, text):
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", length) + text


def numbers(count):
    """Measurements: a slow curve with noise in the low digits, which deflate halves."""
    rng = random.Random(1)
    block = array.array("d", (round(1000 + i / 7 + rng.random(), 3) for i in range(1 << 16)))
    return (block * (count // len(block) + 1))[:count].tobytes()


def local(name, crc, packed, size, method=0, extra=b""):
    """A local header."""
    fields = struct.pack("<5H3I2H", 20, 0, method, 0, 0x21, crc, packed, size, len(name), len(extra))
    return b"PK\x03\x04" + fields + name + extra


def entry(name, crc, packed, size, offset, method=0, extra=b""):
    """An entry of the central directory."""
    fields = struct.pack("<6H3I5H2I", 20 | 3 << 8, 20, 0, method, 0, 0x21, crc, packed, size,
                         len(name), len(extra), 0, 0, 0, 0o600 << 16, offset)
    return b"PK\x01\x02" + fields + name + extra


def end(count, size, offset, comment=b""):
    """The end records for a central directory."""
    classic = struct.pack("<4H2IH", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), size, min(offset, 0xFFFFFFFF), len(comment))
    wide = b""
    if count >= 0xFFFF or offset >= 0xFFFFFFFF:
        wide = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, offset)
        wide += b"PK\x06\x07" + struct.pack("<IQI", 0, offset + size, 1)
    return wide + b"PK\x05\x06" + classic + comment


def deflate(content):
    z = zlib.compressobj(9, zlib.DEFLATED, -15)
    return z.compress(content) + z.flush()


def archive(members, comment=b"", method=0):
    """An archive of (name, content, local extra) with members that are all stored, or all deflated (8)."""
    parts, directory, offset = [], [], 0
    for name, content, extra in members:
        crc = zlib.crc32(content)
        packed = deflate(content) if method else content
        record = local(name, crc, len(packed), len(content), method, extra) + packed
        parts.append(record)
        directory.append(entry(name, crc, len(packed), len(content), offset, method))
        offset += len(record)
    directory = b"".join(directory)
    return b"".join(parts) + directory + end(len(members), len(directory), offset, comment)
