"""Copy-on-write is disabled for the folder of the database."""

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
    """Answer like btrfs, for a folder with flags of its own."""

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


def test_copy_on_write_is_disabled_for_folder_of_new_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disk = Disk()
    monkeypatch.setattr(fcntl, "ioctl", disk.ioctl)
    databases.restrict_to_owner({"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "new.sqlite3"})
    assert disk.flags == NOATIME | btrfs.NO_COPY_ON_WRITE
    assert disk.database_was_there


def test_other_file_systems_and_missing_folders_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    btrfs.disable_copy_on_write(tmp_path / "gone")
    monkeypatch.setattr(fcntl, "ioctl", refuse)
    btrfs.disable_copy_on_write(tmp_path)
