from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

ChangeResult = TypeVar("ChangeResult")


def run_and_roll_back(change: Callable[[], ChangeResult]) -> ChangeResult:
    """Make a change, roll it back and return its result.

    No on-commit hook runs; locks are held to the end.
    """
    with transaction.atomic():
        result = change()
        transaction.set_rollback(True)
    return result
