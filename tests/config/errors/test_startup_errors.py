"""Commands refuse damaged databases, and end without tracebacks."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from config.errors.database_faults import Fault
from config.errors.startup_errors import as_command_errors
from tests.processes import ROOT, environment, free_port, migrated_file

PAGE = 4096


def no_header(file: Path) -> None:
    file.write_bytes(b"\0" * 100 + file.read_bytes()[100:])


def truncate_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: 40 * PAGE])


def overwrite_pages(file: Path) -> None:
    """Overwrite every third page but the first ones, which are needed to open the file."""
    whole = bytearray(file.read_bytes())
    for at in range(30 * PAGE, len(whole), 3 * PAGE):
        whole[at : at + PAGE] = b"\xaa" * PAGE
    file.write_bytes(whole)


def refusal_message(
    command: str, url: str, tmp_path: Path, *, before: tuple[str, ...] = (), **env: str
) -> str:
    """Run a command that refuses, and return its message."""
    environ = environment(
        DATABASE_URL=url, STATIC_ROOT=str(tmp_path / "static"), PORT=str(free_port()), **env
    )
    completed = subprocess.run(
        [*before, sys.executable, "manage.py", command],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 1
    assert "Traceback" not in completed.stderr
    return completed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "command"),
    [(no_header, "serve"), (truncate_file, "serve"), (overwrite_pages, "serve"), (no_header, "migrate")],
)
def test_damaged_file_is_refused_unchanged(
    tmp_path: Path, damage: Callable[[Path], None], command: str
) -> None:
    file = tmp_path / "istaka.sqlite3"
    shutil.copyfile(migrated_file(), file)
    damage(file)
    before = file.read_bytes()
    message = refusal_message(command, f"sqlite:///{file}", tmp_path)
    assert "The database is damaged." in message
    assert "docs/operators.md" in message
    assert file.read_bytes() == before


@pytest.mark.slow
def test_file_in_missing_folder_cannot_be_opened(tmp_path: Path) -> None:
    assert "can't be opened" in refusal_message(
        "migrate", f"sqlite:///{tmp_path / 'gone' / 'a.sqlite3'}", tmp_path
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_unreachable_server_is_reported_in_one_line(tmp_path: Path, command: str) -> None:
    url = f"postgres://okey@127.0.0.1:{free_port()}/okey"
    assert "The database does not answer." in refusal_message(command, url, tmp_path)


NO_FILE_ABOVE_16_KB = ("sh", "-c", 'ulimit -f 32; exec "$@"', "sh")
"""To SQLite a full disk: it can't make the index of its log, which it calls a disk I/O error."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_full_disk_is_named_at_start(tmp_path: Path, command: str) -> None:
    file = tmp_path / "istaka.sqlite3"
    shutil.copyfile(migrated_file(), file)
    assert Fault.FULL.value in refusal_message(
        command, f"sqlite:///{file}", tmp_path, before=NO_FILE_ABOVE_16_KB
    )


def test_a_full_disk_is_named_with_what_to_do() -> None:
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "var/static")
    with pytest.raises(CommandError, match=re.escape(f"var/static: {Fault.FULL.value}")), as_command_errors():
        raise error


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR])
def test_other_system_errors_keep_their_message(code: int) -> None:
    message = os.strerror(code)
    with pytest.raises(CommandError, match=re.escape(f"var/static: {message}.")), as_command_errors():
        raise OSError(code, message, "var/static")


def test_programming_errors_are_raised_unchanged() -> None:
    with pytest.raises(ValueError, match="ours"), as_command_errors():
        raise ValueError("ours")
