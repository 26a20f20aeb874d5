from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from config.launcher.checks import database
from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import _

TOLERANCE: Final = timedelta(minutes=1)


def check_clock(folder: Path, *, now: datetime) -> Finding:
    """A clock before the newest file or hand is wrong; nothing is asked of the network."""
    newest = max([*_file_times(folder), *filter(None, [database.newest_hand(folder)])], default=now)
    text = _("Clock: %(time)s") % {"time": _local(now)}
    if newest <= now + TOLERANCE:
        return Finding(Sign.GOOD, text)
    advice = _("It is wrong, because the newest data is from %(time)s. Set the clock before you play.")
    return Finding(Sign.WARNING, text, advice % {"time": _local(newest)})


def _file_times(folder: Path) -> Iterator[datetime]:
    for file in folder.rglob("*"):
        with suppress(OSError, ValueError, OverflowError):  # it was just deleted, or has an odd time
            yield datetime.fromtimestamp(file.stat().st_mtime, UTC)


def _local(time: datetime) -> str:
    return f"{time.astimezone():%Y-%m-%d %H:%M}"
