"""Rounds and their encounters: numbers, titles, short names, groups."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from django.db.models import Count
from django.template import Context
from django.utils.translation import gettext, pgettext

from tournaments.enums import Part, StageKind
from tournaments.models import Encounter, Stage
from tournaments.stages.stage_names import stage_name

if TYPE_CHECKING:
    from scoring.queries.encounters.encounter_list import EncounterListing

CachedValue = TypeVar("CachedValue")

RoundKey = tuple[int, str, int]
"""Stage, part and round, as stored."""


@dataclass(frozen=True)
class RoundName:
    """A round's number in a part, with `ties` encounters."""

    kind: str
    part: str
    number: int
    round_count: int
    ties: int


@dataclass(frozen=True)
class TieName:
    round: RoundName
    number: int

    @property
    def ties(self) -> int:
        return self.round.ties


@dataclass(frozen=True)
class RoundListing:
    listing: EncounterListing
    round: RoundName


def round_key_of(encounter: Encounter) -> RoundKey:
    return encounter.stage_id, encounter.part, encounter.round


def round_names(ties: Mapping[RoundKey, int], kinds: Mapping[int, str]) -> dict[RoundKey, RoundName]:
    """Number rounds in each part from 1.

    `ties` counts each round's ties, `kinds` are the stages' kinds by primary key.
    """
    parts: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for stage, part, number in sorted(ties):
        parts[stage, part].append(number)
    return {
        (stage, part, number): RoundName(kinds[stage], part, place, len(numbers), ties[stage, part, number])
        for (stage, part), numbers in parts.items()
        for place, number in enumerate(numbers, start=1)
    }


def round_names_of_listings(listings: Sequence[EncounterListing]) -> dict[RoundKey, RoundName]:
    kinds = {listing.encounter.stage_id: listing.encounter.stage.kind for listing in listings}
    return round_names(Counter(round_key_of(listing.encounter) for listing in listings), kinds)


def add_round_names(listings: Sequence[EncounterListing]) -> list[RoundListing]:
    names = round_names_of_listings(listings)
    return [RoundListing(listing, names[round_key_of(listing.encounter)]) for listing in listings]


def read_round_names(stages: Iterable[Stage]) -> dict[RoundKey, RoundName]:
    kinds = {stage.pk: stage.kind for stage in stages}
    drawn = Encounter.objects.not_annulled().filter(stage__in=kinds).order_by()
    rounds = drawn.values_list("stage_id", "part", "round").annotate(ties=Count("pk"))
    return round_names({(stage, part, number): ties for stage, part, number, ties in rounds}, kinds)


def tie_names(encounters: Iterable[Encounter]) -> dict[int, TieName]:
    listed = list(encounters)
    kinds = {encounter.stage_id: encounter.stage.kind for encounter in listed}
    names = round_names(Counter(round_key_of(encounter) for encounter in listed), kinds)
    named = {encounter.pk: tie_name_of(encounter, names) for encounter in listed}
    return {key: name for key, name in named.items() if name is not None}


def read_tie_names(encounters: Collection[int]) -> dict[int, TieName]:
    if not encounters:
        return {}
    stages = Encounter.objects.filter(pk__in=encounters).values("stage")
    siblings = (
        Encounter.objects.not_annulled().filter(stage__in=stages).select_related("stage").order_by("pk")
    )
    of_round = siblings.only("stage__kind", "part", "round", "position", "group_id")
    return {key: name for key, name in tie_names(of_round).items() if key in encounters}


def tie_name_of(encounter: Encounter, names: Mapping[RoundKey, RoundName]) -> TieName | None:
    """None in groups and if the whole round was annulled."""
    name = names.get(round_key_of(encounter))
    return TieName(name, encounter.position + 1) if name and encounter.group_id is None else None


def round_title(name: RoundName) -> str:
    """Return “Semi-finals”, “Winners’ bracket, round 2” or “Final table”, for example."""
    values = {"number": name.number}
    if name.part == Part.THIRD:
        return gettext("Match for third place")
    if name.part == Part.EXTRA:
        return gettext("Extra encounter")
    if name.part == Part.FINAL:
        return gettext("Grand final") if name.number == 1 else gettext("Second grand final")
    if name.kind == StageKind.DOUBLE:
        return _double_round_title(name) % values
    if name.kind == StageKind.KNOCKOUT:
        return _bracket_round_title(name.ties)
    if name.kind == StageKind.TABLES and name.ties == 1:
        return gettext("Final table")
    return gettext("Round %(number)s") % values


