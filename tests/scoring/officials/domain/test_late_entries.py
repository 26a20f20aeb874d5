from __future__ import annotations

import json

import pytest

from scoring.officials.domain import departures, late_entries
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    entrant_at,
    everything,
    groups_of,
    members,
    prepared_bracket,
    ranks,
)
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tests.tournaments.signup.domain.mailbox import ALI, emails_to, set_up_email, subjects
from tournaments.draws.domain.draw import draw_groups
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import leaving_play, rescheduling
from tournaments.play.late_entries import HasPlayed, NoPlaceForLate
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def add_late(tournament: Tournament, name: str = "Geç Kalanlar", *, reschedule: bool = False) -> Entrant:
    entry = ListedEntrant(name, (f"{name} Bir", f"{name} İki"))
    return late_entries.add_late(
        tournament=tournament, entry=entry, reschedule=reschedule, change=Change(CONSOLE, NOW)
    )


def test_late_pair_with_surnames_of_another_gets_its_whole_names():
    tournament = drawn_tournament(pairs=4, groups=1)
    tournament.entrants.filter(number=1).update(name="Yılmaz – Kaya")
    entry = ListedEntrant("", ("Can Yılmaz", "Su Kaya"))
    late = late_entries.add_late(tournament=tournament, entry=entry, change=Change(CONSOLE, NOW))
    assert late.name == "Can Yılmaz – Su Kaya"


def remove_late(entrant: Entrant) -> None:
    late_entries.remove_late(entrant=entrant, change=Change(CONSOLE, NOW))


def test_late_entrant_joins_the_smallest_group_and_meets_everyone():
    tournament = drawn_tournament(pairs=7, groups=2)
    small = next(group for group in groups_of(tournament) if len(members(group)) == 3)
    before = {encounter.pk: (encounter.round, encounter.position) for encounter in encounters_of(tournament)}
    latecomer = add_late(tournament)
    assert members(small)[-1] == latecomer
    mine = Encounter.objects.filter(sides__entrant=latecomer)
    opponents = {side.entrant for late_encounter in mine for side in late_encounter.sides.all()} - {latecomer}
    assert opponents == set(members(small)[:-1])
    assert all(
        late_encounter.table is not None and late_encounter.state == EncounterState.READY
        for late_encounter in mine
    )
    assert {
        encounter.pk: (encounter.round, encounter.position)
        for encounter in encounters_of(tournament)
        if encounter.pk in before
    } == before


def test_in_a_group_of_three_existing_rounds_have_room_for_the_late_entrant():
    tournament = drawn_tournament(pairs=7, groups=2)
    latecomer = add_late(tournament)
    assert sorted(Encounter.objects.filter(sides__entrant=latecomer).values_list("round", flat=True)) == [
        1,
        2,
        3,
    ]


def test_in_a_group_of_four_the_late_encounters_get_new_rounds():
    tournament = drawn_tournament(pairs=8, groups=2)
    latecomer = add_late(tournament)
    assert sorted(Encounter.objects.filter(sides__entrant=latecomer).values_list("round", flat=True)) == [
        4,
        5,
        6,
        7,
    ]


def test_complete_group_reopens():
    tournament = drawn_tournament(pairs=7, groups=2)
    small = next(group for group in groups_of(tournament) if len(members(group)) == 3)
    decide_by_walkovers(small)
    latecomer = add_late(tournament)
    assert set(ranks(small).values()) == {None}
    for encounter in Encounter.objects.filter(sides__entrant=latecomer).select_related("stage__tournament"):
        play_encounter(encounter, encounter.sides.get(entrant=latecomer).letter)
    assert ranks(small)[latecomer.name] == 1


def test_late_entry_is_refused_when_groups_are_full_or_the_stage_is_over():
    tournament = drawn_tournament(pairs=12, groups=2)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)


def test_late_entry_before_the_draw_is_refused():
    with pytest.raises(NoPlaceForLate):
        add_late(open_tournament(pairs=4))


def test_late_entrant_joins_a_swiss_stage_from_the_next_round_on():
    tournament = prepared_bracket("swiss", 8, rounds=3)
    latecomer = add_late(tournament)
    assert members(groups_of(tournament)[0])[-1] == latecomer
    assert not Encounter.objects.filter(sides__entrant=latecomer).exists()
    with pytest.raises(NoPlaceForLate):
        add_late(prepared_bracket("swiss", 8, rounds=1))


