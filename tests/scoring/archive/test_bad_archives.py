from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from rules.standings.statements import Code, Statement
from scoring.archive import reader, verify
from scoring.archive.archived_tables import ARCHIVED_TABLES, TOURNAMENT
from scoring.archive.errors import ArchiveRefused
from scoring.archive.sealed_columns import SEALED_TABLES
from scoring.archive.writer import archive_as_text
from scoring.standings.snapshots import FIGURES
from tests.factories import drawn_tournament
from tests.module_fixtures import module_fixture
from tests.scoring.archive.sample_archives import (
    Archive,
    archive_and_roll_back,
    eventful_tournament,
    reseal,
    restore_archive,
    withheld_empty_reason,
)
from tournaments.log import seals
from tournaments.models import Club, LogRow, Player, RuleBook, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
ARRAYS = [*(kind.name for kind in ARCHIVED_TABLES), *(kind.name for kind in SEALED_TABLES)]
Alter = Callable[[Archive], str]


@module_fixture
def text() -> str:
    return archive_and_roll_back(eventful_tournament)


@pytest.fixture
def archive(text: str) -> Archive:
    parsed: Archive = json.loads(text)
    return parsed


def assert_refused(archive: str | Archive) -> ArchiveRefused:
    models = (Tournament, Player, RuleBook, LogRow)
    before = [model.objects.count() for model in models]
    with pytest.raises(ArchiveRefused) as refusal:
        restore_archive(archive)
    assert [model.objects.count() for model in models] == before
    return refusal.value


@pytest.mark.parametrize("written", ["", "nonsense", "[NaN]", '{"a": 1, "a": 2}', "[" * 100_000, "\ud800"])
def test_invalid_json_is_refused(written):
    with pytest.raises(ArchiveRefused):
        reader.read_archive(written.encode(errors="surrogatepass"))


def test_too_large_file_is_refused(monkeypatch, text):
    monkeypatch.setattr(verify, "MAX_BYTES", 1000)
    assert "larger than 1000 bytes" in assert_refused(text).why


def test_other_schema_version_is_refused(archive):
    archive["schema"] = "istaka-archive-2"
    assert assert_refused(archive).place == "/schema"


@pytest.mark.slow
def test_missing_or_unknown_name_is_refused(archive):
    for name in archive:
        problem = reading_refused({key: value for key, value in archive.items() if key != name})
        assert (problem.place, problem.why) == (f"/{name}", "is missing")
    for kind in ARRAYS:
        for name in archive[kind][0] if archive[kind] else ():
            altered = altered_row(archive, kind, {}, without=name)
            assert reading_refused(altered).place == f"/{kind}/0/{name}"
    for name in archive["tournament"]:
        altered = copy.deepcopy(archive)
        del altered["tournament"][name]
        assert reading_refused(altered).place == f"/tournament/{name}"
    more = altered_row(archive, "stages", {"nonsense": 1})
    assert reading_refused(more).place == "/stages/0/nonsense"


@pytest.mark.slow
def test_value_of_another_type_is_refused(archive):
    for kind in ARRAYS:
        for name in archive[kind][0] if archive[kind] else ():
            altered = altered_row(archive, kind, {name: {}})
            assert reading_refused(altered).place.startswith(f"/{kind}/0/{name}")
    for name in archive["tournament"]:
        altered = copy.deepcopy(archive)
        altered["tournament"][name] = {}
        assert reading_refused(altered).place == f"/{TOURNAMENT.name}/{name}"


def reading_refused(archive: Archive) -> ArchiveRefused:
    with pytest.raises(ArchiveRefused) as refusal:
        reader.read_archive(json.dumps(archive).encode())
    return refusal.value


def altered_row(archive: Archive, kind: str, changes: Archive, *, without: str = "") -> Archive:
    first = {name: value for name, value in (archive[kind][0] | changes).items() if name != without}
    return archive | {kind: [first, *archive[kind][1:]]}


def set_to(*steps: str | int, value: Any) -> Alter:

    def alter(archive: Archive) -> str:
        target: Any = archive
        for step in steps[:-1]:
            target = target[step]
        target[steps[-1]] = value
        return "/" + "/".join(map(str, steps))

    return alter


def repeated_entrant(archive: Archive) -> str:
    archive["entrants"].append(archive["entrants"][0])
    return f"/entrants/{len(archive['entrants']) - 1}"


def changed_byte(archive: Archive) -> str:
    archive["entries"][2]["report"] += " "
    return "/entries/2"


def of_no_game(archive: Archive) -> str:
    content = json.loads(archive["rule_books"][0]["content"]) | {"id": "backgammon"}
    book = archive["rule_books"][0]
    book["content"] = json.dumps(content)
    return "/rule_books/0"


@pytest.mark.parametrize(
    "alter",
    [
        set_to("stages", 0, "kind", value="backgammon"),
        set_to("stages", 0, "position", value=-1),
        set_to("stages", 0, "position", value=2**40),
        set_to("stages", 0, "name", value="n" * 61),
        set_to("tournament", "name", value="a\0b"),
        set_to("tournament", "first_day", value="2026-13-01"),
        set_to("tournament", "begins", value="25:00:00"),
        set_to("tournament", "begins", value="19:00"),
        set_to("tournament", "ends", value="23:00:00"),
        set_to("tournament", "created_at", value="2026-11-21T19:00:00+03:00"),
        set_to("tournament", "public_id", value="nobody"),
        set_to("tournament", "champion", value="nobody"),
        set_to("entrants", 0, "players", 0, value="nobody"),
        set_to("group_places", 0, "group", value=[1, 99]),
        set_to("entries", 0, "deal", value=99),
        set_to("log", 0, "hash", value="nothing"),
        set_to("stages", 0, "tie_breaks", 0, value=7),
        set_to("tournament", "visibility", value="erased"),
        set_to("draws", 0, "drawn", value="{}"),
        set_to("draws", 0, "alterations", value="nonsense"),
        set_to("log", 0, "after", value="[]"),
        set_to("digest", value="0" * 64),
        repeated_entrant,
        changed_byte,
        withheld_empty_reason,
        of_no_game,
    ],
)
def test_impossible_value_is_refused_at_its_place(archive, alter):
    place = alter(archive)
    refused_place = assert_refused(archive).place
    assert place.startswith(refused_place) or refused_place.startswith(place)
    assert refused_place != "/"


