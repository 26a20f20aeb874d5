from __future__ import annotations

import json
from datetime import timedelta

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.officials.domain import departures
from scoring.play import reopening
from scoring.play.walkovers import SideHasLeft
from scoring.standings import standings_cache
from scoring.standings.ranking import rank_group
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    entrant_at,
    everything,
    groups_of,
    knockout,
    members,
    play_as_entered,
    prepared_bracket,
    ranks,
    record_walkover,
    take_walkover_back,
)
from tests.scoring.stage_flows import draw_stage
from tournaments.draws.domain import draw
from tournaments.enums import DecidedBy, EncounterState, EntrantState, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, LogRow, Stage, Tournament
from tournaments.play import leaving_play
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)
LATEST = NOW + timedelta(hours=2)


def withdraw(
    entrant: Entrant, results: LeaverResults = LeaverResults.KEPT, *, keep_later_play: bool = False, **extra
) -> None:
    departures.withdraw(
        entrant=entrant,
        results=results,
        change=Change(CONSOLE, LATER, keep_later_play=keep_later_play),
        **extra,
    )
    entrant.refresh_from_db()


def undo_withdrawal(entrant: Entrant, **extra) -> None:
    departures.undo_departure(entrant=entrant, change=Change(CONSOLE, LATEST), **extra)
    entrant.refresh_from_db()


def encounters_of_entrant(group: Group, entrant: Entrant) -> list[Encounter]:
    encounters = (
        group.encounters.filter(sides__entrant=entrant).select_related("stage__tournament").order_by("pk")
    )
    return list(encounters)


def refreshed(tournament: Tournament) -> Stage:
    stage = first_stage(tournament)
    standings_cache.refresh(stage=stage, at=LATER)
    return stage


def count_played_encounters(entrant: Entrant, group: Group) -> int:
    return next(ranked.row.encounters_played for ranked in rank_group(group) if ranked.entrant == entrant)


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=8, groups=2)
    decide_by_walkovers(groups_of(tournament)[1])
    return tournament


@module_fixture
def bracketed() -> Tournament:
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    return tournament


def test_kept_results_count_and_open_encounters_go_to_the_opponents(tournament):
    group = groups_of(tournament)[0]
    leaver = members(group)[0]
    first, *rest = encounters_of_entrant(group, leaver)
    play_encounter(first, first.sides.get(entrant=leaver).letter)
    withdraw(leaver)
    assert (leaver.state, leaver.left_at) == (EntrantState.WITHDRAWN, LATER)
    first.refresh_from_db()
    assert (first.decided_by, first.annulled_at) == (DecidedBy.PLAY, None)
    for encounter in rest:
        encounter.refresh_from_db()
        winner = encounter.sides.get(letter=encounter.winner).entrant
        assert (encounter.decided_by, winner == leaver) == (DecidedBy.WALKOVER, False)
    row = LogRow.objects.get(action="entrant_left")
    assert json.loads(row.after)["results"] == "kept"


def test_annulled_results_do_not_count_and_stay_in_the_history(tournament):
    group = groups_of(tournament)[0]
    leaver, other = members(group)[:2]
    for encounter in encounters_of_entrant(group, leaver):
        if encounter.sides.filter(entrant=other).exists():
            play_encounter(encounter)
    assert count_played_encounters(other, group) == 1
    withdraw(leaver, LeaverResults.ANNULLED)
    assert {encounter.annulled_at for encounter in encounters_of_entrant(group, leaver)} == {LATER}
    assert count_played_encounters(other, group) == 0
    assert json.loads(LogRow.objects.get(action="entrant_left").after)["annulled"] == 3


