"""Simulates a concurrent change between the permission check and the first lock, without threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def run_meanwhile(act: Callable[[], object]) -> Iterator[None]:
    """Call `act` as soon as the first transaction of the block begins; fail if none does."""
    begun = False

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal begun
        if sql.startswith("SAVEPOINT") and not begun:
            begun = True
            act()
        return execute(sql, *rest)

    with connection.execute_wrapper(run):
        yield
    assert begun
