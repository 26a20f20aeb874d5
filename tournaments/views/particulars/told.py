"""What the rows of every subject share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Told = dict[str, Any]
"""What a row holds as JSON, of before or of after."""

Particulars = Mapping[str, Callable[[Told, Told], str]]
"""Of each action what tells its particulars, from before and after."""


def because(after: Told) -> list[str]:
    """The reason that was given, or nothing."""
    return [_("reason: %(reason)s") % after] if after.get("reason") else []
