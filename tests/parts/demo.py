"""Checks the demo where `make run` has filled it, because filling takes many seconds."""

from __future__ import annotations

import io

from django.contrib.auth import authenticate
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse

from config.demo import accounts
from scoring.enums import CallState
from scoring.models import Call, EntrySeatEvent, StandingsCache
from scoring.queries.agreement_status import read_encounter_marks
from tournaments.enums import EncounterState, Role, TournamentState
from tournaments.models import Encounter, Membership, Tournament


def demo() -> str:
    output = io.StringIO()
    call_command("demo", address="http://192.168.1.20:8080", stdout=output, stderr=io.StringIO())
    return output.getvalue()


def look_around() -> None:
    setup_test_environment()
    client, printed = Client(), demo()
    states = Tournament.objects.order_by("pk").values_list("state", flat=True)
    over, playing, entered = TournamentState.FINISHED, TournamentState.PLAYING, TournamentState.OPEN
    assert list(states) == [over, over, playing, entered]
    check_finished_evening(client)
    assert Encounter.objects.filter(state=EncounterState.PLAYING).count() == 4
    assert StandingsCache.objects.exists()
    assert not StandingsCache.objects.stale().exists()
    assert Call.objects.filter(state=CallState.OPEN).count() == 1
    *_over, evening, announced = Tournament.objects.order_by("pk")
    marks = read_encounter_marks(evening, at=announced.created_at)
    assert {mark.provisional for mark in marks.values()} == {True}
    check_sign_in(printed)
    check_table_link(printed, client)
    assert demo() == printed  # existing data is kept
    call_command("verify_ledger", stdout=io.StringIO())
    check_missing_passwords()


def check_finished_evening(client: Client) -> None:
    okey = Tournament.objects.order_by("pk")[0]
    assert okey.champion is not None
    assert okey.entrants.count() == 8
    seat_events = EntrySeatEvent.objects.filter(seat__entry__hand__match__encounter__stage__tournament=okey)
    finish_kinds = {"plain", "okey", "pairs", "pairs+okey", "one_colour_run", "one_colour_run+okey"}
    assert {
        detail for kind, detail in seat_events.values_list("kind", "what") if kind == "finished"
    } == finish_kinds
    assert seat_events.filter(kind="shown").exists()
    final = Encounter.objects.filter(stage__tournament=okey).latest("round", "pk")
    assert b"20" in client.get(reverse("scoring:encounter", args=[final.public_id])).content


def check_sign_in(printed: str) -> None:
    account_list = accounts.read_accounts(accounts.accounts_file())
    assert {account.role for account in account_list} == set(Role)
    for account in account_list:
        assert account.password in printed
        user = authenticate(username=account.email, password=account.password)
        assert Membership.objects.get(user=user).role == account.role
    assert accounts.accounts_file().stat().st_mode & 0o777 == 0o600


def check_table_link(printed: str, client: Client) -> None:
    address = printed.rsplit(maxsplit=1)[-1]
    assert address.startswith("http://192.168.1.20:8080/")
    response = client.get(address.removeprefix("http://192.168.1.20:8080"), follow=True)
    assert response.status_code == 200


def check_missing_passwords() -> None:
    accounts.accounts_file().unlink()
    output = io.StringIO()
    call_command("demo", stdout=io.StringIO(), stderr=output)
    assert "changepassword" in output.getvalue()