@pytest.mark.parametrize("other_results", LeaverResults)
def test_encounter_of_two_leavers_follows_the_one_who_stays_away(tournament, other_results):
    group = groups_of(tournament)[0]
    leaver, other = members(group)[:2]
    meeting = group.encounters.filter(sides__entrant=leaver).get(sides__entrant=other)
    withdraw(leaver, LeaverResults.ANNULLED)
    departures.withdraw(entrant=other, results=other_results, change=Change(CONSOLE, LATEST))
    undo_withdrawal(leaver)
    meeting.refresh_from_db()
    if other_results is LeaverResults.ANNULLED:
        assert meeting.annulled_at == LATEST
    else:
        assert (meeting.annulled_at, meeting.decided_by) == (None, DecidedBy.WALKOVER)
        assert meeting.sides.get(letter=meeting.winner).entrant == leaver
    assert not verify(tournament).discrepancies
    undo_withdrawal(other)
    meeting.refresh_from_db()
    assert (meeting.annulled_at, meeting.state) == (None, EncounterState.READY)
    assert not verify(tournament).discrepancies


def test_begun_encounter_of_two_leavers_stays_a_walkover(tournament):
    group = groups_of(tournament)[0]
    leaver, other = members(group)[:2]
    meeting = group.encounters.filter(sides__entrant=leaver).get(sides__entrant=other)
    play_hand(meeting)
    withdraw(leaver)
    departures.withdraw(entrant=other, results=LeaverResults.KEPT, change=Change(CONSOLE, LATEST))
    undo_withdrawal(leaver)
    meeting.refresh_from_db()
    assert meeting.decided_by == DecidedBy.WALKOVER
    assert meeting.sides.get(letter=meeting.winner).entrant == leaver
    assert not verify(tournament).discrepancies


def test_group_reopened_after_the_knockout_was_drawn_is_ranked_without_the_leaver(bracketed):
    group = groups_of(bracketed)[0]
    leaver = members(group)[0]
    encounter = encounters_of_entrant(group, leaver)[0]
    reopening.reopen_encounter(
        encounter=encounter, reason="?", change=Change(CONSOLE, LATER, keep_later_play=True)
    )
    assert set(ranks(group).values()) == {None}
    withdraw(leaver, keep_later_play=True)
    assert None not in ranks(group).values()
    assert not verify(bracketed).discrepancies


def test_leaver_is_ranked_last_and_the_group_continues(tournament):
    group, other_group = groups_of(tournament)
    leaver = members(group)[0]
    withdraw(leaver, LeaverResults.ANNULLED)
    for encounter in group.encounters.filter(annulled_at=None):
        play_as_entered(encounter)
    assert ranks(group)[leaver.name] == 4
    assert len(knockout(tournament)) == 3
    assert leaver not in {side.entrant for tie in knockout(tournament) for side in tie.sides.all()}
    assert set(ranks(other_group).values()) == {1, 2, 3, 4}


def test_next_ranks_advance_when_the_leader_leaves(tournament):
    other, group = groups_of(tournament)
    leader, second, third, _last = members(group)
    withdraw(leader)
    assert list(ranks(group).values()) == [4, 1, 2, 3]
    decide_by_walkovers(other)
    entrants = {side.entrant for encounter in knockout(tournament) for side in encounter.sides.all()}
    assert {second, third} <= entrants
    assert leader not in entrants


def test_begun_encounter_is_lost_and_its_hands_do_not_count(tournament):
    group = groups_of(tournament)[0]
    leaver = members(group)[0]
    encounter = encounters_of_entrant(group, leaver)[0]
    play_hand(encounter)
    withdraw(leaver)
    encounter.refresh_from_db()
    assert (encounter.decided_by, encounter.matches.get().counts) == (DecidedBy.WALKOVER, False)
    with pytest.raises(SideHasLeft):
        take_walkover_back(encounter)


def test_bracket_opponent_advances_at_once_or_when_known(bracketed):
    semi, other, final = knockout(bracketed)
    play_encounter(semi)
    entrant = entrant_at(semi, "A")
    withdraw(entrant)
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING
    play_encounter(other)
    final.refresh_from_db()
    assert (final.state, final.winner, final.decided_by) == (
        EncounterState.DECIDED,
        "B",
        DecidedBy.WALKOVER,
    )
    bracketed.refresh_from_db()
    assert bracketed.champion == other.sides.get(letter="A").entrant


