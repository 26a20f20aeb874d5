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


class ShownName(str):
    """Is shown instead of a stored name; saving preserves that."""

    __slots__ = ("stored",)
    stored: str

    def __new__(cls, text: str, stored: str) -> Self:
        name = super().__new__(cls, text)
        name.stored = stored
        return name


class DisplayedName(ShownName):
    __slots__ = ()

    def __new__(cls, stored: str) -> Self:
        return super().__new__(cls, replace_placeholders(stored, anonymous_name), stored)


def stored_name(name: str) -> str:
    return name.stored if isinstance(name, ShownName) else name


def displayed_name(stored_name: str) -> str:
    return DisplayedName(stored_name) if "⟦" in stored_name else stored_name


def anonymous_name(number: str) -> str:
    return _("Player %(number)s") % {"number": number}


def displayed_names(name: str) -> set[str]:
    names = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            names.add(str(displayed_name(stored_name(name))))
    return names


class PublicNameField(CharField):
    """“⟦17⟧” marks an anonymous player: “Oyuncu 17” or “Player 17”; saving preserves the mark."""

    def from_db_value(self, value: str | None, *_expression: object) -> str | None:
        return displayed_name(value) if value else value

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(stored_name(value) if isinstance(value, str) else value)
