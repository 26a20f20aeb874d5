from __future__ import annotations

import pytest
from django.utils.translation import gettext, ngettext, override

from rules.localized_text import Text
from tests.pages.latin_words import latin_words
from tests.pages.page_parser import read, words_shown
from tests.pages.pseudo_locale import pseudo_locale, pseudo_typed, translate_message
from tests.pages.strict_html import faults_of

PAGE = "<!doctype html><html lang=tr><title>Tables</title><body>{}"


def words_of_html(html: str) -> list[str]:
    words = words_shown(read(PAGE.format(html), whole=True).root)
    return [word.strip() for word in words if word.strip()][1:]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>Hand <b>3</b> saved</p>", ["Hand", "3", "saved"]),
        ('<button aria-label="Close"></button>', ["Close"]),
        ('<input placeholder="Name"><img alt="A cup" src="x">', ["Name", "A cup"]),
        ('<form data-saving="Saving the hand" data-step="next"></form>', ["Saving the hand"]),
        ('<input type=submit value="Send">', ["Send"]),
        ('<script type="application/json">{"a": {"b": "Hand saved"}, "c": "okey"}</script>', ["Hand saved"]),
        ("<script>var words = 'Hand saved';</script>", []),
        ('<p translate="no">Istaka</p><p lang="en">English</p>', []),
    ],
)  # fmt: skip
def test_visible_and_audible_texts_are_found(html, words):
    assert words_of_html(html) == words


def test_messages_and_rule_sentences_are_translated():
    with pseudo_locale(), override("tr"):
        messages = [
            gettext("Sign in"),
            ngettext("%(played)s of %(total)s hand played", "%(played)s of %(total)s hands played", 2)
            % {"played": 1, "total": 2},
        ]
        rule = Text("El yazıldı", "The hand is written").in_language("tr")
        unknown = gettext("Nobody translated this")
    assert [latin_words(text) for text in (*messages, rule)] == [[], [], []]
    assert unknown == "Nobody translated this"
    with override("tr"):
        assert latin_words(gettext("Sign in")) != []


def test_placeholders_are_kept():
    assert (
        translate_message("%(name)s <b>won</b> at&nbsp;%s")
        == f"%(name)s <b>{translate_message('won')}</b> {translate_message('at')}&nbsp;%s"
    )
    assert latin_words(pseudo_typed("Ayşe Işık İnci Çağ")) == []


@pytest.mark.parametrize("text", ["A1", "Istaka", "B", "VII", "3 / 11", "testserver/m/abcDEF_12-x/"])
def test_codes_and_numbers_are_kept(text):
    assert latin_words(text) == []


@pytest.mark.parametrize(
    "html",
    [
        "<h1>1</h1><p id=a></p><p id=a></p>",
        "<h1>1</h1><input name=x>",
        "<h1>1</h1><h1>2</h1>",
        "<h1>1</h1><h3>2</h3>",
        "<h1>1</h1><p></div></p>",
        "<h1>1</h1><a href='#nowhere'>x</a>",
        "<h1>1</h1><p aria-describedby=nowhere></p>",
    ],
)
def test_faults_are_found(html):
    assert list(faults_of(read(PAGE.format(html), whole=True), page=True))
    assert not list(faults_of(read(PAGE.format("<h1>1</h1>"), whole=True), page=True))