def test_tournament_that_exists_already_is_refused():
    tournament = drawn_tournament()
    assert assert_refused(archive_as_text(tournament.public_id)).place == "/tournament/public_id"


def test_resealed_score_change_is_refused(archive):
    """All seals are correct, but the score does not follow from the rules."""
    entry = archive["entries"][0]
    line = json.loads(entry["lines"])
    line[0]["points"] += 10
    entry["seats"][0]["points"] += 10
    entry["lines"] = json.dumps(line)
    reseal(archive)
    assert list(verify.find_problems(archive)) == []
    assert "is scored otherwise than its report" in assert_refused(archive).why


@pytest.mark.parametrize(("kind", "name"), [("entries", "reason_codes"), ("protests", "answer_codes")])
def test_unknown_reason_is_refused(archive, kind, name):
    altered = altered_row(archive, kind, {name: ["mistyped", "nonsense"]})
    assert reading_refused(altered).place == f"/{kind}/0/{name}"


def test_unknown_tie_break_is_refused(archive):
    archive["stages"][0]["tie_breaks"] = ["beauty"]
    assert assert_refused(archive).place == "/stages/0"


def test_unreadable_standings_are_refused(archive):
    snapshot = {"stage": 1, "drawn_at": archive["draws"][0]["drawn_at"], "content": "{}"}
    row = dict.fromkeys(("entrant", "place", "rank", "tied", *FIGURES), 1)
    sentence = [{"tr": "Önde", "en": "Above"}]
    needed = [{"code": "needs", "parts": [{"code": "win"}]}]
    above = Statement(Code.ABOVE, step="average", entrants=("a",)).to_json()
    more = [above | {"more": 1}]
    rows = [row | {"reasons": reasons} for reasons in (sentence, needed, None, [{"code": "above"}], more)]
    for content in (
        "nonsense",
        '[{"group": 1, "rows": [{}]}]',
        *(json.dumps([{"group": 1, "rows": [bad_row]}]) for bad_row in rows),
    ):
        archive["snapshots"] = [snapshot | {"content": content}]
        assert assert_refused(archive).place == "/snapshots/0/content"


def test_wrong_winner_is_refused(archive):
    decided = next(encounter for encounter in archive["encounters"] if encounter["winner"])
    decided["winner"] = "B" if decided["winner"] == "A" else "A"
    assert "does not hold together" in assert_refused(archive).why


def test_commands_write_and_read_files(text, tmp_path):
    file, copied = tmp_path / "one.json", tmp_path / "again.json"
    file.write_text(text)
    output, errors = StringIO(), StringIO()
    call_command("restore_archive", str(file), new_club="Arşiv", stdout=output)
    public_id = str(Tournament.objects.get().public_id)
    assert public_id in output.getvalue()
    call_command("archive", public_id, str(copied), stdout=output)
    assert copied.read_text() == text
    call_command("archive", public_id, stdout=(printed := StringIO()))
    assert printed.getvalue() == text
    for command, code in (
        (("restore_archive", str(file), "--club", "Arşiv"), 1),
        (("restore_archive", str(file), "--club", "Nobody"), 2),
        (("restore_archive", str(tmp_path / "none"), "--club", "Arşiv"), 2),
        (("archive", public_id, str(copied)), 2),
        (("archive", "nobody"), 2),
    ):
        with pytest.raises(SystemExit) as stopped:
            call_command(*command, stderr=errors)
        assert stopped.value.code == code
    assert "/tournament/public_id: is a tournament that is in this house already" in errors.getvalue()
    assert (Club.objects.count(), Tournament.objects.count()) == (1, 1)


def test_terminal_escapes_in_a_restored_name_are_escaped(archive, tmp_path):
    archive["tournament"]["name"] = "Cuma"
    file = tmp_path / "one.json"
    file.write_text(json.dumps(archive))
    call_command("restore_archive", str(file), new_club="Arşiv", stdout=StringIO())
    Tournament.objects.update(name="\x1b[31m\x07Cuma\x9b")
    for command in ("verify_ledger", "rebuild_standings", "redraw"):
        with suppress(SystemExit):
            call_command(command, stdout=(printed := StringIO()))
        assert {*printed.getvalue()} & {*"\x1b\x07\x9b"} == set()


def test_terminal_escapes_in_an_error_are_escaped(tmp_path):
    file = tmp_path / "\x1b[31m.json"
    with pytest.raises(SystemExit):
        call_command("restore_archive", str(file), new_club="Arşiv", stderr=(printed := StringIO()))
    assert "\\x1b[31m" in printed.getvalue()
    assert "\x1b[31m.json" not in printed.getvalue()


def test_verifier_computes_the_same_digest():
    assert seals.digest({"ş": [1, None]}) == verify.digest({"ş": [1, None]})
