import re

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.templatetags.icons import ICONS


def render(source: str, language: str = "tr", **context) -> str:
    with translation.override(language):
        return Template("{% load okey %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("number", "turkish", "english"),
    [(2390, "+2.390", "+2,390"), (-101, "−101", "−101"), (0, "0", "0"), (None, "", "")],
)
def test_penalties_are_signed_and_grouped_by_language(number, turkish, english):
    assert render("{{ n|signed }}", n=number) == turkish
    assert render("{{ n|signed }}", "en", n=number) == english


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_hidden_from_screen_readers(name):
    html = render(f"{{% icon '{name}' %}}")
    assert 'aria-hidden="true"' in html
    assert html.endswith("</svg>")


def test_unknown_icon_raises_key_error():
    with pytest.raises(KeyError):
        render("{% icon 'nothing' %}")


def test_sides_differ_in_shape_and_letter():
    assert render("{% side 'A' %}") == '<span class="side">A</span>'
    assert render("{% side 'B' %}") == '<span class="side b">B</span>'
    assert render("{% side 'D' %}") == '<span class="side d">D</span>'


def test_tile_has_its_name_in_both_languages():
    assert 'aria-label="kırmızı 7"' in render("{% tile 'r7' %}")
    assert 'aria-label="red 7"' in render("{% tile 'r7' %}", "en")
    assert 'class="tile false s"' in render("{% tile '*' 's' %}")


def test_progress_shows_played_current_and_coming_hands():
    html = render("{% hands_progress 6 1 11 %}")
    assert html.count("<i ") == 11
    assert html.count('"now"') == 1
    assert html.count('"todo"') == 4
    assert "6" in html


def test_progress_without_a_total_fades_out():
    html = render("{% hands_progress 2 1 None %}", "en")
    assert re.findall('<i class="([a-z]*)">', html) == ["", "", "now", "open", "open", "open"]
    assert 'aria-label="2 hands played"' in html


def test_extra_hands_lengthen_the_row():
    html = render("{% hands_progress 12 1 11 %}", "en")
    assert html.count("<i ") == 13
    assert 'aria-label="12 hands played, extra hands included"' in html
