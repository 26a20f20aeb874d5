"""What the rounds of any format are called, and the encounters in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Encounter, Stage

from .meetings import Meeting

RoundKey = tuple[int, str, int]
"""Stage, part and round, as they are stored."""


@dataclass(frozen=True)
class RoundName:
    """A round of a format's part: the `number`th of `of` that are drawn, with so many encounters (`ties`)."""

    kind: str
    part: str
    number: int
    of: int
    ties: int


@dataclass(frozen=True)
class TieName:
    """How an encounter of a stage without groups is called: the `number`th of its round."""

    round: RoundName
    number: int

    @property
    def ties(self) -> int:
        return self.round.ties


@dataclass(frozen=True)
class InRound:
    """A meeting with its round."""

    meeting: Meeting
    round: RoundName


def key_of(encounter: Encounter) -> RoundKey:
    return encounter.stage_id, encounter.part, encounter.round


def round_names(keys: Iterable[RoundKey], kinds: Mapping[int, str]) -> dict[RoundKey, RoundName]:
    """The name of every round, from one key for each of its encounters. Rounds of a part count from 1."""
    ties = Counter(keys)
    parts: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for stage, part, number in sorted(ties):
        parts[stage, part].append(number)
    return {
        (stage, part, number): RoundName(kinds[stage], part, place, len(numbers), ties[stage, part, number])
        for (stage, part), numbers in parts.items()
        for place, number in enumerate(numbers, start=1)
    }


def names_among(meetings: Sequence[Meeting]) -> dict[RoundKey, RoundName]:
    """The names of the rounds of all these meetings."""
    kinds = {meeting.encounter.stage_id: meeting.encounter.stage.kind for meeting in meetings}
    return round_names([key_of(meeting.encounter) for meeting in meetings], kinds)


def in_rounds(meetings: Sequence[Meeting]) -> list[InRound]:
    """All meetings of a tournament, each with its round."""
    names = names_among(meetings)
    return [InRound(meeting, names[key_of(meeting.encounter)]) for meeting in meetings]


def read_round_names(stages: Iterable[Stage]) -> dict[RoundKey, RoundName]:
    """The names of all rounds of some stages, in one query."""
    kinds = {stage.pk: stage.kind for stage in stages}
    drawn = Encounter.objects.filter(stage__in=kinds).order_by("pk")
    return round_names(drawn.standing().values_list("stage_id", "part", "round"), kinds)


def tie_name_of(encounter: Encounter, names: Mapping[RoundKey, RoundName]) -> TieName | None:
    """The name of an encounter in its round; nothing in groups, and where its whole round was annulled."""
    name = names.get(key_of(encounter))
    return TieName(name, encounter.position + 1) if name and encounter.group_id is None else None
