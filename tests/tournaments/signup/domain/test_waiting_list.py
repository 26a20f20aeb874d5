from __future__ import annotations

import json

import pytest

from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import apply, names_of, open_sign_up, set_terms
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain.registration import add_person
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.signup.domain import decisions, terms, waiting_list
from tournaments.signup.domain.decisions import DecidedMeanwhile
from tournaments.signup.domain.duplicates import find_duplicates

pytestmark = pytest.mark.django_db


@pytest.fixture
def full_tournament() -> Tournament:
    tournament = open_sign_up(capacity=1)
    for names in (("Ali Kaya", "Ece Demir"), ("Su Ak", "Can Er"), ("Nil Tan", "Gül Ay")):
        apply(tournament, *names)
    return tournament


def states(tournament: Tournament) -> list[str]:
    return list(tournament.applications.order_by("pk").values_list("state", flat=True))


def test_list_without_a_capacity_has_the_general_limit():
    assert waiting_list.count_free_places(open_sign_up(pairs=2), at=NOW) == MOST_ENTRANTS - 2


def test_longest_waiting_replaces_a_removed_entrant(full_tournament):
    moved = waiting_list.remove_and_move_up(entrant=full_tournament.entrants.get(), by=CONSOLE, at=NOW)
    assert [application.players for application in moved] == [("Su Ak", "Can Er")]
    assert states(full_tournament) == ["refused", "let_in", "waiting"]
    assert names_of(full_tournament) == ["Ak – Er"]


def test_more_places_accept_as_many(full_tournament):
    assert set_terms(full_tournament, capacity=3) == 2
    assert states(full_tournament) == ["let_in", "let_in", "let_in"]


def test_fewer_places_remove_no_one(full_tournament):
    set_terms(full_tournament, capacity=3)
    set_terms(full_tournament, capacity=1)
    assert states(full_tournament) == ["let_in", "let_in", "let_in"]
    assert waiting_list.count_free_places(full_tournament, at=NOW) == 0


def test_duplicate_of_a_new_entrant_moves_up_and_is_shown_to_organizers(full_tournament):
    entry_list.add_entrant(
        tournament=full_tournament, name="Elden", players=("Su Ak", "Ece Er"), by=CONSOLE, at=NOW
    )
    set_terms(full_tournament, capacity=3)
    assert states(full_tournament) == ["let_in", "let_in", "waiting"]
    second = full_tournament.applications.get(player_1="Su Ak")
    assert [same.players for same in find_duplicates(full_tournament)[second.pk]] == [("Su Ak", "Ece Er")]


def test_equal_names_get_a_number():
    tournament = open_sign_up(singles=True, capacity=1)
    apply(tournament, "Su Ak")
    apply(tournament, "Ali Kaya")
    entry_list.add_entrant(tournament=tournament, name="Ali Kaya", players=("Ali Kaya",), by=CONSOLE, at=NOW)
    set_terms(tournament, capacity=3)
    assert states(tournament) == ["let_in", "let_in"]
    assert names_of(tournament) == ["Su Ak", "Ali Kaya", "Ali Kaya (2)"]


def test_hiding_names_makes_organizers_review_the_waiting_list(full_tournament):
    person = add_person(club=full_tournament.club, name="Gizli Ad", by=CONSOLE, at=NOW)
    Player.objects.filter(pk=person.pk).update(name="G. A.", full_name="Gizli Ad", shown=NameDisplay.HIDDEN)
    set_terms(full_tournament, capacity=3)
    assert states(full_tournament) == ["let_in", "asked", "asked"]


def test_draw_ends_moving_up():
    tournament = open_sign_up(pairs=4, capacity=4)
    apply(tournament, "Su Ak", "Can Er")
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert waiting_list.move_up(tournament=tournament, by=CONSOLE, at=NOW) == []
    with pytest.raises(terms.DrawIsMade):
        set_terms(tournament, capacity=9)
    with pytest.raises(entry_list.EntriesClosed):
        waiting_list.remove_and_move_up(entrant=tournament.entrants.all()[0], by=CONSOLE, at=NOW)
    assert states(tournament) == ["waiting"]


def test_unchanged_terms_log_nothing(full_tournament):
    rows = full_tournament.log.count()
    set_terms(full_tournament, capacity=1)
    assert full_tournament.log.count() == rows


def test_default_retention_is_the_clubs_latest():
    tournament = open_sign_up(forget_days=7)
    other = open_sign_up()
    Tournament.objects.filter(pk=other.pk).update(club=tournament.club)
    other.sign_up.delete()
    other.refresh_from_db()
    assert terms.terms_of(other) == terms.Terms(forget_days=7)


def test_entering_early_passes_others_and_goes_over_the_places(full_tournament):
    last = full_tournament.applications.order_by("pk").last()
    early = waiting_list.read_early_entry(last)
    assert ([application.players for application in early.passed], early.places_over) == (
        [("Su Ak", "Can Er")],
        1,
    )
    decisions.accept_early(application=last, by=CONSOLE, at=NOW)
    assert states(full_tournament) == ["let_in", "waiting", "let_in"]
    assert names_of(full_tournament) == ["Kaya – Demir", "Tan – Ay"]
    row = LogRow.objects.get(action="application_accepted_early")
    entrant = full_tournament.entrants.get(number=2)
    assert json.loads(row.after) == {"entrant": str(entrant.public_id), "passed": 1, "places_over": 1}
    with pytest.raises(DecidedMeanwhile):
        decisions.accept_early(application=last, by=CONSOLE, at=NOW)


def enter(tournament: Tournament, *players: str, paid: bool = False) -> Entrant:
    entries = [ListedEntrant("", players, paid=paid)]
    return waiting_list.enter_listed(tournament=tournament, entries=entries, by=CONSOLE, at=NOW)[0]


def test_players_entered_by_hand_leave_the_waiting_list(full_tournament):
    other = enter(full_tournament, "Su Ak", "Gül Ay")
    assert states(full_tournament) == ["let_in", "waiting", "waiting"]
    entrant = enter(full_tournament, "CAN ER", "su ak")
    assert states(full_tournament) == ["let_in", "let_in", "waiting"]
    assert list(entrant.applications.values_list("player_1", flat=True)) == ["Su Ak"]
    assert not other.applications.exists()
    assert not find_duplicates(full_tournament).get(entrant.applications.get().pk, [])[1:]


def test_payment_of_a_waiting_applicant_is_stored_with_the_application(full_tournament):
    entrant = enter(full_tournament, "Su Ak", "Can Er", paid=True)
    application = entrant.applications.get()
    assert application.paid_at == NOW
    decisions.mark_paid(application=application, paid=False, by=CONSOLE, at=NOW)
    entrant.refresh_from_db()
    assert not entrant.has_paid


def test_longest_names_fit_the_pair():
    tournament = open_sign_up()
    first, second = "A" * 80, "B" * 80
    entry_list.add_entrant(tournament=tournament, name="", players=(first, second), by=CONSOLE, at=NOW)
    assert [len(name) for name in names_of(tournament)] == [80]


@pytest.mark.parametrize(("reviewed", "state"), [(False, "waiting"), (True, "let_in")])
def test_club_that_hides_names_keeps_unreviewed_applications_waiting(full_tournament, reviewed, state):
    full_tournament.club.names_shown = NameDisplay.INITIAL
    full_tournament.club.save()
    full_tournament.applications.filter(player_1="Su Ak").update(reviewed=reviewed)
    enter(full_tournament, "Su Ak", "Can Er")
    assert states(full_tournament) == ["let_in", state, "waiting"]
