"""Seeing what a change would do: it is done, looked at, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Seen = TypeVar("Seen")


def rehearse(act: Callable[[], Seen]) -> Seen:
    """Run `act` in a transaction that is taken back, and give what it saw.

    Nothing is stored, and nothing that waits for a commit is ever sent; locks are held until the end. What
    `act` raises, it raises.
    """
    with transaction.atomic():
        seen = act()
        transaction.set_rollback(True)
    return seen
