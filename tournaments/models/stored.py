"""A row as it is stored, to be compared with how it was."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from operator import attrgetter
from typing import Any

from django.db.models import JSONField, Model

ALL: frozenset[str] = frozenset()


def stored(row: Model, *, but: frozenset[str] = ALL) -> Hashable:
    """All its columns but these, documents as text."""
    figures, documents = _columns(type(row), but)
    return figures(row), *(repr(getattr(row, name)) for name in documents)


@cache
def _columns(model: type[Model], but: frozenset[str]) -> tuple[attrgetter[Any], list[str]]:
    columns = [one for one in model._meta.concrete_fields if one.attname not in but]  # noqa: SLF001
    documents = [one.attname for one in columns if isinstance(one, JSONField)]
    return attrgetter(*(one.attname for one in columns if one.attname not in documents)), documents
