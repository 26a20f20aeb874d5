"""Who leaves: what it has played, what it still had to play, and how that is taken back."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.officials.domain import departures
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
from tests.kept import kept
from tests.scoring.chains import draw_stage
from tests.scoring.officials.domain.deciding import (
    by_walkover,
    entrant_at,
    everything,
    groups_of,
    knockout,
    laid_out,
    members,
    play_as_entered,
    ranks,
    record_walkover,
    take_back,
)
from tournaments.draws.domain import draw
from tournaments.enums import DecidedBy, EncounterState, EntrantState, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, LogRow, Stage, Tournament
from tournaments.play import leaving
from tournaments.play.leaving import Results
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def withdraw(entrant: Entrant, results: Results = Results.KEPT, **extra) -> None:
    departures.withdraw(entrant=entrant, results=results, by=CONSOLE, at=LATER, **extra)
    entrant.refresh_from_db()


def come_back(entrant: Entrant, **extra) -> None:
    departures.take_back(entrant=entrant, by=CONSOLE, at=LATER, **extra)
    entrant.refresh_from_db()


def of(group: Group, entrant: Entrant) -> list[Encounter]:
    own = group.encounters.filter(sides__entrant=entrant).select_related("stage__tournament").order_by("pk")
    return list(own)


def refreshed(tournament: Tournament) -> Stage:
    """The groups, once their standings are what the worker makes of them."""
    stage = first_stage(tournament)
    standings_cache.refresh(stage=stage, at=LATER)
    return stage


def played(entrant: Entrant, group: Group) -> int:
    return next(one.row.encounters_played for one in rank_group(group) if one.entrant == entrant)


@kept
def tournament() -> Tournament:
    """Its first group is still to be played, its second is decided."""
    tournament = drawn_tournament(pairs=8, groups=2)
    by_walkover(groups_of(tournament)[1])
    return tournament


@kept
def bracketed() -> Tournament:
    """Its groups are played, its bracket is drawn."""
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    return tournament


def test_kept_results_stand_and_open_encounters_go_to_the_opponents(tournament):
    group = groups_of(tournament)[0]
    own = members(group)[0]
    first, *rest = of(group, own)
    play_encounter(first, first.sides.get(entrant=own).letter)
    withdraw(own)
    assert (own.state, own.left_at) == (EntrantState.WITHDRAWN, LATER)
    first.refresh_from_db()
    assert (first.decided_by, first.annulled_at) == (DecidedBy.PLAY, None)
    for encounter in rest:
        encounter.refresh_from_db()
        winner = encounter.sides.get(letter=encounter.winner).entrant
        assert (encounter.decided_by, winner == own) == (DecidedBy.WALKOVER, False)
    row = LogRow.objects.get(action="entrant_left")
    assert json.loads(row.after)["results"] == "kept"


def test_annulled_results_count_nowhere_and_stay_in_the_history(tournament):
    group = groups_of(tournament)[0]
    own, other = members(group)[:2]
    for encounter in of(group, own):
        if encounter.sides.filter(entrant=other).exists():
            play_encounter(encounter)
    assert played(other, group) == 1
    withdraw(own, Results.ANNULLED)
    assert {encounter.annulled_at for encounter in of(group, own)} == {LATER}
    assert played(other, group) == 0
    assert json.loads(LogRow.objects.get(action="entrant_left").after)["annulled"] == 3


def test_a_group_goes_on_without_whoever_left_and_he_is_ranked_last(tournament):
    group, other_group = groups_of(tournament)
    own = members(group)[0]
    withdraw(own, Results.ANNULLED)
    for encounter in group.encounters.filter(annulled_at=None):
        play_as_entered(encounter)
    assert ranks(group)[own.name] == 4
    assert len(knockout(tournament)) == 3
    assert own not in {side.entrant for one in knockout(tournament) for side in one.sides.all()}
    assert set(ranks(other_group).values()) == {1, 2, 3, 4}


def test_whoever_leads_a_group_and_leaves_it_sends_the_next_ones_on(tournament):
    other, group = groups_of(tournament)
    own, second, third, _last = members(group)
    withdraw(own)
    assert list(ranks(group).values()) == [4, 1, 2, 3]
    by_walkover(other)
    entrants = {side.entrant for one in knockout(tournament) for side in one.sides.all()}
    assert {second, third} <= entrants
    assert own not in entrants


def test_an_encounter_that_has_begun_is_lost_and_its_hands_count_nowhere(tournament):
    group = groups_of(tournament)[0]
    own = members(group)[0]
    encounter = of(group, own)[0]
    play_hand(encounter)
    withdraw(own)
    encounter.refresh_from_db()
    assert (encounter.decided_by, encounter.matches.get().counts) == (DecidedBy.WALKOVER, False)
    with pytest.raises(SideHasLeft):
        take_back(encounter)


def test_in_the_bracket_the_opponent_goes_on_at_once_or_when_he_comes(bracketed):
    semi, other, final = knockout(bracketed)
    play_encounter(semi)
    gone = entrant_at(semi, "A")
    withdraw(gone)
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


def test_leaving_the_bracket_changes_no_rank_of_the_groups(bracketed):
    before = [ranks(group) for group in groups_of(bracketed)]
    semi = knockout(bracketed)[0]
    withdraw(entrant_at(semi, "A"))
    assert [ranks(group) for group in groups_of(bracketed)] == before
    semi.refresh_from_db()
    assert (semi.winner, semi.decided_by) == ("B", DecidedBy.WALKOVER)


@pytest.mark.parametrize(
    "at", [NOW - timedelta(hours=1), NOW, LATER], ids=["asked before", "at once", "later"]
)
def test_whoever_leaves_once_the_bracket_is_drawn_is_shown_where_he_ended(bracketed, at):
    own = entrant_at(knockout(bracketed)[0], "A")
    stage = refreshed(bracketed)
    shown = stage.standings.get(entrant=own)
    departures.withdraw(entrant=own, results=Results.KEPT, by=CONSOLE, at=at)
    assert not list(standings_cache.differences(refreshed(bracketed)))
    assert stage.standings.get(entrant=own).place == shown.place
    come_back(own)
    assert not list(standings_cache.differences(refreshed(bracketed)))


def test_he_ends_there_too_when_the_draw_of_the_bracket_is_taken_back():
    tournament = drawn_tournament(pairs=9, groups=3, advance=1)
    for group in groups_of(tournament):
        by_walkover(group)
    final = knockout(tournament)[-1]
    waiting = Entrant.objects.get(encounter_sides__encounter=final)
    refreshed(tournament)
    withdraw(waiting)
    last = tournament.stages.get(position=2)
    draw.undo_draw(stage=last, by=CONSOLE, at=LATER)
    assert not list(standings_cache.differences(refreshed(tournament)))
    draw_stage(last)
    assert not list(standings_cache.differences(refreshed(tournament)))
    assert not last.encounters.filter(sides__entrant=waiting).exists()


def test_two_who_leave_before_they_meet_both_lose(bracketed):
    semi, other, final = knockout(bracketed)
    record_walkover(semi)
    record_walkover(other)
    for encounter in (semi, other):
        bracketed.refresh_from_db()
        if bracketed.state == TournamentState.PLAYING:
            withdraw(entrant_at(encounter, "A"))
    final.refresh_from_db()
    assert final.decided_by == DecidedBy.WALKOVER


def test_a_disqualification_has_its_reason_and_its_own_word(tournament):
    own = members(groups_of(tournament)[0])[0]
    with pytest.raises(departures.DisqualifiedWithoutReason):
        departures.disqualify(entrant=own, results=Results.KEPT, reason=" ", by=CONSOLE, at=LATER)
    departures.disqualify(entrant=own, results=Results.KEPT, reason="Taş saklamış", by=CONSOLE, at=LATER)
    own.refresh_from_db()
    assert own.state == EntrantState.DISQUALIFIED
    told = json.loads(LogRow.objects.get(action="entrant_left").after)
    assert (told["state"], told["reason"]) == ("disqualified", "Taş saklamış")


@pytest.mark.parametrize("results", list(Results))
def test_taken_back_everything_is_as_it_was(tournament, results):
    group = groups_of(tournament)[0]
    own = members(group)[0]
    first, second, _third = of(group, own)
    play_encounter(first)
    play_hand(second)
    before = everything(tournament)
    withdraw(own, results)
    assert everything(tournament) != before
    come_back(own)
    assert everything(tournament) == before
    assert (own.state, own.left_at) == (EntrantState.PLAYING, None)
    assert LogRow.objects.filter(action="entrant_back").count() == 1
    play_encounter(second)


def test_what_others_lost_by_a_walkover_before_stays_when_it_is_taken_back(tournament):
    group = groups_of(tournament)[1]
    own = members(group)[0]
    before = everything(tournament)
    withdraw(own)
    come_back(own)
    assert everything(tournament) == before


def test_it_is_not_taken_back_once_later_play_rests_on_it(tournament):
    group, clear = groups_of(tournament)
    own = members(group)[0]
    for encounter in group.encounters.exclude(sides__entrant=own):
        play_as_entered(encounter)
    withdraw(own, Results.ANNULLED)
    semi = knockout(tournament)[0]
    play_hand(semi)
    with pytest.raises(LaterPlayRestsOnIt):
        come_back(own)
    own.refresh_from_db()
    assert own.state == EntrantState.WITHDRAWN
    assert ranks(clear)


def test_a_final_that_an_absence_decided_is_emptied_when_its_group_is_played_on():
    """Nobody played it, so that nobody sits there before the group is decided again."""
    tournament = drawn_tournament(pairs=4, groups=1)
    group = groups_of(tournament)[0]
    by_walkover(group)
    final, leader = knockout(tournament)[0], members(group)[0]
    withdraw(leader)
    final.refresh_from_db()
    assert (final.state, final.decided_by) == (EncounterState.DECIDED, DecidedBy.WALKOVER)
    take_back(group.encounters.exclude(sides__entrant=leader).earliest("pk"), let_stand=True)
    assert_is_open(final)


def test_a_final_in_which_all_have_left_is_emptied_when_one_of_them_comes_back():
    tournament = drawn_tournament(pairs=4, groups=1)
    group = groups_of(tournament)[0]
    for encounter in of(group, members(group)[0])[:2]:
        play_hand(encounter)
    for leaves in members(group)[1:]:
        withdraw(leaves)
    final = knockout(tournament)[0]
    comes = final.sides.filter(entrant__state=EntrantState.WITHDRAWN).earliest("letter").entrant
    assert comes
    come_back(comes)
    assert_is_open(final)


def assert_is_open(final: Encounter) -> None:
    """Nobody sits there, and what decides play again says the same."""
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING
    assert {side.entrant for side in final.sides.all()} == {None}
    assert not verify(final.stage.tournament).breaks


def test_half_of_the_encounters_is_enough_for_the_results_to_be_kept(tournament):
    group = groups_of(tournament)[0]
    own = members(group)[0]
    stage = group.stage
    told = []
    for encounter in of(group, own):
        told.append((leaving.played_of(own, stage), leaving.results_by_default(own, stage)))
        play_encounter(encounter)
    assert told == [
        ((0, 3), Results.ANNULLED),
        ((1, 3), Results.ANNULLED),
        ((2, 3), Results.KEPT),
    ]


def test_nobody_leaves_before_the_draw_after_the_end_or_twice(tournament):
    entrant = open_tournament(pairs=4).entrants.earliest("pk")
    with pytest.raises(leaving.NotInPlayYet):
        withdraw(entrant)
    own = members(groups_of(tournament)[0])[0]
    with pytest.raises(leaving.HasNotLeft):
        come_back(own)
    withdraw(own)
    with pytest.raises(leaving.HasLeftAlready):
        withdraw(own)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    with pytest.raises(leaving.TournamentIsOver):
        withdraw(members(groups_of(tournament)[1])[0])


def test_in_a_swiss_stage_half_of_its_rounds_counts_and_opponents_keep_nothing_annulled():
    tournament = laid_out("swiss", 6, rounds=3)
    (group,) = groups_of(tournament)
    encounter = encounters_of(tournament)[0]
    own, other = entrant_at(encounter, "A"), entrant_at(encounter, "B")
    play_encounter(encounter)
    assert leaving.played_of(own, group.stage) == (1, 3)
    before = everything(tournament)
    withdraw(own, Results.ANNULLED)
    assert played(other, group) == 0
    assert rank_group(group)[-1].entrant == own
    come_back(own)
    assert everything(tournament) == before
