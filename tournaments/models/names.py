from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.naming.names import replace_placeholders

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField


class ReadName(str):
    __slots__ = ("stored",)
    stored: str

    def __new__(cls, stored: str) -> Self:
        name = super().__new__(cls, replace_placeholders(stored, anonymous_name))
        name.stored = stored
        return name


def stored(name: str) -> str:
    return name.stored if isinstance(name, ReadName) else name


def displayed(stored_name: str) -> str:
    return ReadName(stored_name) if "⟦" in stored_name else stored_name


def anonymous_name(number: str) -> str:
    return _("Player %(number)s") % {"number": number}


def displayed_names(name: str) -> set[str]:
    names = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            names.add(str(displayed(stored(name))))
    return names


class PublicNameField(CharField):
    """“⟦17⟧” marks an anonymous player: “Oyuncu 17” or “Player 17”; saving preserves the mark."""

    def from_db_value(self, value: str | None, *_expression: object) -> str | None:
        return displayed(value) if value else value

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(stored(value) if isinstance(value, str) else value)
