from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models

from scoring import triggers
from tests.pages.pseudo_locale import pseudo_name, pseudo_typed

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
        "text",
        "device",
    ),
    *("email", "seed", "short_code", "own_name"),
    *("player_1", "player_2", "contact", "fee", "questions", "consent"),
}
"""Fields with people's own words or with letters and codes, in all models."""
NAMES_AND_CODES = {
    *("name", "club_name", "venue", "witness", "own_name", "player_1", "player_2"),
    *("seed", "short_code"),
}
"""Of them, names of people, pairs, clubs and places, and codes."""
TITLES = {"Tournament", "Blueprint", "Stage", "Passkey"}
"""Models whose names are titles in people's own words."""
ONE_LETTER = {"Group"}
"""Models whose names are our own letters: group A."""


def retype_everything() -> None:
    """Rewrite people's words in every row and copy in letters that no word of ours has.

    Only in a transaction that is rolled back: the ledger's triggers are off meanwhile.
    """
    triggers.remove(connection)
    ours = [model for model in apps.get_models() if model._meta.app_label in ("tournaments", "scoring")]
    words = {original: retyped for model in ours for original, retyped in _retype(model)}
    for model in ours:
        _retype_copies(model, words)
    triggers.install(connection)


def _retype(model: type[models.Model]) -> Iterator[tuple[str, str]]:
    if model.__name__ in ONE_LETTER:
        return
    texts = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, (models.CharField, models.TextField))
    ]
    columns = [field.name for field in texts if field.name in FREE_TEXT]
    for column in columns:
        titled = column == "name" and model.__name__ in TITLES
        retype = pseudo_name if column in NAMES_AND_CODES and not titled else pseudo_typed
        rows = model._default_manager.exclude(**{column: ""})
        originals = {word for word in rows.values_list(column, flat=True) if word}
        for word in originals:
            rows.filter(**{column: word}).update(**{column: retype(word)})
            yield word, retype(word)


def _retype_copies(model: type[models.Model], words: dict[str, str]) -> None:
    texts = [field.name for field in model._meta.concrete_fields if isinstance(field, models.TextField)]
    for column in [name for name in texts if name not in FREE_TEXT]:
        for key, stored in model._default_manager.values_list("pk", column):
            if stored and stored[0] in "[{":
                replaced = json.dumps(_replaced(json.loads(stored), words), ensure_ascii=False)
                model._default_manager.filter(pk=key).update(**{column: replaced})


def _replaced(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, list):
        return [_replaced(item, words) for item in value]
    if isinstance(value, dict):
        return {words.get(key, key): _replaced(item, words) for key, item in value.items()}
    return value
