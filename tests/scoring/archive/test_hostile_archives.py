from __future__ import annotations

import copy
import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from scoring.archive import verify
from scoring.archive.encounter_consistency import find_circular_source
from scoring.archive.errors import ArchiveRefused
from scoring.archive.reader import read_archive
from scoring.archive.writer import archive_as_text
from tests.factories import encounters_of, open_tournament
from tests.module_fixtures import module_fixture
from tests.played_games import EVERY, PlayedGame
from tests.scoring.archive.hostile_archives import change
from tests.scoring.archive.open_every_page import open_every_page
from tests.scoring.archive.sample_archives import (
    Archive,
    archive_and_roll_back,
    eventful_tournament,
    reseal,
    restore_archive,
)
from tests.simulation.hands import RULE_SETS
from tests.simulation.random_evening import FORMATS, SimulatedEvening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ENDLESS = 120
"""Seconds of CPU time after which an archive counts as causing an endless loop."""
CHANGES = 40
NEVER = "9999-12-31T23:59:59+00:00"


@module_fixture
def texts() -> dict[str, str]:
    makers: dict[str, Callable[[], Tournament]] = {"eventful": eventful_tournament}
    makers |= {name: partial(finished, name) for name in ("groups_knockout", "tables")}
    makers |= {str(game): partial(begun_tournament, game) for game in EVERY}
    return {name: archive_and_roll_back(make) for name, make in makers.items()}


def finished(name: str, rules: str = "101-pairs") -> Tournament:
    return SimulatedEvening(name, 3, rules).play()


def begun_tournament(game: PlayedGame) -> Tournament:
    tournament = game.draw_tournament(pairs=4, groups=1)
    game.play(encounters_of(tournament)[0])
    return tournament


