from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import suppress
from datetime import datetime
from math import ceil
from pathlib import Path
from shutil import copyfileobj
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from config import secret_key
from config.backups import archive, atomic_files, folder, status, subprocesses
from config.backups.engine import engine
from config.backups.errors import BackupError, as_backup_error
from config.backups.folder import Backup
from config.backups.manifest import Manifest, Reason

RESERVED_BYTES: Final = 100_000_000
"""Left free, so that hands can still be stored."""
MEGABYTE: Final = 1_000_000


def make_backup(*, at: datetime, reason: Reason) -> Backup:
    """Make a backup under the lock, delete expired ones, make the second copy, record the outcome.

    First delete leftovers, and record an interruption, in case there is no outcome. Raises BackupError, but
    only records one of the second copy.
    """
    with status.backup_lock():
        _delete_leftovers()
        status.record_attempt(at=at, fault=BackupError(_("It was interrupted.")))
        try:
            backup = _make_verified(at, reason)
        except (BackupError, OSError, ValueError) as error:
            failure = as_backup_error(error)
            with suppress(OSError):
                status.record_attempt(at=at, fault=failure)
            raise failure from error
        folder.delete_expired(settings.BACKUPS, now=timezone.localtime(at))
        status.record_attempt(at=at, second_fault=_copy_to_second_folder(backup, at))
        return backup


def _make_verified(at: datetime, reason: Reason) -> Backup:
    """Make a backup under the caller's lock, published only after reading it again.

    It holds our secret key if this machine generated it. Raises BackupError, OSError or ValueError.
    """
    database = engine()
    require_space(database.required_space())
    with tempfile.TemporaryDirectory(dir=settings.BACKUPS, prefix=atomic_files.TEMPORARY_PREFIX) as scratch:
        copy, unfinished = Path(scratch) / "copy", Path(scratch) / "backup"
        database.copy(copy)
        with database.open_copy(copy) as url:
            contents = json.loads(subprocesses.run_python("-m", "config.backups", "contents", url=url))
        manifest = Manifest(made_at=at.isoformat(), reason=reason, engine=database.name, **contents)
        archive.write(unfinished, database=copy, manifest=manifest, key=secret_key.own_key(settings.VAR_DIR))
        copy.unlink()
        archive.unpack(unfinished, copy)
        archive.read(unfinished)
        path = settings.BACKUPS / folder.name_of(at)
        atomic_files.publish(unfinished, path)
    return Backup(path, manifest)


def require_space(needed: int) -> None:
    """Raise BackupError unless BACKUPS has `needed` bytes and RESERVED_BYTES free."""
    missing = needed + RESERVED_BYTES - shutil.disk_usage(settings.BACKUPS).free
    if missing > 0:
        raise BackupError(
            _("Free at least %(missing)s MB on the disk, for example by emptying the bin, then try again."),
            missing=ceil(missing / MEGABYTE),
        )


def _copy_to_second_folder(backup: Backup, at: datetime) -> BackupError | None:
    """Copy to BACKUPS_COPY, if set, and delete expired copies; return any error, also of a missing folder."""
    if settings.BACKUPS_COPY is None:
        return None
    if not settings.BACKUPS_COPY.is_dir():
        return _missing_error(settings.BACKUPS_COPY)
    try:
        target = settings.BACKUPS_COPY / backup.path.name
        with backup.path.open("rb") as source, atomic_files.atomic_file(target) as file:
            copyfileobj(source, file, atomic_files.CHUNK_BYTES)
        archive.read(target)
        folder.delete_expired(settings.BACKUPS_COPY, now=timezone.localtime(at))
    except (OSError, BackupError) as error:
        return as_backup_error(error)
    return None


def _missing_error(second_folder: Path) -> BackupError:
    if folder.is_removable(second_folder):
        return BackupError(
            _("Plug in the USB stick with the folder “%(folder)s”, then back up again."),
            folder=second_folder.name,
        )
    return BackupError(
        _("The folder %(folder)s is missing: create it, then back up again."), folder=second_folder
    )


def _delete_leftovers() -> None:
    for leftover in settings.BACKUPS.glob(f"{atomic_files.TEMPORARY_PREFIX}*"):
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)
