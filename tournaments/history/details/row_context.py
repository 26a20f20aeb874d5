from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _

from tournaments.models import LogRow

RowValues = dict[str, Any]
DetailDescriptions = Mapping[str, Callable[[RowValues, RowValues], str]]
"""By action, a function that describes the details from before and after."""

_DAY_LENGTH = len("2026-11-27")
_TIME_OF_DAY = re.compile(r"\d\d:\d\d:\d\d")


@dataclass(frozen=True)
class ActionDescriptions:
    """`history_url`: URL for a row and its after.

    `mark_names`: stored marks that are no names; `kinds`: values of `LogKind`.
    """

    actions: Mapping[str, str | Promise]
    detail_descriptions: DetailDescriptions
    history_url: Callable[[LogRow, RowValues], str]
    mark_names: Callable[[], Mapping[str, str]] = dict
    kinds: Mapping[str, str] = field(default_factory=dict)


def format_stored_time(stored: str) -> str:
    """Format an ISO day or time; other text is unchanged.

    Times with a zone are shown in the active one, others as they are; a time of day has no seconds.
    """
    if _TIME_OF_DAY.fullmatch(stored):
        return stored[: len("19:30")]
    try:
        at = datetime.fromisoformat(stored)
    except ValueError:  # a restored file may contain anything
        return stored
    pattern = "j F Y" if len(stored) == _DAY_LENGTH else "j F Y, H:i"
    return date_format(localtime(at) if is_aware(at) else at, pattern)


def reason_details(after: RowValues) -> list[str]:
    return [_("reason: %(reason)s") % after] if after.get("reason") else []