def _bracket_round_title(ties: int) -> str:
    names = {1: gettext("Final"), 2: gettext("Semi-finals"), 4: gettext("Quarter-finals")}
    return names.get(ties) or gettext("Last %(entrants)s") % {"entrants": ties * 2}


def _double_round_title(name: RoundName) -> str:
    last = name.ties == 1 and name.number == name.round_count
    if name.part == Part.LOSERS:
        return gettext("Losers’ final") if last else gettext("Losers’ round %(number)s")
    return gettext("Winners’ final") if last else gettext("Winners’ round %(number)s")


def part_name(part: str) -> str:
    names = {
        Part.MAIN: gettext("Winners’ bracket"),
        Part.LOSERS: gettext("Losers’ bracket"),
        Part.FINAL: gettext("Grand final"),
        Part.THIRD: gettext("Match for third place"),
    }
    return names[Part(part)]


def tie_name(name: TieName) -> str:
    """Return “QF 2”, “R16 5”, “W 2-1” or “Final”, for example."""
    round_ = name.round
    values = {"entrants": round_.ties * 2, "round": round_.number, "number": name.number}
    if round_.part in (Part.THIRD, Part.FINAL, Part.EXTRA):
        return round_title(round_)
    if round_.kind == StageKind.DOUBLE:
        losers = round_.part == Part.LOSERS
        short = pgettext("short name", "L %(round)s-%(number)s") if losers else ""
        return (short or pgettext("short name", "W %(round)s-%(number)s")) % values
    if round_.kind == StageKind.TABLES:
        return (
            gettext("table %(number)s of round %(round)s") % values
            if round_.ties > 1
            else round_title(round_)
        )
    short_names = {1: gettext("Final"), 2: gettext("SF %(number)s"), 4: gettext("QF %(number)s")}
    return (short_names.get(round_.ties) or pgettext("tie in a bracket", "R%(entrants)s %(number)s")) % values


def which_group(context: Context, encounter: Encounter) -> str:
    """Return “Group B”, blank in a bracket or single table; cached in `context` by stage."""
    group, stage = encounter.group, encounter.stage
    if group is None or not group.name or _has_single_group(context, stage):
        return ""
    return gettext("Group %(group)s") % {"group": group.name}


def which_round(context: Context, encounter: Encounter) -> str:
    """Return “Group B, round 2”, “Round 2” in an only group, “Semi-finals”, or the stage's label.

    Template tag, at most one query a stage, cached in `context`.
    """
    group, stage = encounter.group, encounter.stage
    if group is None:
        name = _cached(context, "rounds", stage, lambda missing: read_round_names([missing])).get(
            round_key_of(encounter)
        )
        return round_title(name) if name else stage_name(stage)
    if which_group(context, encounter):
        return gettext("Group %(group)s, round %(round)s") % {"group": group.name, "round": encounter.round}
    return gettext("Round %(number)s") % {"number": encounter.round}


def round_of_tie(listing: EncounterListing) -> str:
    """Take no query."""
    tie, stage = listing.names().get(listing.encounter.pk), listing.encounter.stage
    return round_title(tie.round) if tie else stage_name(stage)


def _has_single_group(context: Context, stage: Stage) -> bool:
    if "tournament_context" in context:
        return bool(context["tournament_context"].stage(stage.pk).only_group)
    return _cached(context, "groups", stage, has_single_group)


def has_single_group(stage: Stage) -> bool:
    """Take no query if prefetched."""
    return len(stage.groups.all()) == 1


def _cached(context: Context, kind: str, stage: Stage, read: Callable[[Stage], CachedValue]) -> CachedValue:
    cached: dict[int, CachedValue] = context.dicts[0].setdefault(f"{kind} of stages", {})
    if stage.pk not in cached:
        cached[stage.pk] = read(stage)
    return cached[stage.pk]
