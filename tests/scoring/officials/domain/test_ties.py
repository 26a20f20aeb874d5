from __future__ import annotations

import hashlib
import json

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.officials.domain import departures, ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play.change_preview import preview_change
from scoring.play.extra_encounters import pairs_tied_to_advance
from scoring.standings.ranking import rank_group
from tests.factories import LEAGUE, NOW, drawn_tournament, play_encounter, play_hand
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    groups_of,
    knockout,
    members,
    ranks,
    record_walkover,
    take_walkover_back,
    tied_and_clear_group,
)
from tournaments.draws.domain.lot_seed import InvalidSeed
from tournaments.enums import EncounterState, Part, SideLetter, StageKind, TieDecidedBy
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, LogRow, Stage
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def record_lot(group: Group, order: list[Entrant], *, keep_later_play: bool = False, **extra) -> None:
    ties.record_lot(
        scope=GroupTieScope(group),
        order=order,
        change=Change(CONSOLE, NOW, keep_later_play=keep_later_play),
        **extra,
    )


def test_tie_below_the_cut_does_not_delay_the_knockout():
    tournament = drawn_tournament(pairs=8, groups=2, advance=1)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    assert list(ranks(tied).values()) == [1, 2, 2, 2]
    (final,) = knockout(tournament)
    assert {side.entrant for side in final.sides.all()} == {members(tied)[0], members(clear)[0]}
    home = members(tied)[1:]
    record_lot(tied, home[::-1])
    assert list(ranks(tied).values()) == [1, 4, 3, 2]
    assert len(knockout(tournament)) == 1


def test_knockout_waits_for_the_lot_of_a_tie_above_the_cut():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    assert {ranked.tied for ranked in rank_group(tied)} == {True}
    assert set(ranks(tied).values()) == {None}
    assert knockout(tournament) == []
    winner, second, third = members(tied)
    record_lot(tied, [third, winner, second], witness=" Işık Hakem ")
    assert ranks(tied) == {winner.name: 2, second.name: 3, third.name: 1}
    semis = knockout(tournament)[:2]
    first = {side.letter: side.entrant for side in semis[0].sides.all()}
    assert first == {"A": third, "B": members(clear)[1]}
    recorded = json.loads(LogRow.objects.get(action="lot_recorded").after)
    assert recorded == {
        "order": [str(entrant.public_id) for entrant in (third, winner, second)],
        "decided_by": "lot",
        "witness": "Işık Hakem",
        "reason": "",
    }


def test_lot_must_name_all_tied_entrants():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(tied, cycle=3)
    first, second, _three = members(tied)
    for order in ([], [first, second], [*members(clear)]):
        with pytest.raises(ties.LotIncomplete) as refusal:
            record_lot(tied, order)
        assert refusal.value.details["names"].count(",") == 2
    tied.refresh_from_db()
    assert (tied.decided_order, set(ranks(tied).values())) == ([], {None})


def test_lot_is_refused_in_an_open_group_or_without_a_tie():
    tournament = drawn_tournament(pairs=6, groups=2)
    open_group, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    version = Stage.objects.get(tournament=tournament, kind=StageKind.GROUPS).ledger_version
    for group in (open_group, clear):
        with pytest.raises(ties.LotNotNeeded):
            record_lot(group, members(group))
    assert Stage.objects.get(tournament=tournament, kind=StageKind.GROUPS).ledger_version == version


def test_newer_decision_replaces_the_lot_and_both_stay_in_the_history():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    decide_by_walkovers(tied, cycle=3)
    record_lot(tied, members(tied))
    record_lot(
        tied, members(tied)[::-1], decided_by=TieDecidedBy.DECISION, reason="Kura yanlış okunmuş", witness=""
    )
    assert list(ranks(tied).values()) == [3, 2, 1]
    recorded = list(tied.tie_decisions.order_by("pk").values_list("decided_by", "reason"))
    assert recorded == [("lot", ""), ("decision", "Kura yanlış okunmuş")]


