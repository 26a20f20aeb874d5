"""What lies beside the database is written over in place, where the disk would otherwise do so elsewhere."""

from __future__ import annotations

import fcntl
import struct
import sys
from pathlib import Path

import pytest

from config.platform import btrfs, databases

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a disk")

NOATIME = 0x80
COMMAND_SIZE = struct.calcsize("l")


class Disk:
    """Answers as a disk of the kind does, that of a folder with a flag of its own."""

    def __init__(self) -> None:
        self.flags = NOATIME
        self.database_was_there = False

    def ioctl(self, handle: int, request: int, flags: bytearray) -> None:
        assert request >> 16 & 0x3FFF == len(flags) == COMMAND_SIZE
        if request == btrfs.GET_FLAGS:
            struct.pack_into("i", flags, 0, self.flags)
        else:
            (self.flags,) = struct.unpack_from("i", flags)
            self.database_was_there = Path(f"/proc/self/fd/{handle}/new.sqlite3").exists()


def test_the_folder_of_a_new_database_is_marked_once_the_database_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disk = Disk()
    monkeypatch.setattr(fcntl, "ioctl", disk.ioctl)
    databases.restrict_to_owner({"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "new.sqlite3"})
    assert disk.flags == NOATIME | btrfs.NO_COPY_ON_WRITE
    assert disk.database_was_there


def test_a_disk_that_knows_nothing_of_it_and_a_folder_that_is_gone_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    btrfs.disable_copy_on_write(tmp_path / "gone")
    monkeypatch.setattr(fcntl, "ioctl", refuse)
    btrfs.disable_copy_on_write(tmp_path)
