from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import BestPlacedTieScope, GroupTieScope
from scoring.people import domain
from scoring.play import calls
from tests.concurrent_change import run_meanwhile
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
)
from tournaments.checkin.domain import phone_check_in, presence
from tournaments.draws.domain import draw, rounds
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay, Role, SideLetter, TieDecidedBy
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, Stage, Table, Tournament
from tournaments.people.domain import contact_details, merging, public_names, registration, renaming
from tournaments.refusals import RemovedMeanwhile
from tournaments.schedule.change import Change
from tournaments.signup.domain import waiting_list
from tournaments.tables.domain import keepers, move_encounter, table_changes, tables

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


def remove_entrant(entrant: Entrant) -> None:
    entry_list.remove_entrant(entrant=Entrant.objects.get(pk=entrant.pk), **BY)


def change(entrant: Entrant) -> None:
    entry_list.change_entrant(entrant=entrant, entry=entry_list.entry_of(entrant), **BY)


@pytest.mark.parametrize(
    "act",
    [
        lambda entrant: presence.set_present(entrant=entrant, present=True, **BY),
        lambda entrant: entry_list.remove_entrant(entrant=entrant, **BY),
        lambda entrant: waiting_list.remove_and_move_up(entrant=entrant, **BY),
        change,
    ],
    ids=["check in", "remove", "take off", "change"],
)
def test_action_on_a_removed_entrant_is_refused(act: Callable[[Entrant], object]):
    entrant = open_tournament(pairs=4).entrants.get(number=2)
    with run_meanwhile(partial(remove_entrant, entrant)), pytest.raises(RemovedMeanwhile):
        act(entrant)
    assert LogRow.objects.filter(subject=str(entrant.public_id), action="entrant_removed").count() == 1


def test_phone_check_in_of_a_removed_entrant_is_refused():
    tournament = open_tournament(pairs=4)
    window = phone_check_in.CheckInWindow(is_open=True, opens_at=NOW)
    phone_check_in.set_window(tournament=tournament, window=window, **BY)
    entrant = tournament.entrants.get(number=2)
    with run_meanwhile(partial(remove_entrant, entrant)), pytest.raises(RemovedMeanwhile):
        phone_check_in.check_in_entrant(entrant=entrant, at=NOW)


def person() -> Player:
    club = MembershipFactory.create(role=Role.OWNER).club
    return registration.add_person(club=club, name="Ayşe Kaya", **BY)


def other(player: Player) -> Player:
    return registration.add_person(club=player.club, name="Ece Demir", **BY)


FULL = NameDisplay.FULL


@pytest.mark.parametrize(
    "act",
    [
        lambda who: contact_details.update_details(
            player=who, details=contact_details.ContactDetails(), **BY
        ),
        lambda who: contact_details.withdraw_consent(player=who, **BY),
        lambda who: registration.remove_person(player=who, **BY),
        lambda who: renaming.rename_person(player=who, name="Ayşe Ak", **BY),
        lambda who: merging.merge(alias=who, person=other(who), shared_tournaments=(), **BY),
        lambda who: merging.unmerge(alias=who, **BY),
        lambda who: domain.merge(alias=who, person=other(who), **BY),
        lambda who: public_names.choose_for_player(player=who, shown=FULL, seen=None, **BY),
        lambda who: public_names.choose_public_names(
            tournament=open_tournament(club=who.club), choices={who: FULL}, **BY
        ),
        lambda who: domain.make_anonymous(player=who, **BY),
    ],
    ids=[
        *("card", "consent", "remove", "rename", "join names", "part", "join"),
        *("choose for one", "choose", "anonymous"),
    ],
)
def test_action_on_a_removed_person_is_refused(act: Callable[[Player], object]):
    player = person()
    read = Player.objects.get(pk=player.pk)
    with (
        run_meanwhile(partial(registration.remove_person, player=player, **BY)),
        pytest.raises(RemovedMeanwhile),
    ):
        act(read)


def revoke_draw(tournament: Tournament) -> None:
    draw.revoke_draw(stage=first_stage(tournament), **BY)


