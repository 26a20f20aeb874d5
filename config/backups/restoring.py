"""A backup is put in the place of the house: seen first, made ready beside it, then taken at once."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext_noop as _

from config import keys
from config.backups import apart, archive, ledger, making, turns, written
from config.backups.engines import engine
from config.backups.folder import Backup
from config.backups.hindrances import Hindrance, NotABackup, hindrance_of
from config.backups.looking import OF_THE_HOUSE
from config.backups.manifest import Manifest
from scoring.models import Entry, Hand
from tournaments.models import Club

SECONDS_TO_VERIFY: Final = 30 * 60
"""So long a restored house is verified at most; what is left then has its turn at night."""
MOST_NAMED: Final = 10
"""So many foreign parts of a backup are named."""
NOT_AS_DESCRIBED: Final = _("%(path)s: the database in it is empty, or not the one that it describes.")


@dataclass(frozen=True)
class Preview:
    """What a backup holds, and what of the house it does not.

    `lost` are versions of hands that were stored here after the newest of the backup.
    """

    path: Path
    manifest: Manifest
    clubs_here: int
    lost: int


@dataclass(frozen=True)
class Restored:
    """What is in the house now, with what differs in it; `before` is the backup of what was there."""

    manifest: Manifest
    before: Backup | None
    differences: list[str]
    unread: int


def preview(path: Path) -> Preview:
    """Look at every byte of a backup, and at what it would replace. Raises Hindrance."""
    manifest = archive.read(path)
    archive.refuse_newer(path, manifest)
    if manifest.engine != engine().name:
        raise Hindrance(
            _("%(path)s: it is a backup of %(its)s; this house runs on %(ours)s."),
            path=path,
            its=manifest.engine,
            ours=engine().name,
        )
    if is_new():
        return Preview(path, manifest, clubs_here=0, lost=0)
    newer = Entry.objects.all()
    if manifest.newest_at:
        newer = newer.filter(received_at__gt=manifest.newest_at)
    more = Hand.objects.played().count() - manifest.hands  # where a clock was wrong, times don't tell
    return Preview(path, manifest, Club.objects.count(), max(newer.count(), more))


def is_new() -> bool:
    """Whether this house has no table yet."""
    return not connection.introspection.table_names()


def restore(
    path: Path,
    *,
    at: datetime,
    tell: Callable[[str], None],
    replace: bool = False,
    alone: bool = True,
    seconds: float = SECONDS_TO_VERIFY,
) -> Restored:
    """Put a backup in the place of the house, brought up to date by today's migrations.

    A house in which somebody has founded a club is replaced only where `replace` says so, and after a backup
    of it. All that can go wrong goes wrong beside the house: Hindrance is raised, and nothing was changed.
    With `alone` nothing else may have the database open; without, whoever calls sees to it that the server
    begins anew. Raises Busy, too.
    """
    seen = preview(path)
    if seen.clubs_here and not replace:
        raise Hindrance(
            _("Clubs that this house holds already: %(number)s. With --replace they are replaced."),
            number=seen.clubs_here,
        )
    try:
        if alone:
            engine().refuse_in_use()
        before = None
        if seen.clubs_here:
            tell("Making a backup of what is here …")
            before = making.make(at=at)
        with turns.alone():
            done = _restore(seen, before, tell, seconds)
            with suppress(OSError):  # it is told by who asked for it, too
                ledger.keep(at=at, found={OF_THE_HOUSE: done.differences}, left=done.unread)
            return done
    except (OSError, ValueError) as error:
        raise hindrance_of(error) from error


def _restore(seen: Preview, before: Backup | None, tell: Callable[[str], None], seconds: float) -> Restored:
    # What can't be removed is swept away before the next backup: the house was changed by then.
    with tempfile.TemporaryDirectory(
        dir=settings.BACKUPS, prefix=written.HALF_MADE, ignore_cleanup_errors=True
    ) as scratch:
        copy = Path(scratch) / "copy"
        # The copy, and what takes its place in the database.
        making.demand_room(2 * archive.unpacked_size(seen.path))
        key = archive.unpack(seen.path, copy)
        with engine().opened(copy) as opened:
            if not opened.url:
                opened.take()
            _refuse_other_schema(seen, opened.url)
            tell("Bringing it up to date …")
            apart.python("manage.py", "migrate", "--verbosity=0", url=opened.url)
            tell("Verifying it …")
            verified = json.loads(apart.python("-m", "config.backups.inside", str(seconds), url=opened.url))
            _refuse_other_counts(seen, verified)
            opened.take()
    if key and keys.uses_own_key(settings.VAR_DIR):
        with suppress(OSError):  # else everybody has to sign in again, and that is all
            written.write_text(settings.VAR_DIR / keys.OWN_KEY_FILE, f"{key}\n")
    return Restored(seen.manifest, before, verified["differences"], verified["unread"])


def _refuse_other_schema(seen: Preview, url: str) -> None:
    """Raise a Hindrance unless a copy is a database as its manifest states, with nothing foreign in it.

    SQLite takes a file of one byte for an empty database, which today's migrations would fill with tables.
    Foreign parts would run with each of our statements; they are refused, not taken out: they may have
    changed rows already.
    """
    schema = json.loads(apart.python("-m", "config.backups.copied_schema", url=url))
    if schema["foreign"]:
        raise NotABackup(
            _("%(path)s: it holds parts that Istaka did not make, so it is not restored: %(found)s."),
            path=seen.path,
            found=", ".join(schema["foreign"][:MOST_NAMED]),
        )
    if not schema["migrations"] or schema["migrations"] != sorted(seen.manifest.migrations):
        raise NotABackup(NOT_AS_DESCRIBED, path=seen.path)


def _refuse_other_counts(seen: Preview, verified: Mapping[str, Any]) -> None:
    """Raise NotABackup unless the copy holds as much as the manifest states.

    A copy that could only be read through was counted a moment later, in the database itself.
    """
    counted = {name: verified[name] for name in seen.manifest.counts}
    if counted != seen.manifest.counts and not seen.manifest.read_only:
        raise NotABackup(NOT_AS_DESCRIBED, path=seen.path)
