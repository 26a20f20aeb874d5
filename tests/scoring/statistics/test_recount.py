"""Compare the pages' figures with a slow recount of whole, varied tournaments."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.models import Standing
from scoring.queries.tournament_context import read_tournament_context
from scoring.standings import standings_cache
from scoring.statistics.entrant_statistics import EntrantView, read_entrant
from scoring.statistics.key_figures import Figures
from scoring.statistics.player_statistics import PlayerView, read_player
from tests.factories import NOW
from tests.scoring.statistics.slow_recount import Recount, RecountedTurn, added, turns_of
from tests.scoring.statistics.varied_evenings import VariedEvening
from tests.simulation.checks import check
from tests.simulation.random_evening import FORMATS
from tournaments.enums import SINGLES_KINDS
from tournaments.models import Encounter, EncounterSide, Player, Tournament

pytestmark = pytest.mark.django_db

SEEDS = {
    "groups": 702,
    "groups_knockout": 703,
    "best_thirds": 703,
    "swiss": 705,
    "swiss_knockout": 703,
    "knockout": 700,
    "double": 701,
    "tables": 702,
    "fours": 703,
    "fours_tables": 703,
}
"""Seeds of evenings with corrections, substitutes, departures, walkovers, void hands and annulled encounters.
"""

LAST_TILES = ("okey", "double_okey")


def records_of_page(kind: str) -> tuple[bool, bool, str]:
    special = kind.split("+")
    last = next((name for name in special if name in LAST_TILES), "plain")
    return "direct" in special, "pairs" in special, last


def agree(figures: Figures, recount: Recount) -> None:
    assert (figures.hands, figures.player_turns) == (len(recount.hands), recount.turns)
    assert (figures.points, figures.times_charged) == (recount.points, recount.paid)
    counted = {"series": figures.opened_with_series, "pairs": figures.opened_with_pairs}
    assert counted | {"none": figures.not_opened, "unknown": figures.unknown_openings} == {
        name: recount.openings[name] for name in ("series", "pairs", "none", "unknown")
    }
    assert {records_of_page(kind): count for kind, count in figures.finishes.items()} == recount.finishes
    assert dict(figures.fouls) == dict(recount.fouls)


def is_counted(encounter: Encounter) -> bool:
    return encounter.annulled_at is None and encounter.part != "extra" and encounter.decided_by != "bye"


def is_placed_before(side: EncounterSide, other: EncounterSide) -> bool:
    return side.place is not None and other.place is not None and side.place < other.place


def credited(encounter: Encounter, mine: EncounterSide, other: EncounterSide) -> tuple[int, int]:
    if encounter.decided_by == "double":
        return 0, encounter.stage.best_of // 2 + 1
    if encounter.stage.kind in SINGLES_KINDS:
        return int(is_placed_before(mine, other)), int(is_placed_before(other, mine))
    return mine.wins or 0, other.wins or 0


def records_of(view: EntrantView, turns: list[RecountedTurn]) -> dict[int, tuple[int, ...]]:
    totals: dict[int, Counter[str]] = {}
    encounters = Encounter.objects.filter(sides__entrant=view.entrant).order_by("pk")
    for encounter in filter(is_counted, encounters.select_related("stage").prefetch_related("sides")):
        [own_side] = [side for side in encounter.sides.all() if side.entrant_id == view.entrant.pk]
        for other in encounter.sides.all():
            if other == own_side or other.entrant_id is None:
                continue
            total = totals.setdefault(other.entrant_id, Counter())
            won, lost = credited(encounter, own_side, other)
            decided = encounter.state == "decided"
            total["encounters"] += decided
            total["won"] += decided and is_placed_before(own_side, other)
            total.update(matches_won=won, matches_lost=lost)
            for played in turns:
                if played.encounter == encounter and played.side in (own_side.letter, other.letter):
                    total["points" if played.side == own_side.letter else "theirs"] += played.points
                    total["hands"] += played.seat == f"{own_side.letter}1"
    names = ("encounters", "won", "matches_won", "matches_lost", "hands", "points", "theirs")
    return {key: tuple(total[name] for name in names) for key, total in totals.items() if +total}


def check_entrant(view: EntrantView, turns: list[RecountedTurn]) -> None:
    own_turns = [played for played in turns if played.entrant == view.entrant.pk]
    agree(view.figures, added(own_turns))
    met = {played.entry.pk for played in own_turns}
    opponent_turns = [
        played for played in turns if played.entry.pk in met and played.entrant != view.entrant.pk
    ]
    agree(view.opponents_figures, added(opponent_turns))
    for partner in view.partners:
        agree(partner.figures, added([played for played in own_turns if played.player == partner.player.pk]))
    if view.pair:
        assert {played.player for played in own_turns} <= {partner.player.pk for partner in view.partners}
    assert {
        opponent.opponent.pk: (
            opponent.record.encounters,
            opponent.record.encounters_won,
            opponent.record.matches_won,
            opponent.record.matches_lost,
            opponent.record.hands,
            opponent.record.points,
            opponent.record.opponents_points,
        )
        for opponent in view.opponent_records
    } == records_of(view, turns)


def check_player(view: PlayerView, turns: list[RecountedTurn]) -> None:
    own_turns = [played_hand for played_hand in turns if played_hand.player == view.player.pk]
    assert len(view.games) == bool(own_turns)
    for played in view.games:
        agree(played.figures, added(own_turns))
    by_entrant: dict[int, list[RecountedTurn]] = {}
    for played_hand in own_turns:
        by_entrant.setdefault(played_hand.entrant, []).append(played_hand)
    for appearance in view.appearances:
        agree(appearance.figures, added(by_entrant.pop(appearance.entrant.pk, [])))
    assert not by_entrant
    check_company(view, turns, own_turns)


def check_company(view: PlayerView, turns: list[RecountedTurn], own: list[RecountedTurn]) -> None:
    points: dict[tuple[str, int], Counter[str]] = {}
    matches: dict[tuple[str, int], set[int]] = {}
    sat = {played.entry.pk: played for played in own}
    for played in turns:
        own_side = sat.get(played.entry.pk)
        if own_side is None or played.player == view.player.pk:
            continue
        key = ("beside" if played.side == own_side.side else "against", played.player)
        points.setdefault(key, Counter()).update(hands=1, own=own_side.points, theirs=played.points)
        won = matches.setdefault(key, set())
        if own_side.match.winner == own_side.side and own_side.encounter.stage.kind not in SINGLES_KINDS:
            won.add(own_side.match.pk)
    records = {("beside", company.opponent.pk): company.record for company in view.partner_records}
    records |= {("against", company.opponent.pk): company.record for company in view.opponent_records}
    assert set(records) == set(points)
    for key, record in records.items():
        counted = points[key]
        assert (record.hands, record.points, record.opponents_points) == (
            counted["hands"],
            counted["own"],
            counted["theirs"],
        )
        if turns[0].encounter.stage.kind not in SINGLES_KINDS:
            assert record.matches_won == len(matches[key])


def check_standings(tournament: Tournament, views: list[EntrantView]) -> None:
    stage = tournament.stages.get()
    standings_cache.refresh(stage=stage, at=NOW)
    for view in views:
        row = Standing.objects.get(stage=stage, entrant=view.entrant)
        assert (view.figures.points, view.opponents_figures.points) == (
            row.penalties,
            row.opponents_penalties,
        )
        assert (view.figures.infractions, view.figures.times_charged) == (row.infractions, row.unopened)
        assert view.figures.finished_share.count == row.finishes
        assert view.own_totals.encounters + view.own_totals.byes == row.encounters_played
        if not view.own_totals.byes:
            assert (view.own_totals.won, view.own_totals.matches_won, view.own_totals.matches_lost) == (
                row.encounters_won,
                row.matches_won,
                row.matches_lost,
            )


CONTAINED = {"knockout", "tables", "fours", "best_thirds", "swiss_knockout"}
"""Formats whose stages all occur in another format that is played."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.release] if name in CONTAINED else []) for name in FORMATS],
)
def test_pages_agree_with_the_ledger(name):
    evening = VariedEvening(name, SEEDS[name])
    tournament = check(evening)
    played_hands = list(turns_of(tournament))
    assert played_hands, evening.history
    context = read_tournament_context(tournament.public_id)
    views = [read_entrant(context, entrant.public_id) for entrant in tournament.entrants.order_by("pk")]
    for view in views:
        check_entrant(view, played_hands)
    for player in Player.objects.filter(club=tournament.club).order_by("pk"):
        check_player(read_player(player.public_id), played_hands)
    if name in ("groups", "swiss"):
        check_standings(tournament, views)
