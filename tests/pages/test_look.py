"""Promises of the stylesheet and the templates that no page shows by itself."""

import re
from pathlib import Path

import pytest

from tournaments.templatetags.icons import ICONS

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLESHEETS = sorted((ROOT / "static").rglob("*.css"))
MODERN = (":has(", "color-mix(", "light-dark(", "@layer", "@container")
STYLESHEET = (ROOT / "static" / "css" / "istaka.css").read_text(encoding="utf-8")


def test_dark_is_the_same_by_wish_of_the_system_and_of_the_person():
    by_system = re.search(
        r'\(prefers-color-scheme: dark\) \{ :root:not\(\[data-theme="light"\]\) \{(.*?)\}', STYLESHEET, re.S
    )
    by_person = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', STYLESHEET, re.S)
    assert by_system
    assert by_person
    assert by_system.group(1).split() == by_person.group(1).split()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_nothing_is_inline_that_the_content_policy_forbids(template: Path):
    source = template.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=", source)
    assert not re.search(r"<[^>%]*\son[a-z]+=", source)
    assert not re.search(r"<script(?![^>]*\ssrc=)", source)
    assert "hx-on" not in source


def test_icons_that_templates_ask_for_exist():
    asked = {
        name
        for template in TEMPLATES
        for name in re.findall(r'{% icon "([^"]+)" %}', template.read_text(encoding="utf-8"))
    }
    assert asked <= set(ICONS)


@pytest.mark.parametrize("stylesheet", STYLESHEETS, ids=lambda path: path.name)
def test_plain_css_for_old_phones(stylesheet: Path):
    source = re.sub(r"/\*.*?\*/", "", stylesheet.read_text(encoding="utf-8"), flags=re.S)
    asked = [modern for modern in MODERN if modern in source]
    assert asked == []
    assert not re.search(r"{[^{}]*&", source), "nesting"


@pytest.mark.parametrize("stylesheet", STYLESHEETS, ids=lambda path: path.name)
def test_a_stylesheet_loads_nothing(stylesheet: Path):
    assert "@import" not in stylesheet.read_text(encoding="utf-8")
    assert "//" not in re.sub(r"/\*.*?\*/", "", stylesheet.read_text(encoding="utf-8"), flags=re.S)
