"""Full disks and unreachable databases answer 503."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, OperationalError, connection
from django.db.utils import ConnectionHandler
from django.test import Client, RequestFactory
from django.urls import reverse

from config.errors.database_faults import Fault, find_fault
from config.errors.unavailable_response import RETRY_AFTER_SECONDS, unavailable_response
from scoring.models import Entry
from tests.factories import NOW, MembershipFactory, UserFactory, open_tournament
from tests.languages import english, path_in_language
from tests.processes import ROOT, environment, free_port
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, table_of
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Table
from tournaments.stages.stage_settings import Length

TITLES = {"tr": "Şu anda yapılamıyor", "en": "This can’t be done right now"}
MOST_HANDS = 50
NO_LIMIT = 2**30


@contextmanager
def pragma(name: str, value: int, otherwise: int) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {otherwise}")


@contextmanager
def failing_database() -> Iterator[None]:
    """Let every statement fail."""

    def refused(*_: Any) -> None:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(refused):
        yield


def send(keeper: Client, table: Table, fields: dict[str, Any]) -> Any:
    return keeper.post(address("receive_hand", table), fields, headers={"accept": "application/json"})


@pytest.fixture
def table() -> Table:
    if connection.vendor != "sqlite":
        pytest.skip("it is about the club's file")
    tournament = open_tournament(pairs=4, groups=Length(best_of=5, hands=11))
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    return table_of(tournament)


@pytest.mark.django_db(transaction=True)  # SQLite ends the whole transaction in which it found no room
def test_full_disk_keeps_the_hand_on_the_phone_until_there_is_space(table: Table) -> None:
    keeper = phone(table, "en")
    fields: dict[str, Any] = {}
    with full():
        for _ in range(MOST_HANDS):
            before = {"match": "", "deal": "", "after": fields["entry_key"]} if fields else {}
            fields = hand(encounter_at(table), **before)
            answer = send(keeper, table, fields)
            if answer.status_code != HTTPStatus.OK:
                break
    assert (answer.status_code, answer.json()["state"]) == (503, "not_now")
    assert answer.headers["Retry-After"] == str(RETRY_AFTER_SECONDS)
    assert not Entry.objects.filter(entry_key=fields["entry_key"]).exists()
    assert send(keeper, table, fields).json()["state"] == "stored"


@contextmanager
def full() -> Iterator[None]:
    """Let the file not grow, and fill its free space."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filler (x)")
        try:
            with pragma("max_page_count", 1, NO_LIMIT):  # no more than there are
                with suppress(OperationalError):
                    while True:
                        cursor.execute("INSERT INTO filler VALUES (zeroblob(1000))")
                yield
        finally:
            cursor.execute("DROP TABLE filler")


@pytest.mark.django_db
def test_read_only_disk_serves_pages_and_explains_sign_in(table: Table) -> None:
    user = UserFactory.create(password="ıstaka-101-okey")
    credentials = {"email": user.email, "password": "ıstaka-101-okey"}
    page = reverse("scoring:tournament", args=[table.tournament.public_id])
    with pragma("query_only", 1, 0):
        assert Client().get(page).status_code == 200
        for language, title in TITLES.items():
            answer = Client().post(path_in_language(reverse("tournaments:sign_in"), language), credentials)
            assert answer.status_code == 503
            assert title in answer.content.decode()
    assert Client().post(reverse("tournaments:sign_in"), credentials).status_code == 303


@pytest.mark.django_db
def test_unreachable_database_answers_503_except_for_sign_in_form() -> None:
    client = Client(raise_request_exception=False)
    client.force_login(MembershipFactory.create().user)
    with failing_database():
        for path in ("/", reverse("tournaments:dashboard"), "/nowhere/", reverse("tournaments:sign_out")):
            answer = client.get(english(path))
            assert (path, answer.status_code) == (path, 503)
            assert TITLES["en"] in answer.content.decode()
        assert Client().get(reverse("tournaments:sign_in")).status_code == 200
    assert client.get("/").status_code == 200


def test_unavailable_response_needs_no_database(rf: RequestFactory, caplog: pytest.LogCaptureFixture) -> None:
    error = OperationalError("connection refused")
    answer = unavailable_response(rf.get("/"), error)
    assert answer is not None
    assert answer.headers["Content-Type"].startswith("text/html")
    assert Fault.AWAY.value in caplog.text
    answer = unavailable_response(rf.get("/", headers={"accept": "application/json"}), error)
    assert answer is not None
    assert answer.headers["Content-Type"] == "application/json"


def test_other_errors_are_no_database_faults(rf: RequestFactory) -> None:
    assert unavailable_response(rf.get("/"), ValueError("a mistake of ours")) is None


def on_file(path: Path | str, statement: str, **options: Any) -> Error:
    """Return the error of a statement on a file of its own."""
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    handler = ConnectionHandler({"default": database})["default"]
    with handler.cursor() as cursor, pytest.raises(Error) as raised:
        cursor.execute(statement)
    handler.close()
    return raised.value


@pytest.mark.django_db
def test_statement_error_is_no_database_fault(tmp_path: Path) -> None:
    assert find_fault(on_file(tmp_path / "a.sqlite3", "SELECT nothing FROM nowhere")) is None


@pytest.mark.django_db
def test_locked_file_is_busy(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert find_fault(on_file(path, "BEGIN IMMEDIATE", timeout=0)) is Fault.BUSY
    holder.close()


@pytest.mark.django_db
def test_read_only_file_is_read_only(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    sqlite3.connect(path).execute("CREATE TABLE a (x)").connection.close()
    assert find_fault(on_file(f"file:{path}?mode=ro", "INSERT INTO a VALUES (1)")) is Fault.READ_ONLY


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_disk_error_is_full_when_no_byte_can_be_written(tmp_path: Path) -> None:
    """As in a running server, where SQLite can't create its WAL index."""
    wal_file(tmp_path)
    completed = subprocess.run(
        ["sh", "-c", 'ulimit -f 32; exec "$@"', "sh", sys.executable, "-m", "tests.snippet", FAULT],
        cwd=ROOT,
        env=environment(DATABASE_URL=f"sqlite:///{tmp_path / 'a.sqlite3'}"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed.stdout.split() == [Fault.FULL.name]


FAULT = """
from django.db import Error, connection
from config.errors.database_faults import find_fault
try:
    connection.cursor().execute("SELECT * FROM a")
except Error as error:
    print(find_fault(error).name)
"""


def wal_file(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "a.sqlite3")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE a (x)")


@pytest.mark.django_db
@pytest.mark.parametrize("pool", [False, {"min_size": 0, "max_size": 1, "timeout": 0.2}])
def test_missing_server_is_away(pool: Any) -> None:
    database = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "okey",
        "HOST": "127.0.0.1",
        "PORT": free_port(),
        "OPTIONS": {"pool": pool},
    }
    handler = ConnectionHandler({"default": database})["default"]
    with pytest.raises(Error) as raised:
        handler.ensure_connection()
    if pool:
        handler.close_pool()  # type: ignore[attr-defined]
    assert find_fault(raised.value) is Fault.AWAY
