from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from operator import attrgetter
from typing import Any

from django.db.models import JSONField, Model

NO_COLUMNS: frozenset[str] = frozenset()


def stored_values(row: Model, *, exclude: frozenset[str] = NO_COLUMNS) -> Hashable:
    """Return all columns except `exclude`, JSON documents as text."""
    figures, documents = _split_columns(type(row), exclude)
    return figures(row), *(repr(getattr(row, name)) for name in documents)


@cache
def _split_columns(model: type[Model], exclude: frozenset[str]) -> tuple[attrgetter[Any], list[str]]:
    columns = [field for field in model._meta.concrete_fields if field.attname not in exclude]  # noqa: SLF001
    documents = [field.attname for field in columns if isinstance(field, JSONField)]
    return attrgetter(*(field.attname for field in columns if field.attname not in documents)), documents