def test_leaving_the_bracket_keeps_the_ranks_of_the_groups(bracketed):
    before = [ranks(group) for group in groups_of(bracketed)]
    semi = knockout(bracketed)[0]
    withdraw(entrant_at(semi, "A"))
    assert [ranks(group) for group in groups_of(bracketed)] == before
    semi.refresh_from_db()
    assert (semi.winner, semi.decided_by) == ("B", DecidedBy.WALKOVER)


@pytest.mark.parametrize(
    "at", [NOW - timedelta(hours=1), NOW, LATER], ids=["asked before", "at once", "later"]
)
def test_bracket_leaver_keeps_their_place_in_the_group(bracketed, at):
    entrant = entrant_at(knockout(bracketed)[0], "A")
    stage = refreshed(bracketed)
    standing = stage.standings.get(entrant=entrant)
    departures.withdraw(entrant=entrant, results=LeaverResults.KEPT, change=Change(CONSOLE, at))
    assert not list(standings_cache.find_differences(refreshed(bracketed)))
    assert stage.standings.get(entrant=entrant).place == standing.place
    undo_withdrawal(entrant)
    assert not list(standings_cache.find_differences(refreshed(bracketed)))


def test_leaver_keeps_their_place_when_the_bracket_draw_is_taken_back():
    tournament = drawn_tournament(pairs=9, groups=3, advance=1)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    final = knockout(tournament)[-1]
    waiting = Entrant.objects.get(encounter_sides__encounter=final)
    refreshed(tournament)
    withdraw(waiting)
    last = tournament.stages.get(position=2)
    draw.revoke_draw(stage=last, by=CONSOLE, at=LATER)
    assert not list(standings_cache.find_differences(refreshed(tournament)))
    draw_stage(last)
    assert not list(standings_cache.find_differences(refreshed(tournament)))
    assert not last.encounters.filter(sides__entrant=waiting).exists()


def test_both_lose_when_both_leave_before_they_meet(bracketed):
    semi, other, final = knockout(bracketed)
    record_walkover(semi)
    record_walkover(other)
    for encounter in (semi, other):
        bracketed.refresh_from_db()
        if bracketed.state == TournamentState.PLAYING:
            withdraw(entrant_at(encounter, "A"))
    final.refresh_from_db()
    assert final.decided_by == DecidedBy.WALKOVER


def test_disqualification_requires_and_logs_its_reason(tournament):
    leaver = members(groups_of(tournament)[0])[0]
    with pytest.raises(departures.DisqualifiedWithoutReason):
        departures.disqualify(
            entrant=leaver, results=LeaverResults.KEPT, reason=" ", change=Change(CONSOLE, LATER)
        )
    departures.disqualify(
        entrant=leaver, results=LeaverResults.KEPT, reason="Taş saklamış", change=Change(CONSOLE, LATER)
    )
    leaver.refresh_from_db()
    assert leaver.state == EntrantState.DISQUALIFIED
    details = json.loads(LogRow.objects.get(action="entrant_left").after)
    assert (details["state"], details["reason"]) == ("disqualified", "Taş saklamış")


@pytest.mark.parametrize("results", list(LeaverResults))
def test_reversal_restores_everything(tournament, results):
    group = groups_of(tournament)[0]
    leaver = members(group)[0]
    first, second, _third = encounters_of_entrant(group, leaver)
    play_encounter(first)
    play_hand(second)
    before = everything(tournament)
    withdraw(leaver, results)
    assert everything(tournament) != before
    undo_withdrawal(leaver)
    assert everything(tournament) == before
    assert (leaver.state, leaver.left_at) == (EntrantState.PLAYING, None)
    assert LogRow.objects.filter(action="departure_undone").count() == 1
    play_encounter(second)


def test_reversal_keeps_earlier_walkovers(tournament):
    group = groups_of(tournament)[1]
    leaver = members(group)[0]
    before = everything(tournament)
    withdraw(leaver)
    undo_withdrawal(leaver)
    assert everything(tournament) == before


