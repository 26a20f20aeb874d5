"""The rows that a restore has stored so far, and how it stores more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import models

ROWS_AT_A_TIME: Final = 2_000
StoredRows = dict[str, dict[Any, Any]]
"""The stored rows of each kind by their keys."""


def insert_all(rows: Iterable[models.Model]) -> None:
    listed = list(rows)
    if listed:
        type(listed[0])._default_manager.bulk_create(listed, batch_size=ROWS_AT_A_TIME)  # noqa: SLF001 - documented
