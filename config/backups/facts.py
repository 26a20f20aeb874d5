"""What the page and the dashboard answer about the backups, in whole sentences."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturalday
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.backups import folder
from config.backups.folder import Backup
from config.backups.make_backup import MEGABYTE
from config.backups.status import BackupStatus
from tournaments.models import Tournament
from tournaments.sentences import Sentence, fill_names

MORE: Final = re.compile(r"and (\d{1,9}) more")
"""The last line of a list of differences that was cut off."""


@dataclass(frozen=True)
class Fact:
    icon: str
    text: str


def day_and_time(at: datetime) -> str:
    """Return “today at 19:01” or “28 November at 19:01”, for example."""
    local = timezone.localtime(at)
    return _("%(day)s at %(time)s") % {"day": naturalday(local, "j F"), "time": f"{local:%H:%M}"}


def state_context(status: BackupStatus) -> dict[str, Any]:
    differences = status.latest.manifest.differences if status.latest else []
    return {
        "status": status,
        "differences": differences,
        "difference_sentence": _count_differences(differences),
        "hourly": settings.HOURLY_BACKUPS,
        "next_backup": _next(status),
        "since": _since(status.good),
        "missing_megabytes": ceil((settings.LOW_DISK_BYTES - (status.free_disk_bytes or 0)) / MEGABYTE),
    }


def _count_differences(lines: list[str]) -> Sentence:
    """Name the tournaments if each difference is in one."""
    more = MORE.fullmatch(lines[-1]) if lines else None
    listed = lines[:-1] if more else lines
    count = len(listed) + (int(more[1]) if more else 0)
    names = sorted({*Tournament.objects.values_list("name", flat=True)}) if listed else []
    found = [name for name in names if any(line.startswith(f"{name}: ") for line in listed)]
    if not found or not all(line.startswith(tuple(f"{name}: " for name in found)) for line in listed):
        return Sentence(
            ngettext(
                "%(count)s entry is no longer as it was entered.",
                "%(count)s entries are no longer as they were entered.",
                count,
            )
            % {"count": count}
        )
    return fill_names(
        ngettext(
            "%(count)s entry in %(tournaments)s is no longer as it was entered.",
            "%(count)s entries in %(tournaments)s are no longer as they were entered.",
            count,
        ),
        {"tournaments": ", ".join(found)},
        count=count,
    )


def list_facts(status: BackupStatus, sentence: Sentence) -> list[Fact]:
    """Leave out what the headline of the state says."""
    facts = []
    if status.state in ("making", "failed") and status.latest and not status.latest.manifest.good:
        facts.append(Fact("warning", sentence))
    if status.good:
        facts += _contents(status.state, status.good)
        if status.state != "unplugged":
            facts.append(_place(status, status.good))
    if status.state not in ("none", "old", "making", "failed"):
        facts.append(_next(status))
    return facts


def _contents(state: str, good: Backup) -> list[Fact]:
    values = {"when": day_and_time(good.at), "count": good.manifest.unread}
    if state == "making":
        return [Fact("check", capfirst(_("Everything up to %(when)s is backed up.") % values))]
    if state in ("failed", "different", "old"):
        return []
    if good.manifest.unread:
        text = ngettext(
            "Checked %(when)s, but there was no time for %(count)s tournament.",
            "Checked %(when)s, but there was no time for %(count)s tournaments.",
            good.manifest.unread,
        )
        return [Fact("warning", text % values)]
    return [Fact("check", _("Checked %(when)s: every entry matches.") % values)]


def _since(good: Backup | None) -> str:
    if good is None:
        return _("Your entries are on this laptop, but not backed up yet.")
    return _("Your entries are on this laptop; those after %(when)s aren’t backed up yet.") % {
        "when": day_and_time(good.at)
    }


def _place(status: BackupStatus, good: Backup) -> Fact:
    second = settings.BACKUPS_COPY
    if second is None:
        if status.download is None:
            return Fact("info", _("No copy has left this laptop yet."))
        when = day_and_time(status.download.at)
        return Fact(
            "check" if status.is_downloaded else "info", _("Last downloaded %(when)s.") % {"when": when}
        )
    if is_copied(good):
        if folder.is_removable(second):
            text = _("A copy is on the USB stick too (%(time)s); the stick can stay in.")
            return Fact("check", text % {"time": f"{timezone.localtime(good.at):%H:%M}"})
        return Fact("check", _("A copy is in the second folder too: %(folder)s.") % {"folder": second.name})
    if not folder.is_removable(second):
        return Fact(
            "warning", _("There is no copy in the second folder: %(folder)s.") % {"folder": second.name}
        )
    missing = (
        _("There is no copy on the USB stick.") if _exists(second) else _("The USB stick is not plugged in.")
    )
    return Fact("warning", missing)


def is_copied(good: Backup | None) -> bool:
    return (
        good is not None
        and settings.BACKUPS_COPY is not None
        and _exists(settings.BACKUPS_COPY / good.path.name)
    )


def _exists(path: Path) -> bool:
    with suppress(OSError):
        return path.exists()
    return False


def _next(status: BackupStatus) -> Fact:
    if not settings.HOURLY_BACKUPS:
        return Fact(
            "warning",
            _("No backup is made by itself: the person who set up this laptop switched that off."),
        )
    if status.next_at is None:
        return Fact("clock", _("The next backup comes by itself within a minute."))
    if status.state == "failed":
        text = _("It is tried again at %(time)s.")
    else:
        text = _("The next backup comes by itself at %(time)s, or when a tournament ends.")
    return Fact("clock", text % {"time": f"{timezone.localtime(status.next_at):%H:%M}"})
