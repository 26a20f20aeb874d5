import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

GET_FLAGS = 0x80006601 | struct.calcsize("l") << 16
SET_FLAGS = 0x40006602 | struct.calcsize("l") << 16
NO_COPY_ON_WRITE = 0x00800000


def disable_copy_on_write(folder: Path) -> None:
    """Disable copying for new files in `folder` on btrfs; elsewhere, or on failure, do nothing."""
    # SQLite maps its WAL index. On a full disk btrfs has no place for a changed page: SIGBUS.
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415  not on Windows

    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            flags = bytearray(struct.calcsize("l"))
            fcntl.ioctl(handle, GET_FLAGS, flags)
            (current,) = struct.unpack_from("i", flags)
            struct.pack_into("i", flags, 0, current | NO_COPY_ON_WRITE)
            fcntl.ioctl(handle, SET_FLAGS, flags)
        finally:
            os.close(handle)
