"""Letters and their order are Turkish wherever names are compared, sorted or capitalized: in one place."""

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
from tournaments.naming.names import capital, fold

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("config", "rules", "scoring", "tournaments")
CASING = {"upper", "lower", "casefold", "capitalize", "title", "swapcase"}
AT_HOME = {"tournaments/naming/names.py", "tournaments/naming/collation.py"}
"""Where letters are turned into others, by Turkish rules."""
NO_NAMES = {
    "config/platform/utf8_requests.py": "names of charsets",
    "config/monitoring/request_measurement.py": "names of headers, which are bytes",
    "scoring/archive/verify.py": "letters of a digest, none of which is i",
    "scoring/officials/queries/people.py": "e-mail addresses and licence numbers",
    "tournaments/domain/accounts/codes.py": "letters of a code, none of which is i",
    "tournaments/domain/sign_up/codes.py": "letters of a code, none of which is i",
    "tournaments/naming/dated.py": "names of months, of which a Turkish one is turned by its own letters",
    "rules/standings/needs.py": "begins a sentence of the rules, which never begins with i",
    "rules/books/stages.py": "names of tie-breaks inside a sentence, none with I",
    "rules/games/okey101/book/telling.py": "English words",
    "scoring/guides/markdown/anchors.py": "anchors of headings, which nobody reads",
    "scoring/table/forms/okey101/seat.py": "codes of tiles",
    "scoring/paper/domain/shorthand.py": "marks of the paper: letters of seats",
    "scoring/paper/games/okey101/notation.py": "marks of the paper: letters of infractions",
    "scoring/paper/games/okey_points/notation.py": "marks of the paper: letters of finishes",
    "scoring/paper/games/okey_task/notation.py": "marks of the paper: letters of tasks",
    "scoring/table/forms/okey_task/seat.py": "codes of tiles",
    "scoring/live/streams/parts.py": "names of headers, which are bytes",
    "scoring/public/people/words.py": "kinds of finish, none of which begins with i",
    "tournaments/access/tables.py": "a table's short code, which has no i",
    "tournaments/files/tables.py": "how a file that is no table begins, in English words",
    "tournaments/forms/stages.py": "begins a sentence with a number word, i as İ",
    "tournaments/models/people.py": "e-mail addresses",
    "tournaments/templatetags/okey.py": "the letter of a side",
    "scoring/trust/foreign_schema.py": "names of SQL",
    "tournaments/domain/signing_in.py": "e-mail addresses",
    "tournaments/naming/email_addresses.py": "e-mail addresses",
    "tournaments/views/devices.py": "e-mail addresses",
}
ORDER = ["9", "Ahmet", "Can", "Çağ", "Ğ", "Işık", "İpek", "Oya", "Öz", "Su", "Şan", "Uğur", "Üzüm", "Zeki"]


def calls() -> Iterator[tuple[str, int, str]]:
    """Every method that turns letters into others: file, line, name."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = node.func if isinstance(node, ast.Call) and not node.args else None
                if isinstance(called, ast.Attribute) and called.attr in CASING:
                    yield path.relative_to(ROOT).as_posix(), called.lineno, called.attr


def test_only_one_place_knows_what_is_small_and_large():
    strange = {call for call in calls() if call[0] not in AT_HOME | set(NO_NAMES)}
    assert sorted(strange) == []


def test_exceptions_are_still_needed():
    assert set(NO_NAMES) <= {path for path, _line, _name in calls()}


def test_no_database_orders_names():
    """SQLite knows no Turkish, PostgreSQL what its machine knows: `order_by` is for numbers and times."""
    texts = {
        field.name
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.name in ("name", "full_name", "alias", "club_name", "venue")
    }
    amiss = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "order_by":
                    asked = [one.value for one in node.args if isinstance(one, ast.Constant)]
                    last = {str(one).lstrip("-").rsplit("__", 1)[-1] for one in asked}
                    if last & texts and "group" not in str(asked):
                        amiss.append((path.relative_to(ROOT).as_posix(), node.lineno))
    assert amiss == []


def test_no_template_and_no_stylesheet_capitalizes_names():
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.css")]
    naive = ("|upper", "|title", "text-transform: capitalize")
    assert [path.name for path in sources if any(one in path.read_text() for one in naive)] == []


@given(st.permutations(ORDER))
def test_names_follow_the_alphabet_from_whatever_order(mixed):
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
    decomposed = [unicodedata.normalize("NFD", one) for one in (first, then)]
    assert turkish_order(decomposed[0]) < turkish_order(decomposed[1])


@pytest.mark.parametrize(
    ("name", "letter"),
    [("ışık", "I"), ("ipek", "İ"), ("şule", "Ş"), ("âdem", "A"), ("7 Renk", "#"), ("", "#")],
)
def test_a_name_is_listed_under_its_letter(name, letter):
    assert initial(name) == letter


@pytest.mark.parametrize(("letter", "large"), [("i", "İ"), ("ı", "I"), ("ş", "Ş"), ("â", "Â"), ("q", "Q")])
def test_capitals_are_turkish_and_come_back(letter, large):
    assert capital(letter) == large
    assert fold(large) == letter


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_order_is_the_same_on_every_database():
    for name in reversed(ORDER):
        ClubFactory.create(name=name)
    names = Club.objects.order_by("pk").values_list("name", flat=True)
    assert sorted(names, key=turkish_order) == ORDER
