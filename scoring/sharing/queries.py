"""What a tournament tells in a few lines: the round that is played, its results, its tables of standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from scoring.queries.current_round import moment_of
from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.encounters.encounter_reader import fixtures_of, with_scores
from scoring.queries.progress import BYE, DECIDED, GroupSoFar, RoundSoFar, names_of, read_groups
from scoring.queries.rounds import RoundName
from scoring.queries.standings_reader import Portion, read_standings
from scoring.queries.standings_tables import StageStandings
from scoring.queries.tournament_context import Frame, StageInFrame
from tournaments.models import Encounter

MOST = 40
"""So many encounters or places fit into a message that somebody reads."""


@dataclass(frozen=True)
class RoundTold:
    """Some encounters of a round, by table or by group; of so many more the page tells."""

    stage: StageInFrame
    name: RoundName
    listings: Sequence[EncounterListing]
    more: int


def to_play(frame: Frame, rounds: Sequence[RoundSoFar]) -> RoundTold | None:
    """Who plays where in the first round that is not over, in four queries at most."""
    now = _now(frame, rounds)
    if now is None or now.decided == now.total:
        return None
    open_still = (
        Encounter.objects.standing()
        .filter(~DECIDED, **_of(now))
        .order_by("table__number", "queue_place", "pk")
    )
    chosen = list(open_still.values_list("pk", flat=True)[:MOST])
    listings = fixtures_of(Encounter.objects.filter(pk__in=chosen))
    in_turn = sorted(listings, key=lambda one: (table_number(one) or MOST**2, one.encounter.turn))
    return _told(frame, rounds, now, in_turn, more=now.total - now.decided - len(chosen))


def results(frame: Frame, rounds: Sequence[RoundSoFar]) -> RoundTold | None:
    """What was decided in the round that is played, else in the one before it; in four queries at most."""
    now = _now(frame, rounds)
    if now is None:
        return None
    before = [
        one for one in _in_turn(frame, rounds) if one.decided and _turn(frame, one) <= _turn(frame, now)
    ]
    if not before:
        return None
    last = now if now.decided else before[-1]
    decided = Encounter.objects.standing().filter(DECIDED, ~BYE | Q(decided_by=None), **_of(last))
    chosen = list(decided.order_by("group__position", "position", "pk").values_list("pk", flat=True)[:MOST])
    listings = with_scores(Encounter.objects.filter(pk__in=chosen))
    return _told(frame, rounds, last, listings, more=last.decided - len(chosen))


def standings(frame: Frame, rounds: Sequence[RoundSoFar]) -> StageStandings | None:
    """The tables of the stage that is played, else of the last one before it that has any.

    Of many or long ones the first places of each, `MOST` at most.
    """
    now = _now(frame, rounds)
    if now is None:
        return None
    position = frame.stage(now.key[0]).stage.position
    drawn = [one for one in frame.tabular if one.drawn and one.stage.position <= position]
    if not drawn:
        return None
    stage = drawn[-1].stage.pk
    groups = read_groups(frame)
    ours = [one for one in groups if one.stage.pk == stage]
    read = read_standings(frame, groups, choose=lambda _every: _first_of_each(ours))
    return next((one for one in read.stages if one.stage.stage.pk == stage), None)


def _first_of_each(groups: Sequence[GroupSoFar]) -> Iterable[Portion]:
    """As many first places of each group as fit, one at least; of more groups than fit the first ones."""
    each = max(1, MOST // max(1, len(groups)))
    return [Portion(one, last=min(each, one.places)) for one in groups[:MOST]]


def _now(frame: Frame, rounds: Sequence[RoundSoFar]) -> RoundSoFar | None:
    moment = moment_of(frame, rounds)
    if moment is None:
        return None
    names = names_of(frame, rounds)
    here = (one for one in rounds if one.key[0] == moment.stage.stage.pk)
    return next(one for one in here if names[one.key] == moment.round)


def _in_turn(frame: Frame, rounds: Iterable[RoundSoFar]) -> Iterator[RoundSoFar]:
    yield from sorted(rounds, key=lambda one: _turn(frame, one))


def _turn(frame: Frame, one: RoundSoFar) -> tuple[int, int, str]:
    stage, part, number = one.key
    return frame.stage(stage).stage.position, number, part


def _of(one: RoundSoFar) -> dict[str, int | str]:
    stage, part, number = one.key
    return {"stage": stage, "part": part, "round": number}


def _told(
    frame: Frame,
    rounds: Sequence[RoundSoFar],
    one: RoundSoFar,
    listings: Sequence[EncounterListing],
    *,
    more: int,
) -> RoundTold:
    return RoundTold(frame.stage(one.key[0]), names_of(frame, rounds)[one.key], listings, more)
