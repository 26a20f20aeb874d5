"""A folder in which btrfs writes over what is there; other disks do so by themselves."""

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

GET_FLAGS = 0x80006601 | struct.calcsize("l") << 16
SET_FLAGS = 0x40006602 | struct.calcsize("l") << 16
NO_COPY_ON_WRITE = 0x00800000


def disable_copy_on_write(folder: Path) -> None:
    """Let files that are made in `folder` from now on be written over where they lie.

    btrfs writes each change to a new place. SQLite has the index of its WAL mapped into memory; where a full
    disk has no new place for a page of it, the system ends the process that changed it (SIGBUS). What can't
    be set, on another kind of disk or in somebody else's folder, is left as it is.
    """
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415  there is none on Windows

    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            flags = bytearray(struct.calcsize("l"))
            fcntl.ioctl(handle, GET_FLAGS, flags)
            (now,) = struct.unpack_from("i", flags)
            struct.pack_into("i", flags, 0, now | NO_COPY_ON_WRITE)
            fcntl.ioctl(handle, SET_FLAGS, flags)
        finally:
            os.close(handle)
