from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import BRACKET_KINDS, StageKind
from tournaments.formats.drawing import (
    Alteration,
    AlterationKind,
    DrawInputs,
    Method,
    Note,
    NoteKind,
    Pots,
    Separation,
)
from tournaments.formats.encounter_plan import Part, PlannedEncounter, Seed
from tournaments.formats.group_sizes import group_name

NamesById = Mapping[str, str]
UNKNOWN = "?"


@dataclass(frozen=True)
class Meeting:
    number: int
    sides: tuple[tuple[int, str], ...]

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1


def describe_method(inputs: DrawInputs) -> str:
    """Return sentences about the order, pots and separation; a fixed one if qualifiers needed no lot."""
    first = {
        Method.RANDOM: _("By lot: those with the smallest lots come first."),
        Method.MANUAL: _("By the organizer’s seed numbers; lots order those without one."),
        Method.RATING: _("By rating, highest first; lots order equal ratings and those without one."),
        Method.BY_PLACE: _("By their places in the previous stage; lots order equal places."),
    }[inputs.method]
    if inputs.method is Method.BY_PLACE and inputs.apart is Separation.GROUP and not inputs.sizes:
        return _(
            "By their places in the previous stage, entrants from one group as far apart as possible. No "
            "lot was needed."
        )
    return " ".join([first, *filter(None, (_pots(inputs), _apart(inputs)))])


def describe_note(note: Note, names: NamesById, *, kind: str) -> str:
    """Return a sentence: which separation the draw could not keep; `kind` is the stage's.

    Ids without a name are “?”.
    """
    values = {
        "label": note.label,
        "names": list_names(note.ids, names),
        "group": group_name(note.at),
        "round": note.at,
    }
    if note.kind is NoteKind.KIN_IN_GROUP:
        return _("Group %(group)s: %(names)s share “%(label)s”; there are more of them than groups.") % values
    if note.kind is NoteKind.POT_IN_GROUP:
        return _("Group %(group)s: %(names)s come from pot %(label)s.") % values
    if kind not in (StageKind.GROUPS, *BRACKET_KINDS):
        return _("%(names)s share “%(label)s” and meet in the first round.") % values
    return _("%(names)s share “%(label)s” and can already meet in round %(round)s.") % values


def describe_alteration(alteration: Alteration, names: NamesById) -> str:
    values = {"one": names.get(alteration.a, UNKNOWN), "other": names.get(alteration.b, UNKNOWN)}
    if alteration.kind is AlterationKind.SWAP:
        return _("%(one)s and %(other)s changed places") % values
    return _("%(one)s went to the group of %(other)s") % values


def first_meetings(planned: Sequence[PlannedEncounter], order: Sequence[str]) -> list[Meeting]:
    """Return the first main round's encounters, numbered from 1, with sides as (seed, id); a bye has one."""
    first_round = [
        encounter for encounter in planned if encounter.key.round == 1 and encounter.key.part is Part.MAIN
    ]
    return [
        Meeting(
            number,
            tuple(
                (side.number, order[side.number - 1]) for side in encounter.sides if isinstance(side, Seed)
            ),
        )
        for number, encounter in enumerate(first_round, start=1)
    ]


def list_names(ids: Sequence[str], names: NamesById) -> str:
    return ", ".join(names.get(entrant_id, UNKNOWN) for entrant_id in ids)


def describe_byes(byes: int) -> str:
    """Return an empty text for none."""
    if not byes:
        return ""
    return ngettext("%(count)s bye", "%(count)s byes", byes) % {"count": byes}


def _pots(inputs: DrawInputs) -> str:
    return {
        Pots.NONE: "",
        Pots.NUMBERED: _("Each group got as many of each pot as the others, as the pots were numbered."),
        Pots.BY_SEED: _("The strongest were the first pot, and so on: one of each went to every group."),
    }[inputs.pots]


def _apart(inputs: DrawInputs) -> str:
    return {
        Separation.NOBODY: "",
        Separation.CLUB: _("Members of one club were kept apart as far as their number allows."),
        Separation.GROUP: _("Entrants from one group were kept apart as far as their number allows."),
    }[inputs.apart]
