"""The rows that a restore has stored so far, and how it stores more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import models

from tournaments.database.bulk_insert import insert_many

ROWS_AT_A_TIME: Final = 2_000
StoredRows = dict[str, dict[Any, Any]]
"""The stored rows of each kind by their keys."""


def insert_all(rows: Iterable[models.Model]) -> None:
    listed = list(rows)
    for start in range(0, len(listed), ROWS_AT_A_TIME):
        insert_many(listed[start : start + ROWS_AT_A_TIME])
