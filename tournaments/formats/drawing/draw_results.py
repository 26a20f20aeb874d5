from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum

from rules.strict_json import read_choice, read_list, read_text

from .draw_inputs import DrawInputs, DrawKind
from .draw_json import (
    DRAW_VERSION,
    canonical_json,
    read_draw_json,
    read_integer,
    read_members,
    read_nonempty,
    read_versioned,
)


class DrawIncomplete(ValueError):  # noqa: N818 - a refusal is no fault
    """Not every entrant is in the draw exactly once."""


class NoteKind(StrEnum):
    """Unmet wishes; `Note.at` is a group (from 0) or a round (from 1)."""

    KIN_IN_GROUP = "kin_in_group"
    """Entrants of one club (or former group) share a group: there are more of them than groups."""

    POT_IN_GROUP = "pot_in_group"
    """Entrants of one pot share a group: the pot holds more than there are groups."""

    KIN_BEFORE_FINAL = "kin_before_final"
    """Entrants of one club can meet in this round, the earliest in which any two of them can."""


@dataclass(frozen=True)
class Note:
    """`label`: club, former group or number of the pot."""

    kind: NoteKind
    at: int
    label: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class DrawResult:
    """Ids by group, or in order; the other is empty."""

    groups: tuple[tuple[str, ...], ...] = ()
    order: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def drawee_ids(self) -> Iterator[str]:
        yield from self.order
        for group in self.groups:
            yield from group

    def to_json(self) -> str:
        return canonical_json({**asdict(self), "version": DRAW_VERSION})

    @classmethod
    def from_json(cls, text: str) -> DrawResult:
        """Raises MalformedDraw, UnknownVersion."""
        return read_draw_json(text, _parse_result)


def check_all_drawn(inputs: DrawInputs, result: DrawResult) -> None:
    """Raises DrawIncomplete."""
    groups = len(inputs.sizes) if inputs.kind is DrawKind.GROUPS else 0
    ids = sorted(result.drawee_ids())
    if len(result.groups) != groups or bool(groups and result.order):
        raise DrawIncomplete("this is a draw of another kind, or of other groups")
    if ids != [drawee.id for drawee in inputs.drawees]:
        raise DrawIncomplete("not everybody stands in the draw exactly once")


def _parse_result(value: object) -> DrawResult:
    fields = read_versioned(value, ("groups", "order", "notes"))
    return DrawResult(
        groups=tuple(_parse_ids(group, "groups") for group in read_list(fields["groups"], "groups")),
        order=_parse_ids(fields["order"], "order"),
        notes=tuple(_parse_note(note, "notes") for note in read_list(fields["notes"], "notes")),
    )


def _parse_note(value: object, path: str) -> Note:
    fields = read_members(value, path, ("kind", "at", "label", "ids"))
    return Note(
        kind=read_choice(fields["kind"], "kind", NoteKind),
        at=read_integer(fields["at"], "at"),
        label=read_text(fields["label"], "label"),
        ids=_parse_ids(fields["ids"], "ids"),
    )


def _parse_ids(value: object, path: str) -> tuple[str, ...]:
    return tuple(read_nonempty(item, path) for item in read_list(value, path))
