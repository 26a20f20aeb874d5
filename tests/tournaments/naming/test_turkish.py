from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import ClubFactory
from tournaments.models import Club
from tournaments.naming.collation import initial, turkish_order
from tournaments.naming.names import capital_initial, fold

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("config", "rules", "scoring", "tournaments")
CASING = {"upper", "lower", "casefold", "capitalize", "title", "swapcase"}
CASE_MODULES = {"tournaments/naming/names.py", "tournaments/naming/collation.py"}
"""Modules that may change the case of letters."""
NO_NAMES = {
    "config/platform/django_handler.py": "names of charsets",
    "config/monitoring/request_measurement.py": "names of headers, which are bytes",
    "scoring/archive/verify.py": "letters of a digest, none of which is i",
    "scoring/people/queries.py": "e-mail addresses and licence numbers",
    "tournaments/accounts/domain/link_codes.py": "letters of a code, none of which is i",
    "tournaments/signup/domain/application_codes.py": "letters of a code, none of which is i",
    "tournaments/naming/dates_in_names.py": "names of months; a Turkish one is cased by its own letters",
    "rules/standings/statements.py": "a sentence of the rules never begins with i",
    "rules/book/stage_sentences.py": "names of tie-breaks inside a sentence, none with I",
    "rules/games/okey101/book/wording.py": "English words",
    "scoring/guides/markdown/anchors.py": "anchors of headings, which nobody reads",
    "scoring/table/forms/okey101_seat.py": "codes of tiles",
    "scoring/paper/domain.py": "marks of the paper: letters of seats",
    "scoring/paper/games/okey101_notation.py": "marks of the paper: letters of infractions",
    "scoring/paper/games/okey_points_notation.py": "marks of the paper: letters of finishes",
    "scoring/paper/games/okey_task_notation.py": "marks of the paper: letters of tasks",
    "scoring/table/forms/okey_task_seat.py": "codes of tiles",
    "scoring/rulebook/tile_question.py": "codes of tiles",
    "scoring/live/streams/live_fragments.py": "names of headers, which are bytes",
    "scoring/statistics/statistics_labels.py": "kinds of finish, none of which begins with i",
    "tournaments/access/tables.py": "a table's short code, which has no i",
    "tournaments/spreadsheets/file_tables.py": "how a file that is no table begins, in English words",
    "tournaments/setup/forms/stage_flow.py": "begins a sentence with a number word, i as İ",
    "tournaments/templatetags/okey.py": "the letter of a side",
    "scoring/integrity/foreign_schema.py": "names of SQL",
    "tournaments/naming/email_addresses.py": "e-mail addresses",
}
ORDER = ["9", "Ahmet", "Can", "Çağ", "Ğ", "Işık", "İpek", "Oya", "Öz", "Su", "Şan", "Uğur", "Üzüm", "Zeki"]


def calls() -> Iterator[tuple[str, int, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = node.func if isinstance(node, ast.Call) and not node.args else None
                if isinstance(called, ast.Attribute) and called.attr in CASING:
                    yield path.relative_to(ROOT).as_posix(), called.lineno, called.attr


@pytest.mark.release
def test_letter_case_is_changed_in_one_place():
    strange = {call for call in calls() if call[0] not in CASE_MODULES | set(NO_NAMES)}
    assert sorted(strange) == []


@pytest.mark.release
def test_exceptions_are_still_needed():
    assert set(NO_NAMES) <= {path for path, _line, _name in calls()}


@pytest.mark.release
def test_database_never_sorts_names():
    """SQLite doesn't know Turkish, PostgreSQL depends on its locale: `order_by` is for numbers and times."""
    texts = {
        field.name
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.name in ("name", "full_name", "club_name", "venue")
    }
    violations = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "order_by":
                    arguments = [
                        argument.value for argument in node.args if isinstance(argument, ast.Constant)
                    ]
                    last = {str(argument).lstrip("-").rsplit("__", 1)[-1] for argument in arguments}
                    if last & texts and "group" not in str(arguments):
                        violations.append((path.relative_to(ROOT).as_posix(), node.lineno))
    assert violations == []


def test_templates_and_stylesheets_never_capitalize_names():
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.css")]
    naive = ("|upper", "|title", "text-transform: capitalize")
    assert [path.name for path in sources if any(pattern in path.read_text() for pattern in naive)] == []


@given(st.permutations(ORDER))
def test_names_sort_by_the_alphabet(mixed):
    assert sorted(mixed, key=turkish_order) == ORDER


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Cem", "Çağan"),
        ("Gül", "Ğ"),
        ("Iğdır", "İbrahim"),
        ("ılgaz", "Irmak"),
        ("Işıl", "ışıltı"),
        ("Oya", "Öykü"),
        ("Suna", "Şule"),
        ("Umut", "Ümit"),
        ("Adem", "Âdil"),
        ("Âdem", "Adil"),
        ("Kâmil", "Kamran"),
        ("Hikmet", "Hîlmi"),
    ],
)
def test_each_turkish_letter_has_its_own_place(first, then):
    assert turkish_order(first) < turkish_order(then)
    decomposed = [unicodedata.normalize("NFD", name) for name in (first, then)]
    assert turkish_order(decomposed[0]) < turkish_order(decomposed[1])


@pytest.mark.parametrize(
    ("name", "letter"),
    [("ışık", "I"), ("ipek", "İ"), ("şule", "Ş"), ("âdem", "A"), ("7 Renk", "#"), ("", "#")],
)
def test_initial_of_a_name(name, letter):
    assert initial(name) == letter


@pytest.mark.parametrize(("letter", "large"), [("i", "İ"), ("ı", "I"), ("ş", "Ş"), ("â", "Â"), ("q", "Q")])
def test_capitals_are_turkish_and_reversible(letter, large):
    assert capital_initial(letter) == large
    assert fold(large) == letter


@pytest.mark.postgres
@pytest.mark.django_db
def test_order_is_the_same_on_every_database():
    for name in reversed(ORDER):
        ClubFactory.create(name=name)
    names = Club.objects.order_by("pk").values_list("name", flat=True)
    assert sorted(names, key=turkish_order) == ORDER
