from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from config import addresses
from config.backups.status import requested
from config.errors.database_faults import Fault
from config.launcher import next_step
from config.launcher.control import facts
from config.launcher.control.reach import Reach, reachability
from config.launcher.control.visitors import Visitors
from config.launcher.data_folder import Remembered, remember, remembered
from config.platform.processes import end_server
from scoring.models import Entry
from tests.factories import (
    NOW,
    ClubFactory,
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    play_hand,
)
from tests.processes import free_port, wait_for
from tournaments.enums import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

KEY = "key-of-this-start"
ACTIONS = ("found", "back_up", "choose_address", "stop")
PAGES = ("page", "ping", "code", "log")


@pytest.fixture(autouse=True)
def _control(settings, tmp_path: Path) -> None:
    settings.CONTROL_KEY, settings.VAR_DIR = KEY, tmp_path
    settings.PUBLIC_ADDRESS = addresses.http_url(addresses.lan_address(), free_port())


@pytest.fixture
def supervisor(monkeypatch) -> Iterator[subprocess.Popen[bytes]]:
    monkeypatch.setattr(end_server, "SECONDS_TO_ANSWER", 0.0)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        monkeypatch.setenv("SUPERVISOR_PROCESS", str(process.pid))
        yield process
        process.kill()


@pytest.fixture
def own_server() -> Iterator[int]:
    with HTTPServer((addresses.lan_address(), 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


class Healthy(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def url(name: str, key: str = KEY) -> str:
    return reverse(f"control:{name}", args=[key])


@pytest.mark.parametrize("name", PAGES + ACTIONS)
def test_only_this_computer_with_its_key_is_let_in(client: Client, settings, name: str):
    owner = MembershipFactory.create(role=Role.OWNER).user
    client.force_login(owner)
    ask = client.get if name in PAGES else client.post
    strangers: list[dict[str, Any]] = [
        {"REMOTE_ADDR": "192.168.1.9"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_VIA": "1.1 a"},
    ]
    for stranger in strangers:
        assert ask(url(name), **stranger).status_code == 404
    for key in ("other", f"{KEY}x", "ı"):
        assert ask(url(name, key)).status_code == 404
    settings.CONTROL_KEY = ""
    assert ask(url(name)).status_code == 404
    assert ask(reverse(f"control:{name}", args=["-"])).status_code == 404


def test_page_of_an_earlier_start_names_the_way_to_this_one(client: Client):
    page = client.get(url("page", "earlier"))
    assert (page.status_code, 'data-test="earlier-start"' in page.content.decode()) == (404, True)
    elsewhere = client.get(url("page", "earlier"), REMOTE_ADDR="192.168.1.9")
    assert (elsewhere.status_code, 'data-test="earlier-start"' in elsewhere.content.decode()) == (404, False)


def test_page_leads_to_founding_until_there_is_an_owner(client: Client):
    page = client.get(url("page"))
    assert (page.status_code, page.context["activity"].has_owner) == (200, False)
    founding = client.post(url("found")).headers["Location"]
    assert client.get(founding).status_code == 200
    restoring = client.post(url("found"), {"restore": "on"}).headers["Location"]
    assert client.get(restoring).status_code == 200
    MembershipFactory.create(role=Role.OWNER)
    assert client.get(url("page")).context["activity"].has_owner
    assert client.post(url("found")).headers["Location"] == url("page")


def test_page_shows_what_is_played(client: Client, django_assert_max_num_queries):
    tournament = drawn_tournament(pairs=4, groups=1, club=ClubFactory.create(name="Yediveren"))
    drawn_tournament(pairs=4, groups=1, club=tournament.club)
    play_hand(encounters_of(tournament)[0])
    with django_assert_max_num_queries(5):
        page = client.get(url("page"), headers={"HX-Request": "true"})
    running = page.context["activity"]
    assert [(shown.pk, shown.tables_playing) for shown in running.tournaments] == [
        (tournament.pk, 1),
        *((other.pk, 0) for other in facts.playing_tournaments().exclude(pk=tournament.pk)),
    ]
    assert "<html" not in page.content.decode()
    assert reverse("scoring:tv", args=[tournament.public_id]) in page.content.decode()


def test_code_has_the_address_for_phones(client: Client, settings):
    page = client.get(url("code")).content.decode()
    assert settings.PUBLIC_ADDRESS in page
    assert "<svg" in page


def test_backup_is_requested(client: Client):
    requested.clear()
    assert client.post(url("back_up")).headers["Location"] == url("page")
    assert requested.is_set()
    assert client.get(url("page")).context["backups"].state == "making"
    requested.clear()


def test_stop_ends_the_supervisor(client: Client, supervisor):
    assert client.post(url("stop")).status_code == 200
    wait_for(lambda: supervisor.poll() is not None, "the supervisor goes on")


def test_stop_asks_while_hands_are_recorded(client: Client, supervisor):
    play_hand(encounters_of(drawn_tournament(pairs=4, groups=1))[0])
    asked = client.post(url("stop"))
    assert (asked.status_code, 'data-test="asks-to-stop"' in asked.content.decode()) == (422, True)
    assert supervisor.poll() is None
    assert client.post(url("stop"), {"sure": "on"}).status_code == 200
    wait_for(lambda: supervisor.poll() is not None, "the supervisor goes on")


def test_address_is_chosen_among_those_of_this_computer(client: Client, supervisor, tmp_path: Path):
    remember(tmp_path, Remembered(port=8123))
    assert client.post(url("choose_address"), {"address": "203.0.113.1"}).status_code == 404
    assert (remembered(tmp_path), supervisor.poll()) == (Remembered(port=8123), None)
    own = addresses.lan_address()
    assert client.post(url("choose_address"), {"address": own}).status_code == 200
    assert remembered(tmp_path) == Remembered(port=8123, address=own)
    assert (next_step.take_restart(tmp_path), next_step.take_restart(tmp_path)) == (True, False)
    wait_for(lambda: supervisor.poll() is not None, "the supervisor goes on")


def test_log_is_saved_without_the_key(client: Client, tmp_path: Path):
    (tmp_path / "istaka.log").write_text(f"GET /control/{KEY}/ ünlü\n", encoding="utf-8")
    (tmp_path / "istaka.log.1").write_bytes(b"before \xff\n")
    saved = client.get(url("log"))
    assert "attachment" in saved.headers["Content-Disposition"]
    text = saved.content.decode()
    assert "before" in text
    assert "/control/…/ ünlü" in text
    assert KEY not in text


def test_clock_that_is_behind_the_newest_hand_is_noticed():
    assert not facts.is_clock_behind(now=NOW)
    play_hand(encounters_of(drawn_tournament(pairs=4, groups=1))[0])
    received_at = Entry.objects.get().received_at
    assert not facts.is_clock_behind(now=received_at)
    assert facts.is_clock_behind(now=received_at - timedelta(hours=1))


def test_reach_needs_a_network_its_address_and_an_answer(settings, monkeypatch):
    assert reachability(Visitors()).reach == Reach.SILENT  # nothing listens there
    settings.PUBLIC_ADDRESS = "http://203.0.113.1:8080"
    assert reachability(Visitors()).reach == Reach.MOVED
    monkeypatch.setattr(addresses, "own_addresses", list)
    assert reachability(Visitors()).reach == Reach.OFFLINE


def test_reach_waits_for_a_phone_while_this_computer_answers(settings, own_server: int):
    settings.PUBLIC_ADDRESS = addresses.http_url(addresses.lan_address(), own_server)
    assert reachability(Visitors()).reach == Reach.WAITING


def test_reach_is_green_once_another_device_came(settings):
    visitors = Visitors()
    with visitors.visit("198.51.100.20"):
        assert reachability(visitors).reach == Reach.REACHED
    assert reachability(visitors).others == [
        own for own in addresses.own_addresses() if own.address not in settings.PUBLIC_ADDRESS
    ]


def test_signed_in_owner_sees_the_same_page(client: Client):
    client.force_login(UserFactory.create())
    assert client.get(url("page")).status_code == 200


def test_database_that_fails_is_shown_in_words(client: Client):
    def fail(*_: Any) -> None:
        raise DatabaseError("full") from damaged_error()

    with connection.execute_wrapper(fail):
        running = facts.read_activity()
    assert (running.fault, running.tournaments) == (Fault.DAMAGED, [])
    assert running.fault_sentence


def damaged_error() -> sqlite3.DatabaseError:
    try:
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(b"no database " * 100)
            database.execute("SELECT * FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        return error
    raise AssertionError("it was read")