@pytest.mark.release
@pytest.mark.parametrize(
    "act",
    [
        lambda encounter: tables.call_next_encounter(encounter=encounter, **BY),
        lambda encounter: tables.swap_partners(encounter=encounter, letter=SideLetter.A, **BY),
        lambda encounter: tables.swap_partners_in_play(encounter=encounter, letter=SideLetter.A, **BY),
        lambda encounter: tables.set_first_dealer(encounter=encounter, seat="A1", **BY),
        lambda encounter: move_encounter.move_encounter(encounter=encounter, table=encounter.table, **BY),
        lambda encounter: move_encounter.take_encounter(encounter=encounter, table=encounter.table, **BY),
        lambda encounter: ties.annul_extra_encounter(encounter=encounter, change=Change(**BY)),
        lambda encounter: ties.record_lot(
            scope=GroupTieScope(encounter.group),
            order=[],
            decided_by=TieDecidedBy.LOT,
            witness="",
            change=Change(**BY),
        ),
    ],
    ids=["call next", "swap", "swap in play", "dealer", "move", "take", "extra", "lot"],
)
def test_action_on_an_encounter_of_an_undone_draw_is_refused(act: Callable[[Any], object]):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    with run_meanwhile(partial(revoke_draw, tournament)), pytest.raises(RemovedMeanwhile):
        act(encounter)


def remove_table(table: Table) -> None:
    for rows in (table.links, table.sides_links, table.keepers):
        rows.all().delete()
    Table.objects.filter(pk=table.pk).delete()


@pytest.mark.parametrize(
    "act",
    [
        lambda table: tables.renew_link(table=table, **BY),
        lambda table: tables.renew_players_link(table=table, **BY),
        lambda table: keepers.become_keeper(table=table, name="Ece", **BY),
        lambda table: table_changes.close_table(table=table, **BY),
        lambda table: table_changes.open_table(table=table, **BY),
        lambda table: calls.call_referee(table=table, question="", **BY),
    ],
    ids=["renew", "renew for sides", "keep", "close", "open", "call"],
)
def test_action_on_a_removed_table_is_refused(act: Callable[[Table], object]):
    table = open_tournament(tables=2).tables.order_by("number").last()
    assert table is not None
    with run_meanwhile(partial(remove_table, table)), pytest.raises(RemovedMeanwhile):
        act(table)


def test_action_on_a_removed_stage_is_refused():
    stage = open_tournament().stages.order_by("position").last()
    assert stage is not None
    stage.feeds_in.all().delete()
    with run_meanwhile(Stage.objects.filter(pk=stage.pk).delete), pytest.raises(RemovedMeanwhile):
        rounds.revoke_round(stage=stage, **BY)
    with pytest.raises(RemovedMeanwhile):
        BestPlacedTieScope(stage).reload_scope()


@pytest.fixture
def client_and_tournament() -> tuple[Client, Tournament]:
    membership = MembershipFactory.create(role=Role.OWNER)
    client = Client()
    client.force_login(membership.user)
    return client, open_tournament(club=membership.club, pairs=4)


def test_dashboard_shows_that_an_entrant_was_removed(client_and_tournament):
    organizer_client, tournament = client_and_tournament
    entrant = tournament.entrants.get(number=2)
    to = reverse("tournaments:mark_present", args=[tournament.public_id, entrant.public_id])
    with run_meanwhile(partial(remove_entrant, entrant)):
        response = organizer_client.post(to)
    assert (response.status_code, response.context["refusal"].code) == (422, RemovedMeanwhile.code)


def test_view_without_refusals_answers_404_with_the_reason(client_and_tournament):
    organizer_client, tournament = client_and_tournament
    table = tournament.tables.order_by("number").last()
    assert table is not None
    to = reverse("tournaments:renew_table_code", args=[tournament.public_id, table.public_id])
    with run_meanwhile(partial(remove_table, table)):
        response = organizer_client.post(to)
    assert response.status_code == 404
    assert RemovedMeanwhile().message in response.content.decode()