def test_reversal_is_refused_once_later_play_depends_on_it(tournament):
    group, clear = groups_of(tournament)
    leaver = members(group)[0]
    for encounter in group.encounters.exclude(sides__entrant=leaver):
        play_as_entered(encounter)
    withdraw(leaver, LeaverResults.ANNULLED)
    semi = knockout(tournament)[0]
    play_hand(semi)
    with pytest.raises(LaterPlayAffected):
        undo_withdrawal(leaver)
    leaver.refresh_from_db()
    assert leaver.state == EntrantState.WITHDRAWN
    assert ranks(clear)


def test_final_decided_by_absence_is_emptied_when_its_group_reopens():
    tournament = drawn_tournament(pairs=4, groups=1)
    group = groups_of(tournament)[0]
    decide_by_walkovers(group)
    final, leader = knockout(tournament)[0], members(group)[0]
    withdraw(leader)
    final.refresh_from_db()
    assert (final.state, final.decided_by) == (EncounterState.DECIDED, DecidedBy.WALKOVER)
    take_walkover_back(group.encounters.exclude(sides__entrant=leader).earliest("pk"), keep_later_play=True)
    assert_is_open(final)


def test_final_of_leavers_is_emptied_when_one_returns():
    tournament = drawn_tournament(pairs=4, groups=1)
    group = groups_of(tournament)[0]
    for encounter in encounters_of_entrant(group, members(group)[0])[:2]:
        play_hand(encounter)
    for leaves in members(group)[1:]:
        withdraw(leaves)
    final = knockout(tournament)[0]
    returning = final.sides.filter(entrant__state=EntrantState.WITHDRAWN).earliest("letter").entrant
    assert returning
    undo_withdrawal(returning)
    assert_is_open(final)


def assert_is_open(final: Encounter) -> None:
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING
    assert {side.entrant for side in final.sides.all()} == {None}
    assert not verify(final.stage.tournament).discrepancies


def test_results_are_kept_by_default_from_half_of_the_encounters_on(tournament):
    group = groups_of(tournament)[0]
    leaver = members(group)[0]
    stage = group.stage
    defaults = []
    for encounter in encounters_of_entrant(group, leaver):
        defaults.append(
            (
                leaving_play.count_played_and_planned(leaver, stage),
                leaving_play.default_results(leaver, stage),
            )
        )
        play_encounter(encounter)
    assert defaults == [
        ((0, 3), LeaverResults.ANNULLED),
        ((1, 3), LeaverResults.ANNULLED),
        ((2, 3), LeaverResults.KEPT),
    ]


def test_leaving_before_the_draw_after_the_end_or_twice_is_refused(tournament):
    entrant = open_tournament(pairs=4).entrants.earliest("pk")
    with pytest.raises(leaving_play.NotInPlayYet):
        withdraw(entrant)
    leaver = members(groups_of(tournament)[0])[0]
    with pytest.raises(leaving_play.HasNotLeft):
        undo_withdrawal(leaver)
    withdraw(leaver)
    with pytest.raises(leaving_play.HasLeftAlready):
        withdraw(leaver)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    with pytest.raises(leaving_play.TournamentIsOver):
        withdraw(members(groups_of(tournament)[1])[0])


def test_swiss_results_count_by_default_and_annulled_ones_do_not():
    tournament = prepared_bracket("swiss", 6, rounds=3)
    (group,) = groups_of(tournament)
    encounter = encounters_of(tournament)[0]
    leaver, other = entrant_at(encounter, "A"), entrant_at(encounter, "B")
    play_encounter(encounter)
    assert leaving_play.count_played_and_planned(leaver, group.stage) == (1, 3)
    assert leaving_play.default_results(leaver, group.stage) is LeaverResults.KEPT
    before = everything(tournament)
    withdraw(leaver, LeaverResults.ANNULLED)
    assert count_played_encounters(other, group) == 0
    assert rank_group(group)[-1].entrant == leaver
    undo_withdrawal(leaver)
    assert everything(tournament) == before