def test_late_entrant_takes_the_lowest_seeded_bye():
    tournament = prepared_bracket("knockout", 6)
    byes = Encounter.objects.filter(stage__tournament=tournament, decided_by=DecidedBy.BYE)
    assert byes.count() == 2
    latecomer = add_late(tournament)
    encounter = Encounter.objects.get(sides__entrant=latecomer)
    assert entrant_at(encounter, "A").number == 2
    assert (encounter.state, encounter.winner) == (EncounterState.READY, None)
    assert encounter.table is not None
    (fed,) = [side.encounter for side in encounter.feeds.all()]
    assert fed.state == EncounterState.PENDING
    for played in encounters_of(tournament):
        play_encounter(played)
    tournament.refresh_from_db()
    assert tournament.champion is not None


def test_bye_is_not_taken_once_its_holder_has_played_on():
    tournament = prepared_bracket("knockout", 3)
    for encounter in encounters_of(tournament):
        if encounter.state == EncounterState.READY:
            play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    play_hand(final)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament)


@pytest.mark.parametrize(("kind", "pairs"), [("knockout", 6), ("double", 5)])
def test_removal_restores_the_bye(kind, pairs):
    tournament = prepared_bracket(kind, pairs)
    before = everything(tournament)
    latecomer = add_late(tournament)
    assert everything(tournament) != before
    remove_late(latecomer)
    assert everything(tournament) == before
    assert not tournament.entrants.filter(name="Geç Kalanlar").exists()


def test_removal_restores_the_group():
    tournament = drawn_tournament(pairs=7, groups=2)
    decide_by_walkovers(groups_of(tournament)[1])
    before = everything(tournament)
    remove_late(add_late(tournament))
    assert everything(tournament) == before


def test_removal_is_refused_for_played_and_regular_entrants():
    tournament = drawn_tournament(pairs=7, groups=2)
    latecomer = add_late(tournament)
    play_hand(Encounter.objects.filter(sides__entrant=latecomer).select_related("stage__tournament")[0])
    for entrant in (latecomer, tournament.entrants.earliest("pk")):
        with pytest.raises(HasPlayed):
            remove_late(entrant)
    with pytest.raises(leaving_play.NotInPlayYet):
        remove_late(open_tournament(pairs=4).entrants.earliest("pk"))


def test_late_pair_leaves_the_waiting_list_until_it_is_removed():
    tournament = open_sign_up(pairs=4, capacity=4)
    waiting = apply(tournament, "Su Ak", "Can Er")
    draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    entry = ListedEntrant("", ("Su Ak", "Can Er"))
    late = late_entries.add_late(tournament=tournament, entry=entry, change=Change(CONSOLE, NOW))
    waiting.refresh_from_db()
    assert (waiting.state, waiting.entrant) == ("let_in", late)
    remove_late(late)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.entrant) == ("waiting", None)


def test_removed_late_pair_is_mailed_that_it_is_not_on_the_list(settings):
    set_up_email(settings)
    tournament = open_sign_up(pairs=4, capacity=4)
    apply(tournament, "Su Ak", "Can Er", contact=ALI)
    draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    entry = ListedEntrant("", ("Su Ak", "Can Er"))
    late = late_entries.add_late(tournament=tournament, entry=entry, change=Change(CONSOLE, NOW))
    remove_late(late)
    assert subjects() == ["Başvurunuz", "Listedesiniz", "Listede değilsiniz"]
    assert "Kura çekildi" in emails_to()[-1].text


def rounds_of(tournament: Tournament) -> dict[int, tuple[int, int]]:
    active = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    return {encounter.pk: (encounter.round, encounter.position) for encounter in active}


def assert_nobody_plays_twice_in_a_round(tournament: Tournament) -> None:
    encounters = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    seats = list(encounters.values_list("round", "sides__entrant"))
    assert len(seats) == len(set(seats))


