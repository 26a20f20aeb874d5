"""What the rows of every subject share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _

from tournaments.models import LogRow

Told = dict[str, Any]
"""What a row holds as JSON, of before or of after."""

Particulars = Mapping[str, Callable[[Told, Told], str]]
"""Of each action what tells its particulars, from before and after."""

_DAY = len("2026-11-27")


@dataclass(frozen=True)
class Words:
    """What the log says of the actions of another app, which hands it to the page.

    `actions` says what was done, `particulars` of some what became of the subject; `history` makes of a row
    and its after the address that it leads to. `marks` are what is kept as a mark and is nobody's name;
    `kinds` are the values of their `LogKind`.
    """

    actions: Mapping[str, str | Promise]
    particulars: Particulars
    history: Callable[[LogRow, Told], str]
    marks: Callable[[], Mapping[str, str]] = dict
    kinds: Mapping[str, str] = field(default_factory=dict)


def time_told(stored: str) -> str:
    """A day or a moment as it is read; one without a zone is of the club's clock already.

    A moment is told in the zone that is active.
    """
    try:
        at = datetime.fromisoformat(stored)
    except ValueError:  # a file that was restored may say anything
        return stored
    pattern = "j F Y" if len(stored) == _DAY else "j F Y, H:i"
    return date_format(localtime(at) if is_aware(at) else at, pattern)


def because(after: Told) -> list[str]:
    """The reason that was given, or nothing."""
    return [_("reason: %(reason)s") % after] if after.get("reason") else []
