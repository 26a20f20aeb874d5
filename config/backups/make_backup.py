from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from config import secret_key
from config.backups import archive, atomic_files, folder, lock, status_files, subprocesses
from config.backups.engine import engine
from config.backups.errors import BackupError, CopyError, as_backup_error
from config.backups.folder import Backup
from config.backups.manifest import Manifest

SECONDS_TO_VERIFY: Final = 60
"""Limit of a copy's ledger check, latest tournaments first; the nightly check covers the rest."""
RESERVED_BYTES: Final = 100_000_000
"""Left free, so that hands can still be stored."""
MEGABYTE: Final = 1_000_000


def make_backup(*, at: datetime) -> Backup:
    """Make a backup under the lock, delete expired ones, make the second copy, record the outcome.

    First delete leftovers, withdraw the request and record an interruption, in case there is no outcome.
    Raises BackupError, but only records one of the second copy.
    """
    with lock.backup_lock():
        _delete_leftovers()
        status_files.delete(status_files.REQUESTED)
        status_files.write(
            status_files.BACKUP, {"at": at.isoformat(), "fault": BackupError(_("It was interrupted.")).record}
        )
        try:
            backup = _make_verified(at)
        except (BackupError, OSError, ValueError) as error:
            failure = as_backup_error(error)
            with suppress(OSError):
                status_files.write(status_files.BACKUP, {"at": at.isoformat(), "fault": failure.record})
            raise failure from error
        folder.delete_expired(settings.BACKUPS, now=timezone.localtime(at))
        second_error = _copy_to_second_folder(backup, at)
        status_files.write(
            status_files.BACKUP,
            {"at": at.isoformat(), **({"too": second_error.record} if second_error else {})},
        )
        return backup


def _make_verified(at: datetime) -> Backup:
    """Make a backup under the caller's lock, published only after reading it again.

    It holds our secret key if this machine generated it. Raises BackupError, OSError or ValueError.
    """
    database = engine()
    require_space(database.required_space())
    with tempfile.TemporaryDirectory(dir=settings.BACKUPS, prefix=atomic_files.TEMPORARY_PREFIX) as scratch:
        copy, unfinished = Path(scratch) / "copy", Path(scratch) / "backup"
        database.copy(copy)
        manifest = _inspect_copy(copy, at)
        key = secret_key.own_key(settings.VAR_DIR)
        archive.write(unfinished, database=copy, manifest=manifest, key=key)
        copy.unlink()
        archive.unpack(unfinished, copy)
        archive.read(unfinished)
        path = settings.BACKUPS / folder.name_of(at)
        atomic_files.publish(unfinished, path)
    return Backup(path, manifest)


def _inspect_copy(copy: Path, at: datetime) -> Manifest:
    """Inspect in its own process.

    If the copy can't be opened, it is `read_only`: counts are the site's, nothing is verified.
    """
    database = engine()
    with database.open_copy(copy) as opened:
        seconds = SECONDS_TO_VERIFY if opened.url else 0
        facts = json.loads(
            subprocesses.run_python("-m", "config.backups.inspect_copy", str(seconds), url=opened.url)
        )
        return Manifest(
            made_at=at.isoformat(), release=release(), engine=database.name, read_only=not opened.url, **facts
        )


def release() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def require_space(needed: int) -> None:
    """Raise CopyError unless BACKUPS has `needed` bytes and RESERVED_BYTES free."""
    free = shutil.disk_usage(settings.BACKUPS).free
    needed += RESERVED_BYTES
    if free < needed:
        raise CopyError(
            _("%(folder)s has %(free)s MB free, but %(needed)s MB are needed."),
            folder=settings.BACKUPS,
            free=free // MEGABYTE,
            needed=needed // MEGABYTE,
        )


def _copy_to_second_folder(backup: Backup, at: datetime) -> BackupError | None:
    """Copy to BACKUPS_COPY, if set, and delete expired copies; return any error, also of a missing folder."""
    if settings.BACKUPS_COPY is None:
        return None
    if not settings.BACKUPS_COPY.is_dir():
        return BackupError(_("%(folder)s does not exist."), folder=settings.BACKUPS_COPY)
    try:
        atomic_files.copy(backup.path, settings.BACKUPS_COPY)
        archive.read(settings.BACKUPS_COPY / backup.path.name)
        folder.delete_expired(settings.BACKUPS_COPY, now=timezone.localtime(at))
    except (OSError, BackupError) as error:
        return as_backup_error(error)
    return None


def _delete_leftovers() -> None:
    for leftover in settings.BACKUPS.glob(f"{atomic_files.TEMPORARY_PREFIX}*"):
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)