@pytest.fixture
def archive(texts: dict[str, str]) -> Archive:
    parsed: Archive = json.loads(texts["groups_knockout"])
    return parsed


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll the block back, and interrupt an endless loop in it."""
    with transaction.atomic(), limit_cpu_time():
        yield
        transaction.set_rollback(True)


@contextmanager
def limit_cpu_time() -> Iterator[None]:
    if not hasattr(signal, "SIGPROF"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(*_signal: Any) -> None:
    raise TimeoutError


def assert_opens_or_refused(archive: Archive) -> str:
    with rolled_back():
        try:
            tournament = restore_archive(archive)
        except ArchiveRefused as refusal:
            return refusal.place
        statuses = open_every_page(tournament)
        assert {address: status for address, status in statuses.items() if status >= 500} == {}
        written_again = json.loads(archive_as_text(tournament.public_id))
        assert written_again == archive
        call_command("verify_ledger", str(tournament.public_id), stdout=StringIO())
        call_command("redraw", str(tournament.public_id), check=True, stdout=StringIO())
        return ""


def changed(text: str, seed: str) -> tuple[Archive, str]:
    archive: Archive = json.loads(text)
    description = change(archive, random.Random(seed))
    return archive, description


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eventful", "groups_knockout", "tables", *map(str, EVERY)])
def test_random_changes_are_refused_by_the_reader_or_read(texts, name):
    for number in range(CHANGES):
        archive, description = changed(texts[name], f"{name}:{number}")
        with limit_cpu_time():
            with suppress(ArchiveRefused):
                read_archive(json.dumps(archive).encode())
            _check_verifier_output(archive, description)


def _check_verifier_output(archive: Archive, what: str) -> None:
    try:
        lines, _differs = verify.report(archive, "")
    except verify.UNREADABLE:
        return
    assert lines, what


@pytest.mark.release
def test_every_page_opens_after_a_restore(texts):
    for text in texts.values():
        assert assert_opens_or_refused(json.loads(text)) == ""


@pytest.mark.release
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("name", FORMATS)
def test_random_change_of_any_format_and_game_is_refused_or_opens(name, rules):
    text = archive_and_roll_back(partial(finished, name, rules))
    for number in range(CHANGES):
        archive, description = changed(text, f"{rules}:{name}:{number}")
        try:
            assert_opens_or_refused(archive)
        except Exception as error:
            raise AssertionError(f"{rules} {name} {number}: {description}") from error


def feeds_itself(archive: Archive) -> str:
    archive["feeds"][0]["source"] = 2
    return "/stages/1"


def feeds_in_a_circle(archive: Archive) -> str:
    archive["feeds"].append(archive["feeds"][0] | {"source": 2, "stage": 1})
    return "/stages/0"


def encounters_in_a_circle(archive: Archive) -> str:
    first, second = [
        encounter["public_id"] for encounter in archive["encounters"] if encounter["stage"] == 2
    ][:2]
    for encounter, source in ((first, second), (second, first)):
        next(side for side in archive["sides"] if side["encounter"] == encounter)["from_encounter"] = source
    return "/encounters/"


def in_year_9999(archive: Archive) -> str:
    archive["tournament"]["last_day"] = "9999-12-31"
    return "/tournament/last_day"


def in_year_1(archive: Archive) -> str:
    archive["tournament"]["first_day"] = "0001-01-01"
    return "/tournament/first_day"


def cancelled_in_9999(archive: Archive) -> str:
    archive["tournament"] |= {"cancelled_at": NEVER, "cancelled_because": "Su bastı"}
    return "/tournament/cancelled_at"


def all_tables_closed(archive: Archive) -> str:
    for table in archive["tables"]:
        table["closed_at"] = archive["tournament"]["created_at"]
    return "/tables"


def without_tables(archive: Archive) -> str:
    archive["tables"] = []
    for encounter in archive["encounters"]:
        encounter |= {"table": None, "queue_place": None}
    return "/tables"


def a_third_side(archive: Archive) -> str:
    archive["sides"][0]["letter"] = "C"
    return "/encounters/0"


def round_0(archive: Archive) -> str:
    archive["encounters"][0]["round"] = 0
    return "/encounters/0/round"


def round_beyond_its_group(archive: Archive) -> str:
    archive["encounters"][0]["round"] = 2**15 - 1
    return "/encounters/0/round"


def extra_encounter_in_a_bracket(archive: Archive) -> str:
    number = next(place for place, row in enumerate(archive["encounters"]) if row["group"] is None)
    archive["encounters"][number]["part"] = "extra"
    return f"/encounters/{number}/part"


def played_without_table(archive: Archive) -> str:
    archive["encounters"][0] |= {"table": None, "queue_place": None}
    return "/encounters/0/table"


def played_encounter(archive: Archive) -> int:
    """Return the index of the first decided encounter with hands that counts."""
    return next(
        number
        for number, encounter in enumerate(archive["encounters"])
        if encounter["decided_by"] == "play" and encounter["annulled_at"] is None
    )


def queued_without_table(archive: Archive) -> str:
    number = played_encounter(archive)
    archive["encounters"][number] |= {"table": None, "started_at": None, "queue_place": 1}
    return f"/encounters/{number}/queue_place"


def never_begun(archive: Archive) -> str:
    archive["encounters"][0] |= {"state": "playing", "started_at": None, "decided_at": None}
    return "/encounters/0/started_at"


def invisible_player(archive: Archive) -> str:
    archive["players"][0]["name"] = "\u2800\u2800"
    return "/players/0/name"


def escape_sequence_in_a_name(archive: Archive) -> str:
    archive["tournament"]["name"] = "\x1b[31mCuma"
    return "/tournament/name"


def invisible_sign_in_an_entrant(archive: Archive) -> str:
    archive["entrants"][0]["name"] += "\u200b"
    return "/entrants/0/name"


def club_without_name(archive: Archive) -> str:
    archive["club"]["name"] = ""
    return "/club/name"


def zone_on_mars(archive: Archive) -> str:
    archive["club"]["time_zone"] = "Mars/Olympus"
    return "/club/time_zone"


def zone_that_is_a_folder(archive: Archive) -> str:
    archive["club"]["time_zone"] = "Europe"
    return "/club/time_zone"


def decided_before_it_began(archive: Archive) -> str:
    number = played_encounter(archive)
    archive["encounters"][number] |= {"started_at": "2199-12-31T23:59:59+00:00"}
    return f"/encounters/{number}/decided_at"


def another_format(archive: Archive) -> str:
    archive["stages"][0]["kind"] = "swiss"
    return "/draws/0/kind"


def singles(archive: Archive) -> str:
    archive["tournament"]["kind"] = "singles"
    return "/stages/0"


def one_in_a_pair(archive: Archive) -> str:
    archive["entrants"][0]["players"].pop()
    return "/entrants/0/players"


def too_many_hands(archive: Archive) -> str:
    archive["stages"][0]["hands_per_match"] = 2**15 - 1
    return "/stages/0/hands_per_match"


def another_draw(archive: Archive) -> str:
    drawn = json.loads(archive["draws"][0]["drawn"])
    drawn["groups"][0][:2] = drawn["groups"][0][1::-1]
    archive["draws"][0]["drawn"] = json.dumps(drawn, sort_keys=True, separators=(",", ":"))
    return "/draws/0"


def deep_report(archive: Archive) -> str:
    archive["entries"][0]["report"] = "[" * 100_000
    reseal(archive)
    return "/entries/0/report"


def deep_log(archive: Archive) -> str:
    number = next(place for place, row in enumerate(archive["log"]) if row["after"])
    archive["log"][number]["after"] = '{"a":' * 100_000
    return f"/log/{number}/after"


def half_a_letter(archive: Archive) -> str:
    archive["draws"][0]["drawn"] = '{"a": "\\ud800"}'
    return "/draws/0/drawn"


def players_in_another_order(archive: Archive) -> str:
    archive["players"].reverse()
    return "/players/1"


def add_private_text(archive: Archive) -> str:
    number = next(place for place, row in enumerate(archive["log"]) if row["after"])
    archive["log"][number]["action"] = "entrant_added"
    reseal(archive)
    return f"/log/{number}/"


def set_long_number(archive: Archive) -> str:
    archive["draws"][0]["drawn"] = f'{{"a": {"9" * 1000}}}'
    return "/draws/0/drawn"


def swiss_round_that_is_not_drawn(archive: Archive) -> str:
    number = len(archive["encounters"]) - 1
    archive["encounters"][number]["round"] += 1
    return f"/encounters/{number}/round"


def test_undrawn_swiss_round_is_refused():
    archive = json.loads(archive_and_roll_back(partial(finished, "swiss")))
    place = swiss_round_that_is_not_drawn(archive)
    with rolled_back(), pytest.raises(ArchiveRefused) as refusal:
        restore_archive(archive)
    assert refusal.value.place == place


@pytest.mark.postgres
@pytest.mark.parametrize(
    "alter",
    [
        *(feeds_itself, feeds_in_a_circle, encounters_in_a_circle, in_year_9999, in_year_1),
        *(round_beyond_its_group, extra_encounter_in_a_bracket, played_without_table, queued_without_table),
        *(
            *(invisible_player, escape_sequence_in_a_name, invisible_sign_in_an_entrant, club_without_name),
            *(zone_on_mars, zone_that_is_a_folder, decided_before_it_began),
            never_begun,
            cancelled_in_9999,
            all_tables_closed,
            without_tables,
            a_third_side,
            round_0,
            another_format,
        ),
        *(singles, one_in_a_pair, too_many_hands, another_draw, deep_report, deep_log, half_a_letter),
        *(set_long_number, players_in_another_order, add_private_text),
    ],
)
def test_impossible_tournament_is_refused_at_its_place(archive: Archive, alter: Callable[[Archive], str]):
    place = alter(archive)
    with rolled_back(), pytest.raises(ArchiveRefused) as refusal:
        restore_archive(copy.deepcopy(archive))
    assert refusal.value.place.startswith(place)
    assert Tournament.objects.count() == 0


CONTRADICTIONS: tuple[tuple[str, str, Any], ...] = (
    ("groups_knockout", "/tournament/state", "open"),
    ("groups_knockout", "/tournament/cancelled_because", "Su bastı"),
    ("groups_knockout", "/entrants/0/club_name", "\u2800"),
    ("groups_knockout", "/entrants/0/left_at", "2026-11-21T19:00:03+00:00"),
    ("groups_knockout", "/rule_books/0/rule_set_id", "101-single"),
    ("groups_knockout", "/stages/0/rounds", 99),
    ("groups_knockout", "/draws/0/round", 1),
    ("groups_knockout", "/group_places/1/entrant", "/group_places/0/entrant"),
    ("groups_knockout", "/sides/1/entrant", "/sides/0/entrant"),
    ("groups_knockout", "/sides/0/from_encounter", "/encounters/11/public_id"),
    ("groups_knockout", "/sides/0/from_group", [1, 0]),
    ("groups_knockout", "/sides/0/place", 9),
    ("groups_knockout", "/sides/0/seed", 0),
    ("groups_knockout", "/sides/0/vacant", True),
    ("groups_knockout", "/matches/0/number", 9),
    ("groups_knockout", "/matches/0/winner", "C"),
    ("eventful", "/protests/0/side", "C"),
    ("eventful", "/protests/0/closed_at", None),
    ("eventful", "/protests/0/hand", None),
)
"""An archive, a place in it, and a value (or the place of one) that contradicts the rest."""


def value_at(archive: Archive, place: str) -> Any:
    value: Any = archive
    for name in place.split("/")[1:]:
        value = value[int(name) if isinstance(value, list) else name]
    return value


@pytest.mark.parametrize(("name", "place", "value"), CONTRADICTIONS)
def test_value_that_contradicts_the_rest_is_refused_at_its_place(texts, name, place, value):
    archive = json.loads(texts[name])
    folder, _slash, column = place.rpartition("/")
    is_place = isinstance(value, str) and value.startswith("/")
    value_at(archive, folder)[column] = value_at(archive, value) if is_place else value
    with rolled_back(), pytest.raises(ArchiveRefused) as refusal:
        restore_archive(archive)
    assert refusal.value.place == place


def test_too_many_values_are_refused_before_they_are_built(tmp_path):
    text = b"[" + b"[]," * 200_000 + b"[]]"
    with pytest.raises(ArchiveRefused, match="more values"):
        read_archive(text)
    (file := tmp_path / "dense.json").write_bytes(text)
    with pytest.raises(ValueError, match="more values"):
        verify.read_archive_file(str(file))


@pytest.mark.slow
def test_cycle_at_the_end_of_a_long_chain_is_found():
    """It is deeper than calls may nest, and too long for a quadratic search."""
    chain = {number: {number + 1} for number in range(100_000)}
    assert find_circular_source(chain) is None
    assert find_circular_source(chain | {100_000: {99_999}}) == 99_999


@pytest.mark.slow
def test_open_tournament_without_a_draw_opens():
    assert assert_opens_or_refused(json.loads(archive_and_roll_back(lambda: open_tournament(pairs=5)))) == ""
