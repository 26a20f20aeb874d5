"""Run a change and roll it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Seen = TypeVar("Seen")


def run_and_roll_back(act: Callable[[], Seen]) -> Seen:
    """Run `act` in a transaction that is rolled back, and return its result.

    Nothing is stored and no on-commit hook runs; locks are held until the end. Exceptions of `act` propagate.
    """
    with transaction.atomic():
        result = act()
        transaction.set_rollback(True)
    return result
