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
def test_every_icon_is_drawn_and_silent(name):
    drawn = render(f"{{% icon '{name}' %}}")
    assert 'aria-hidden="true"' in drawn
    assert drawn.endswith("</svg>")


def test_an_icon_that_does_not_exist_is_a_mistake():
    with pytest.raises(KeyError):
        render("{% icon 'nothing' %}")


def test_sides_differ_in_shape_and_letter():
    assert render("{% side 'A' %}") == '<span class="side">A</span>'
    assert render("{% side 'B' %}") == '<span class="side b">B</span>'
    assert render("{% side 'D' %}") == '<span class="side d">D</span>'


def test_a_tile_has_its_name_in_both_languages():
    assert 'aria-label="kırmızı 7"' in render("{% tile 'r7' %}")
    assert 'aria-label="red 7"' in render("{% tile 'r7' %}", "en")
    assert 'class="tile false s"' in render("{% tile '*' 's' %}")


def test_progress_shows_hands_played_the_one_on_the_table_and_those_to_come():
    drawn = render("{% hands_progress 6 1 11 %}")
    assert drawn.count("<i ") == 11
    assert drawn.count('"now"') == 1
    assert drawn.count('"todo"') == 4
    assert "6" in drawn


def test_of_a_match_without_a_number_of_hands_the_row_fades_away():
    drawn = render("{% hands_progress 2 1 None %}", "en")
    assert re.findall('<i class="([a-z]*)">', drawn) == ["", "", "now", "open", "open", "open"]
    assert 'aria-label="2 hands played"' in drawn


def test_extra_hands_lengthen_the_row():
    drawn = render("{% hands_progress 12 1 11 %}", "en")
    assert drawn.count("<i ") == 13
    assert 'aria-label="12 hands played, extra hands included"' in drawn
