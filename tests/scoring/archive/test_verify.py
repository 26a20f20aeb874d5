"""With an archive and Python alone, any changed byte of a sealed row is found at its place."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.archive import verify
from scoring.archive.sealed_columns import HIDDEN_NAMES
from scoring.ledger.receipts import receipt
from tests.module_fixtures import module_fixture
from tests.scoring.archive.sample_archives import (
    Archive,
    archive_and_roll_back,
    eventful_tournament,
    reseal,
    withheld_empty_reason,
)
from tournaments.log import seals

pytestmark = pytest.mark.django_db
SCRIPT = Path(verify.__file__)


@module_fixture
def text() -> str:
    return archive_and_roll_back(eventful_tournament)


@pytest.fixture
def archive(text: str) -> Archive:
    parsed: Archive = json.loads(text)
    return parsed


def different_value(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[1:] or ["x"]
    if value is None:
        return 1
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


@pytest.mark.parametrize("name", ["entries", "confirmations", "log"])
def test_change_of_any_sealed_value_is_found_at_its_place(archive, name):
    number = next(
        place
        for place, row in enumerate(archive[name])
        if row.get("after", "") is not None and row.get("summary", "") is not None
    )
    for column, value in archive[name][number].items():
        altered = copy.copy(archive) | {name: copy.deepcopy(archive[name])}
        altered[name][number][column] = different_value(value)
        assert f"/{name}/{number}" in [place for place, _why in verify.find_problems(altered)], column


def test_change_of_any_value_of_a_seat_is_found(archive):
    for column, value in archive["entries"][0]["seats"][0].items():
        altered = copy.deepcopy(archive)
        altered["entries"][0]["seats"][0][column] = different_value(value)
        assert "/entries/0" in [place for place, _why in verify.find_problems(altered)], column


def removed(archive: Archive) -> str:
    del archive["entries"][1]
    return "/entries/1"


def swap_log_rows(archive: Archive) -> str:
    rows = archive["log"]
    rows[3], rows[4] = rows[4], rows[3]
    return "/log/3"


def cut_off(archive: Archive) -> str:
    del archive["log"][-1]
    return "/digest"


def unsealed(archive: Archive) -> str:
    archive["log"][2] |= {"seal_format": 0, "hash": "", "previous_hash": ""}
    return "/log/2"


def of_another_format(archive: Archive) -> str:
    archive["log"][2]["seal_format"] = 2
    reseal(archive)
    return "/log/2"


def hidden_entry(archive: Archive) -> str:
    archive["entries"][1]["facts"] = verify.digest("anything")
    reseal(archive)
    return "/entries/1"


def half_hidden_log_row(archive: Archive) -> str:
    archive["log"][2]["facts"] = verify.digest("anything")
    reseal(archive)
    return "/log/2"


def other_rules(archive: Archive) -> str:
    archive["rule_books"][0]["content"] = "{}"
    return "/rule_books/0"


def remove_player(archive: Archive) -> str:
    player = archive["entries"][0]["seats"][0]["player"]
    archive["players"] = [row for row in archive["players"] if row["public_id"] != player]
    return "/entries/0/seats/0/player"


def no_hand_before(archive: Archive) -> str:
    archive["hands"] = [hand for hand in archive["hands"] if hand["deal"] != 1]
    return "/hands/0"


@pytest.mark.parametrize(
    "alter",
    [
        removed,
        swap_log_rows,
        cut_off,
        unsealed,
        of_another_format,
        hidden_entry,
        half_hidden_log_row,
        other_rules,
        remove_player,
        no_hand_before,
        withheld_empty_reason,
    ],
)
def test_other_alterations_are_found(archive, alter):
    place = alter(archive)
    assert place in [place for place, _why in verify.find_problems(archive)]


@pytest.mark.parametrize("number", [0, 2, True, "1", None])
def test_other_seal_format_is_reported_with_its_number(archive, number):
    archive["entries"][0]["seal_format"] = number
    reseal(archive)
    problem = f"has seal format {number}; the only known format is 1"
    assert list(verify.find_problems(archive)) == [("/entries/0", problem)]


def test_report_names_what_is_not_verified(archive, capsys, tmp_path):
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive))
    short = receipt(archive["digest"])
    assert verify.main([str(file), short]) == verify.main([str(file), archive["digest"]]) == 0
    output = capsys.readouterr().out
    assert "that takes the rules" in output
    assert "names, and who was drawn where, are not sealed" in output
    assert "are not for everybody" in output
    assert short.replace(" ", "") in output
    assert verify.main([str(file), *short.lower().split()]) == 0
    capsys.readouterr()
    assert verify.main([str(file), "AAAAAAAA"]) == 1
    assert "/digest is another than the one that was written down" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"", "Expecting value"),
        (b"{}", "'schema' is missing"),
        (b"[]", "list indices"),
        (b'{"schema": "istaka-archive-2"}', "its schema is not istaka-archive-1"),
        (b'{"schema": "istaka-archive-1", "schema": "istaka-archive-1"}', "a name stands twice"),
        (b'{"schema": "\xff"}', "byte 12 is no UTF-8"),
        (b"\0", "Expecting value"),
        (b"[" * 100_000, "recursion"),
    ],
)
def test_invalid_archive_is_reported_in_one_line(written, why, capsys, tmp_path):
    file = tmp_path / "archive.json"
    file.write_bytes(written)
    assert verify.main([str(file)]) == 2
    output = capsys.readouterr().out
    assert "is no archive" in output
    assert why in output
    assert len(output) < 400
    assert verify.main([]) == verify.main([str(tmp_path / "none")]) == verify.main(["--help"]) == 2


@pytest.mark.parametrize("column", ["before", "after"])
def test_text_inserted_for_a_withheld_one_is_found(archive, column):
    number = next(place for place, row in enumerate(archive["log"]) if row["after"] is None)
    archive["log"][number][column] = "made up"
    assert (f"/log/{number}", "tells something else than was written") in list(verify.find_problems(archive))


def test_verifier_is_one_file_that_needs_only_python(text, tmp_path):
    imported = [node for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.Import)]
    froms = [node for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.ImportFrom)]
    names = {name.name for node in imported for name in node.names} | {str(node.module) for node in froms}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    file = tmp_path / "archive.json"
    file.write_text(text.replace("Taşlar görülmüş", "Taşlar görülmemiş", 1))
    called = [sys.executable, "-I", str(SCRIPT), str(file)]
    result = subprocess.run(called, capture_output=True, text=True, check=False, encoding="utf-8")
    assert (result.returncode, result.stderr) == (1, "")
    assert "tells something else than was written" in result.stdout


def test_verifier_speaks_turkish_where_asked(text, tmp_path):
    file = tmp_path / "archive.json"
    file.write_text(text.replace("Taşlar görülmüş", "Taşlar görülmemiş", 1), encoding="utf-8")
    called = [sys.executable, "-I", str(SCRIPT), str(file)]
    environment = {"ISTAKA_LANGUAGE": "tr", "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(called, capture_output=True, check=False, encoding="utf-8", env=environment)
    assert (result.returncode, result.stderr) == (1, "")
    assert "metni yazıldığı gibi değil" in result.stdout
    assert "el kaydı" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("doğrulama kodu ")
    help_text = subprocess.run(
        called[:-1], capture_output=True, check=False, encoding="utf-8", env=environment
    )
    assert help_text.stdout.startswith("Istaka turnuvasının arşivini doğrular")


def test_every_sentence_about_a_difference_is_translated():
    """Yielded beside a place, or returned about a row."""
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    problems: list[ast.expr | None] = [
        node.value.elts[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple)
    ]
    (about_row,) = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "row_problem"
    ]
    problems += [node.value for node in ast.walk(about_row) if isinstance(node, ast.Return)]
    sentences = {node.value for node in problems if isinstance(node, ast.Constant) and node.value}
    assert len(sentences) > 10
    assert sentences <= verify.TURKISH.keys()


def test_verifier_and_installation_render_the_same_receipt():
    seal = seals.digest("a seal")
    assert verify.receipt(seal) == receipt(seal).replace(" ", "")
    assert verify.FORMAT == seals.FORMAT
    assert set(HIDDEN_NAMES) == verify.HIDDEN_ROW_NAMES


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("tournament", "name"), 7),
        (("tournament", "name"), None),
        (("digest",), "no digest"),
        (("digest",), []),
        (("entries", 0, "lines"), "[" * 100_000),
        (("entries", 0, "hash"), None),
        (("hands", 0, "deal"), "1"),
        (("rule_books", 0, "content"), 1),
        (("log", 0), 1),
        (("log",), None),
    ],
)
def test_malformed_file_is_reported_without_a_traceback(archive, place, value, capsys, tmp_path):
    target: Any = archive
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive))
    assert verify.main([str(file)]) in (1, 2)
    assert capsys.readouterr().out


def test_terminal_escapes_are_escaped(archive, tmp_path):
    archive["tournament"]["name"] = "\x1b[2J\ud800 kupa\rnothing differs"
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive))
    called = [sys.executable, "-I", str(SCRIPT), str(file)]
    result = subprocess.run(called, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"})
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"\\x1b[2J\\ud800 kupa\\rnothing differs")


def test_too_large_file_is_not_read_completely(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(verify, "MAX_BYTES", 1000)
    file = tmp_path / "archive.json"
    file.write_bytes(b" " * 2000)
    assert verify.main([str(file)]) == 2
    assert "larger than 1000 bytes" in capsys.readouterr().out