def test_a_decision_needs_its_reason():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    decide_by_walkovers(tied, cycle=3)
    with pytest.raises(ties.DecisionWithoutReason):
        record_lot(tied, members(tied), decided_by=TieDecidedBy.DECISION, reason=" ")
    assert not tied.tie_decisions.exists()


def test_correcting_a_lot_that_later_play_depends_on_needs_a_decision():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    record_lot(tied, members(tied))
    play_hand(knockout(tournament)[0])
    with pytest.raises(LaterPlayAffected):
        record_lot(tied, members(tied)[::-1])
    record_lot(tied, members(tied)[::-1], keep_later_play=True)
    assert list(ranks(tied).values()) == [3, 2, 1]


def test_tie_at_the_qualifying_line_waits_for_a_lot():
    tournament = drawn_tournament(pairs=8, groups=2, advance=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    assert set(ranks(tied).values()) == {None}
    assert knockout(tournament) == []


def test_lot_without_a_tie_has_no_effect():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    decide_by_walkovers(tied, cycle=3)
    first, second, third = members(tied)
    record_lot(tied, [third, second, first])
    (between_first_and_last,) = (
        encounter
        for encounter in tied.encounters.all()
        if {side.entrant for side in encounter.sides.all()} == {first, third}
    )
    take_walkover_back(between_first_and_last)
    assert set(ranks(tied).values()) == {None}
    letter = between_first_and_last.sides.get(entrant=first).letter
    record_walkover(between_first_and_last, SideLetter(letter))
    assert list(ranks(tied).values()) == [1, 2, 3]


def test_lot_in_a_single_group_decides_the_champion():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    (group,) = groups_of(tournament)
    decide_by_walkovers(group, cycle=3)
    tournament.refresh_from_db()
    assert tournament.champion == members(group)[0]
    assert list(ranks(group).values()) == [1, 2, 2, 2]


def test_lot_does_not_change_kept_later_play():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    semi = knockout(tournament)[0]
    play_hand(semi)
    tied = groups_of(tournament)[0]
    first, second, third = members(tied)
    assert semi.sides.get(letter="A").entrant == first
    encounter = next(e for e in tied.encounters.all() if {s.entrant for s in e.sides.all()} == {first, third})
    take_walkover_back(encounter, keep_later_play=True)
    record_walkover(encounter, SideLetter(encounter.sides.get(entrant=third).letter), keep_later_play=True)
    record_lot(tied, [third, second, first], keep_later_play=True)
    assert list(ranks(tied).values()) == [3, 2, 1]
    assert semi.sides.get(letter="A").entrant == first


def test_later_lot_keeps_the_effect_of_an_earlier_one():
    tournament = drawn_tournament(pairs=12, groups=2, advance=2)
    tied, _clear = groups_of(tournament)
    decide_by_walkovers(tied, cycle=3)
    home = members(tied)[3:]
    record_lot(tied, home[::-1])
    first, _second, third = (entrant.pk for entrant in members(tied)[:3])
    turned = next(
        encounter
        for encounter in tied.encounters.all()
        if {side.entrant_id for side in encounter.sides.all()} == {first, third}
    )
    take_walkover_back(turned)
    record_walkover(turned, SideLetter(turned.sides.get(entrant=third).letter))
    record_lot(tied, members(tied)[:3])
    assert list(ranks(tied).values()) == [1, 2, 3, 6, 5, 4]


def play_extra(group: Group, entrants: list[Entrant], **extra) -> Encounter:
    return ties.add_extra_encounter(group=group, entrants=entrants, change=Change(CONSOLE, NOW), **extra)


def test_two_entrants_tied_at_the_cut_can_play_an_extra_encounter():
    tied, _clear = tied_and_clear_group()
    first, second, third = members(tied)
    before = {ranked.entrant: ranked.row for ranked in rank_group(tied)}
    encounter = play_extra(tied, [second, third])
    assert (encounter.part, encounter.state, encounter.round) == (Part.EXTRA, EncounterState.READY, 4)
    assert encounter.table is not None
    assert knockout(tied.stage.tournament) == []
    play_encounter(encounter, "B")
    assert ranks(tied) == {first.name: 1, second.name: 3, third.name: 2}
    assert {ranked.entrant: ranked.row for ranked in rank_group(tied)} == before
    assert len(knockout(tied.stage.tournament)) == 3


def test_extra_encounter_adds_its_criterion_before_the_lot():
    tied, _clear = tied_and_clear_group()
    play_extra(tied, members(tied)[1:])
    order = Stage.objects.get(tournament=tied.stage.tournament, kind=StageKind.GROUPS).tie_breaks
    assert order[-2:] == ["extra_encounter", "lot"]


def test_extra_encounter_needs_exactly_two_tied_entrants():
    tied, clear = tied_and_clear_group()
    first, second, third = members(tied)
    for entrants in ([first, second], [second], [first, second, third]):
        with pytest.raises(ties.NotTwoLevel):
            play_extra(tied, entrants)
    with pytest.raises(ties.NotTwoLevel):
        play_extra(clear, members(clear)[:2])


def test_extra_encounter_below_the_cut_is_refused():
    tournament = drawn_tournament(pairs=8, groups=2, advance=1)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    with pytest.raises(ties.NotTwoLevel):
        play_extra(tied, members(tied)[1:3])


def test_tie_of_three_has_no_pair_for_an_extra_encounter():
    tournament = drawn_tournament(pairs=8, groups=2, advance=2)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    assert [len(tie) for tie in ties.open_ties(GroupTieScope(tied))] == [3]
    assert pairs_tied_to_advance(tied) == []


def test_an_extra_encounter_is_taken_back_before_its_first_hand():
    tied, _clear = tied_and_clear_group()
    second, third = members(tied)[1:]
    encounter = play_extra(tied, [second, third])
    ties.annul_extra_encounter(encounter=encounter, change=Change(CONSOLE, NOW))
    assert ties.open_ties(GroupTieScope(tied)) == [[second, third]]
    again = play_extra(tied, [second, third])
    play_hand(again)
    with pytest.raises(ties.ExtraHasBegun):
        ties.annul_extra_encounter(encounter=again, change=Change(CONSOLE, NOW))
    actions = list(LogRow.objects.filter(action__startswith="extra_").values_list("action", flat=True))
    assert sorted(actions) == ["extra_encounter_added", "extra_encounter_added", "extra_encounter_removed"]


def test_lot_can_break_a_tie_with_a_pending_extra_encounter():
    tied, _clear = tied_and_clear_group()
    second, third = members(tied)[1:]
    encounter = play_extra(tied, [second, third])
    with pytest.raises(ties.LotNotNeeded):
        record_lot(tied, [third, second])
    ties.annul_extra_encounter(encounter=encounter, change=Change(CONSOLE, NOW))
    record_lot(tied, [third, second])
    assert list(ranks(tied).values()) == [1, 3, 2]


def test_drawn_lot_can_be_recomputed_from_its_seed():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    decide_by_walkovers(tied, cycle=3)
    ground = GroupTieScope(tied)
    order = ties.draw_order(ground, "kırmızı 7")
    assert order == ties.draw_order(ground, "kırmızı 7")
    digests = [hashlib.sha256(f"kırmızı 7:{entrant.public_id}".encode()).hexdigest() for entrant in order]
    assert digests == sorted(digests)
    assert set(order) == set(members(tied))
    record_lot(tied, order, seed="kırmızı 7")
    assert [entrant.name for entrant in order] == sorted(ranks(tied), key=lambda name: ranks(tied)[name] or 0)
    assert tied.tie_decisions.get().seed == "kırmızı 7"
    assert json.loads(LogRow.objects.get(action="lot_recorded").after)["seed"] == "kırmızı 7"


def test_an_order_that_does_not_follow_from_its_seed_is_refused():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    decide_by_walkovers(tied, cycle=3)
    order = ties.draw_order(GroupTieScope(tied), "101")
    with pytest.raises(ties.LotIncomplete):
        record_lot(tied, order[::-1], seed="101")
    assert not tied.tie_decisions.exists()


def test_ambiguous_seed_is_refused():
    tied = tied_and_clear_group()[0]
    for seed in ("", "101\u200b"):
        with pytest.raises(InvalidSeed):
            ties.draw_order(GroupTieScope(tied), seed)
    order = ties.draw_order(GroupTieScope(tied), "101")
    with pytest.raises(InvalidSeed):
        record_lot(tied, order, seed="101\u200b")
    record_lot(tied, order, seed=" 101 ")
    assert tied.tie_decisions.get().seed == "101"


def turn_tie_around(tied: Group) -> Encounter:
    """Return the encounter whose correction makes an extra encounter of the last two needless."""
    second, third = members(tied)[1:]
    return tied.encounters.exclude(part=Part.EXTRA).filter(sides__entrant=second).get(sides__entrant=third)


def decide_turned(turned: Encounter) -> None:
    take_walkover_back(turned)
    record_walkover(turned, SideLetter.B)


def test_a_correction_drops_an_extra_encounter_that_it_makes_needless():
    tied, _clear = tied_and_clear_group()
    extra = play_extra(tied, members(tied)[1:])
    turned = turn_tie_around(tied)
    take_walkover_back(turned)
    extra.refresh_from_db()
    assert (extra.annulled_at, knockout(tied.stage.tournament)) == (None, [])
    record_walkover(turned, SideLetter.B)
    extra.refresh_from_db()
    assert extra.annulled_at == NOW
    assert sorted(rank or 0 for rank in ranks(tied).values()) == [1, 2, 3]
    assert len(knockout(tied.stage.tournament)) == 3
    assert LogRow.objects.get(action="extra_encounter_removed").subject == str(extra.public_id)


def test_hands_of_a_needless_extra_encounter_do_not_count():
    tied, _clear = tied_and_clear_group()
    extra = play_extra(tied, members(tied)[1:])
    play_hand(extra)
    preview = preview_change(
        tied.stage.tournament,
        lambda change: decide_turned(turn_tie_around(tied)),
        change=Change(CONSOLE, NOW),
    )
    assert [annulment.encounter for annulment in preview.effects.annulled] == [extra]
    assert preview.effects.removed == []
    decide_turned(turn_tie_around(tied))
    assert not extra.matches.filter(counts=True).exists()
    assert len(knockout(tied.stage.tournament)) == 3
    assert verify(tied.stage.tournament).discrepancies == []


def test_preview_lists_an_extra_encounter_that_would_be_dropped():
    tied, _clear = tied_and_clear_group()
    extra = play_extra(tied, members(tied)[1:])
    preview = preview_change(
        tied.stage.tournament,
        lambda change: decide_turned(turn_tie_around(tied)),
        change=Change(CONSOLE, NOW),
    )
    assert (preview.effects.removed, preview.effects.annulled) == ([extra], [])
    assert [stage.kind for stage in preview.effects.drawn] == [StageKind.KNOCKOUT]


def test_a_decided_extra_encounter_stays_when_it_becomes_needless():
    tied, _clear = tied_and_clear_group()
    extra = play_extra(tied, members(tied)[1:])
    play_encounter(extra, "B")
    decide_turned(turn_tie_around(tied))
    extra.refresh_from_db()
    assert (extra.annulled_at, extra.winner) == (None, "B")


def test_departure_drops_a_needless_extra_encounter():
    tied, _clear = tied_and_clear_group()
    second, third = members(tied)[1:]
    extra = play_extra(tied, [second, third])
    departures.withdraw(entrant=third, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    extra.refresh_from_db()
    assert extra.annulled_at == NOW
    assert len(knockout(tied.stage.tournament)) == 3
