"""What is said against a hand as it was typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.forms.utils import ErrorDict


@dataclass(frozen=True)
class Objection:
    """A sentence; `code` is that of the refusal or the doubt where the rules say so."""

    text: str
    code: str = ""

    def __str__(self) -> str:
        return self.text


def objections(errors: ErrorDict) -> list[Objection]:
    """Everything that is said against the fields of a form."""
    return [one for _field, told in objections_by_field(errors) for one in told]


def objections_by_field(errors: ErrorDict) -> Iterator[tuple[str, list[Objection]]]:
    """What is said against each field of a form."""
    for field, problems in errors.as_data().items():
        yield (
            field,
            [Objection(message, one.code or "") for one in problems for message in one.messages],
        )