def test_rescheduled_group_of_four_takes_five_rounds_instead_of_seven():
    tournament = drawn_tournament(pairs=4, groups=1)
    for encounter in encounters_of(tournament)[:2]:
        play_encounter(encounter)
    before = rounds_of(tournament)
    latecomer = add_late(tournament, reschedule=True)
    after = rounds_of(tournament)
    assert max(number for number, _position in after.values()) == 5
    assert_nobody_plays_twice_in_a_round(tournament)
    assert Encounter.objects.filter(sides__entrant=latecomer).count() == 4
    begun = [encounter.pk for encounter in encounters_of(tournament) if encounter.state == "decided"]
    assert {key: after[key] for key in begun} == {key: before[key] for key in begun}
    waiting = Encounter.objects.filter(stage__tournament=tournament, state=EncounterState.READY)
    assert all(encounter.table_id is not None for encounter in waiting)


def test_called_encounters_stay_unless_that_takes_more_rounds():
    tournament = drawn_tournament(pairs=4, groups=1)
    first_round = encounters_of(tournament)[:2]
    before = {encounter.pk: (encounter.table_id, encounter.round) for encounter in first_round}
    assert rescheduling.called_encounters(groups_of(tournament)[0]) == before.keys()
    add_late(tournament, reschedule=True)
    after = Encounter.objects.in_bulk(list(before)).values()
    assert {encounter.pk: (encounter.table_id, encounter.round) for encounter in after} == before
    assert max(number for number, _position in rounds_of(tournament).values()) == 5


def test_rounds_of_who_went_home_are_used():
    tournament = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(tournament)[0])
    playing = set(encounters_of(tournament)[0].sides.values_list("entrant", flat=True))
    leaver = tournament.entrants.exclude(pk__in=playing).order_by("pk")[0]
    departures.withdraw(entrant=leaver, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    add_late(tournament, reschedule=True)
    assert max(number for number, _position in rounds_of(tournament).values()) == 3
    assert_nobody_plays_twice_in_a_round(tournament)


def test_leaver_whose_rounds_were_taken_comes_back_without_a_clash():
    tournament = drawn_tournament(pairs=4, groups=1)
    leaver = tournament.entrants.order_by("pk")[3]
    departures.withdraw(entrant=leaver, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    add_late(tournament, reschedule=True)
    departures.undo_departure(entrant=leaver, change=Change(CONSOLE, NOW))
    assert_nobody_plays_twice_in_a_round(tournament)


def test_removal_gives_rescheduled_encounters_their_rounds_back():
    tournament = drawn_tournament(pairs=4, groups=1)
    for encounter in encounters_of(tournament)[:2]:
        play_encounter(encounter)
    before, rounds = everything(tournament), rounds_of(tournament)
    remove_late(add_late(tournament, reschedule=True))
    assert (everything(tournament), rounds_of(tournament)) == (before, rounds)


def test_removal_after_play_in_a_new_round_lets_nobody_play_twice():
    tournament = drawn_tournament(pairs=5, groups=1)
    latecomer = add_late(tournament, reschedule=True)
    others = Encounter.objects.exclude(sides__entrant=latecomer).filter(stage__tournament=tournament)
    for encounter in others.select_related("stage__tournament").order_by("-round", "pk")[:2]:
        play_encounter(encounter)
    remove_late(latecomer)
    assert_nobody_plays_twice_in_a_round(tournament)


def test_rescheduling_is_logged_with_the_rounds_before():
    tournament = drawn_tournament(pairs=4, groups=1)
    before = rounds_of(tournament)
    add_late(tournament, reschedule=True)
    row = tournament.log.get(action="late_entrant_added")
    moved = json.loads(row.before)["places"]
    assert json.loads(row.after)["rescheduled"] == len(moved) > 0
    by_id = {
        str(encounter.public_id): before[encounter.pk]
        for encounter in encounters_of(tournament)
        if encounter.pk in before
    }
    assert {key: tuple(place) for key, place in moved.items()} == {key: by_id[key] for key in moved}


def test_stage_that_ends_early_is_not_rescheduled():
    tournament = drawn_tournament(pairs=4, groups=1)
    tournament.stages.filter(position=1).update(last_round=2)
    Encounter.objects.filter(stage__tournament=tournament, round=3).update(annulled_at=NOW)
    with pytest.raises(NoPlaceForLate):
        add_late(tournament, reschedule=True)
