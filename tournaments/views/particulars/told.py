"""What the rows of every subject share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.models import LogRow

Told = dict[str, Any]
"""What a row holds as JSON, of before or of after."""

Particulars = Mapping[str, Callable[[Told, Told], str]]
"""Of each action what tells its particulars, from before and after."""


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


def because(after: Told) -> list[str]:
    """The reason that was given, or nothing."""
    return [_("reason: %(reason)s") % after] if after.get("reason") else []
