from __future__ import annotations

import json
import pickle

import pytest
from django.template import Context, Template

from tests.pages.page_parser import read
from tests.pages.translated_names import codes_to_translate, names_to_translate
from tournaments.play.late_entries import HasPlayed


@pytest.mark.parametrize(
    ("html", "names", "codes"),
    [
        ('<p translate="no">Ա</p><b>Бб</b>', [], []),
        ('<p>Бб <span translate="no">Ա</span> бб</p>', [], []),
        ("<p>Бб <span>Ա</span></p>", ["Ա"], []),
        ('<p class="note">Ա бб</p>', ["Ա бб"], []),
        ('<img alt="Ա"><img alt="Ա" translate="no">', ["Ա"], []),
        ('<input aria-label="Бб Ա" title="бб">', ["Бб Ա"], []),
        ('<meta content="Ա">', [], []),
        ('<code>XK4P</code><p class="ci-digits">12</p>', [], ["XK4P", "12"]),
    ],
)
def test_texts_to_translate_are_found(html, names, codes):
    root = read(html, whole=False).root
    assert [*names_to_translate(root)] == names
    assert [*codes_to_translate(root)] == codes


def test_titles_are_names_too():
    root = read("<!doctype html><title>Ա</title>", whole=True).root
    assert [*names_to_translate(root)] == ["Ա"]


def test_refusal_is_plain_text_whose_html_leaves_the_name_untranslated():
    message = HasPlayed(name="Ա <b>").message
    assert json.loads(json.dumps(message)) == message == str(HasPlayed.template) % {"name": "Ա <b>"}
    html = Template("{{ message }}").render(Context({"message": pickle.loads(pickle.dumps(message))}))
    assert '<span translate="no">Ա &lt;b&gt;</span>' in html
