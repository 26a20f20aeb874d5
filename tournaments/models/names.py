"""The column of a name that everybody may read; who has none any more is called in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.naming.names import read_marks

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField


class ReadName(str):
    """A name as it is read now; `stored` is what its column holds."""

    __slots__ = ("stored",)
    stored: str

    def __new__(cls, stored: str) -> Self:
        read = super().__new__(cls, read_marks(stored, neutral_name))
        read.stored = stored
        return read


def stored(name: str) -> str:
    """A name as its column holds it."""
    return name.stored if isinstance(name, ReadName) else name


def as_read(stored_name: str) -> str:
    """What a column holds as it is read: a name with marks in the reader's language, every other as it is."""
    return ReadName(stored_name) if "⟦" in stored_name else stored_name


def neutral_name(number: str) -> str:
    """What everybody calls the club's player who was made anonymous under a number."""
    return _("Player %(number)s") % {"number": number}


def readings(name: str) -> set[str]:
    """A name as it is read in each language."""
    read = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            read.add(str(as_read(stored(name))))
    return read


class PublicNameField(CharField):
    """A name in which “⟦17⟧” stands for who has none any more: it is read as “Oyuncu 17” or “Player 17”.

    What was read and is saved again keeps its marks, in whatever language it was read.
    """

    def from_db_value(self, value: str | None, *_expression: object) -> str | None:
        return as_read(value) if value else value

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(stored(value) if isinstance(value, str) else value)
