"""What somebody else does between the question whether one may and the first lock, without threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def meanwhile(act: Callable[[], object]) -> Iterator[None]:
    """Do something as soon as the first transaction begins in here; that one does is part of the promise."""
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
