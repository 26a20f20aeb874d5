"""Whatever people typed into this database, written again in letters that no word of ours has."""

from __future__ import annotations

import json
from typing import Any

from django.apps import apps
from django.db import connection, models

from scoring import triggers
from tests.pages.pseudo import typed

FREE_TEXT = {
    *(
        "name",
        "club_name",
        "venue",
        "address",
        "witness",
        "reason",
        "cancelled_because",
        "question",
        "answer",
        "alias",
        "text",
        "device",
    ),
    *("email", "seed", "short_code", "own_name"),
    *("player_1", "player_2", "contact", "fee", "questions", "consent"),
}
"""Fields that hold people's own words, or what is shown letter by letter, in whatever model."""
ONE_LETTER = {"Group"}
"""Models whose names are letters of ours: group A."""


def retype_everything() -> None:
    """Write people's words anew in every row, and wherever else they are told: the log, how it was drawn.

    For a transaction that is rolled back: the ledger's guards are off meanwhile.
    """
    triggers.remove(connection)
    ours = [model for model in apps.get_models() if model._meta.app_label in ("tournaments", "scoring")]
    words = {word for model in ours for word in _retype(model)}
    for model in ours:
        _retold(model, words)
    triggers.install(connection)


def _retype(model: type[models.Model]) -> set[str]:
    """Write the free texts of a model anew; return the words as they were."""
    if model.__name__ in ONE_LETTER:
        return set()
    texts = [
        one for one in model._meta.concrete_fields if isinstance(one, (models.CharField, models.TextField))
    ]
    columns = [one.name for one in texts if one.name in FREE_TEXT]
    were: set[str] = set()
    for column in columns:
        rows = model._default_manager.exclude(**{column: ""})
        said = {word for word in rows.values_list(column, flat=True) if word}
        for word in said:
            rows.filter(**{column: word}).update(**{column: typed(word)})
        were |= said
    return were


def _retold(model: type[models.Model], words: set[str]) -> None:
    """Write the words anew in JSON that is kept as text."""
    texts = [one.name for one in model._meta.concrete_fields if isinstance(one, models.TextField)]
    for column in [name for name in texts if name not in FREE_TEXT]:
        for key, kept in model._default_manager.values_list("pk", column):
            if kept and kept[0] in "[{":
                told = json.dumps(_replaced(json.loads(kept), words), ensure_ascii=False)
                model._default_manager.filter(pk=key).update(**{column: told})


def _replaced(value: Any, words: set[str]) -> Any:
    if isinstance(value, str):
        return typed(value) if value in words else value
    if isinstance(value, list):
        return [_replaced(one, words) for one in value]
    if isinstance(value, dict):
        return {typed(key) if key in words else key: _replaced(one, words) for key, one in value.items()}
    return value
