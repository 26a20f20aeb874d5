from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.forms.utils import ErrorDict


@dataclass(frozen=True)
class ValidationMessage:
    text: str
    code: str = ""

    def __str__(self) -> str:
        return self.text


def validation_messages(errors: ErrorDict) -> list[ValidationMessage]:
    return [message for _field, field_messages in messages_by_field(errors) for message in field_messages]


def messages_by_field(errors: ErrorDict) -> Iterator[tuple[str, list[ValidationMessage]]]:
    for field, problems in errors.as_data().items():
        yield (
            field,
            [
                ValidationMessage(message, problem.code or "")
                for problem in problems
                for message in problem.messages
            ],
        )
