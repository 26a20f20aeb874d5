from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext_noop as _

from config import secret_key
from config.backups import archive, atomic_files, make_backup, status, subprocesses
from config.backups.engine import engine
from config.backups.errors import BackupError, InvalidBackupError, as_backup_error
from config.backups.folder import Backup
from config.backups.manifest import Manifest, Reason
from scoring.models import Entry
from tournaments.models import Club

MAX_NAMED: Final = 10
MISMATCH: Final = _("%(path)s: its database is empty, or not the one described in the backup.")


@dataclass(frozen=True)
class Preview:
    """`lost_versions`: of hands stored after the backup."""

    path: Path
    manifest: Manifest
    clubs_here: int
    lost_versions: int


@dataclass(frozen=True)
class Restoration:
    manifest: Manifest
    replaced_backup: Backup | None
    differences: list[str]
    unread: int


def preview(path: Path) -> Preview:
    """Count what a restore replaces: clubs, and hands' versions newer than the backup; 0 without tables.

    Tables must be migrated. Raises BackupError for damage, newer releases, other engines.
    """
    manifest = archive.read(path)
    archive.refuse_newer_release(path, manifest)
    if manifest.engine != engine().name:
        raise BackupError(
            _("%(path)s: this is a backup of %(its)s, but this installation uses %(ours)s."),
            path=path,
            its=manifest.engine,
            ours=engine().name,
        )
    if is_empty_database():
        return Preview(path, manifest, clubs_here=0, lost_versions=0)
    newer = Entry.objects.all()
    if manifest.newest_at:
        newer = newer.filter(received_at__gt=manifest.newest_at)
    return Preview(path, manifest, Club.objects.count(), newer.count())


def is_empty_database() -> bool:
    return not connection.introspection.table_names()


def restore(
    path: Path,
    *,
    at: datetime,
    report: Callable[[str], None],
    replace: bool = False,
    exclusive: bool = True,
) -> Restoration:
    """Replace the database by a backup, migrated to this release.

    Clubs are replaced only with `replace`, after a backup. Raises BackupError before replacing. Without
    `exclusive`, others may have the database open, and the caller must restart the server.
    """
    backup = preview(path)
    if backup.clubs_here and not replace:
        raise BackupError(
            _("This installation already has clubs (%(number)s). Use --replace to replace them."),
            number=backup.clubs_here,
        )
    try:
        if exclusive:
            engine().refuse_in_use()
        replaced_backup = None
        if backup.clubs_here:
            report("Making a backup of what is here …")
            replaced_backup = make_backup.make_backup(at=at, reason=Reason.RESTORE)
        with status.backup_lock():
            return _restore(backup, replaced_backup, report)
    except (OSError, ValueError) as error:
        raise as_backup_error(error) from error


def _restore(backup: Preview, replaced_backup: Backup | None, report: Callable[[str], None]) -> Restoration:
    """Migrate and verify a copy, then replace the database and our session key.

    Raises BackupError before anything is replaced.
    """
    # The next backup removes leftovers; the database is replaced by then.
    with tempfile.TemporaryDirectory(
        dir=settings.BACKUPS, prefix=atomic_files.TEMPORARY_PREFIX, ignore_cleanup_errors=True
    ) as scratch:
        copy = Path(scratch) / "copy"
        # The copy, and its database.
        make_backup.require_space(2 * archive.unpacked_size(backup.path))
        key = archive.unpack(backup.path, copy)
        database = engine()
        with database.open_copy(copy) as url:
            _refuse_other_schema(backup, url)
            report("Bringing it up to date …")
            subprocesses.run_python("manage.py", "migrate", "--verbosity=0", url=url)
            report("Verifying it …")
            verified = json.loads(subprocesses.run_python("-m", "config.backups", "contents", url=url))
            if {name: verified[name] for name in backup.manifest.counts} != backup.manifest.counts:
                raise InvalidBackupError(MISMATCH, path=backup.path)
            database.replace_database(copy)
    if key and secret_key.uses_own_key(settings.VAR_DIR):
        with suppress(OSError), atomic_files.atomic_file(settings.VAR_DIR / secret_key.OWN_KEY_FILE) as file:
            file.write(f"{key}\n".encode())  # otherwise people only sign in again
    return Restoration(backup.manifest, replaced_backup, verified["differences"], verified["unread"])


def _refuse_other_schema(backup: Preview, url: str) -> None:
    """Raise InvalidBackupError for foreign parts, or migrations that are none or not the manifest's.

    Removes our triggers from the copy.
    """
    schema = json.loads(subprocesses.run_python("-m", "config.backups", "schema", url=url))
    if schema["foreign"]:
        raise InvalidBackupError(
            _("%(path)s: it contains parts that Istaka did not create, so it is not restored: %(found)s."),
            path=backup.path,
            found=", ".join(schema["foreign"][:MAX_NAMED]),
        )
    if not schema["migrations"] or schema["migrations"] != sorted(backup.manifest.migrations):
        raise InvalidBackupError(MISMATCH, path=backup.path)
