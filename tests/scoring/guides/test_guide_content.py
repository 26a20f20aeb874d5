"""The guides' content: equal in both languages, working links, figures by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from rules.games.okey101.problems import find_errors
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, rule_set
from scoring.guides.markdown.anchors import Anchors
from scoring.guides.markdown.guide_links import served_url
from scoring.guides.markdown.guide_page import render_guide
from scoring.guides.markdown.rack_drawings import read_rack
from scoring.guides.queries import ALL_GUIDES, Guide, guides_in
from tests.pages.page_parser import read

EVERY = [(guide, language) for guide in ALL_GUIDES for language in guide.url_slugs]
IN_BOTH = [guide for guide in ALL_GUIDES if len(guide.url_slugs) == 2]
MARKED = re.compile(r"\]\((?!https?://)([^)#]*)#?[^)]*\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMES = [f"{guide.code} {language}" for guide, language in EVERY]
of_every_guide = pytest.mark.parametrize(("guide", "language"), EVERY, ids=NAMES)


def source(guide: Guide, language: str) -> str:
    return guide.file(language).read_text(encoding="utf-8")


def rendered_elements(guide: Guide, language: str) -> Iterator[Element]:
    return read(render_guide(guide, language).body, whole=False).root.iter()


def racks(language: str) -> list[str]:
    every = (FENCE.findall(source(guide, language)) for guide in guides_in(language))
    return [block for tokens in every for kind, block in tokens if kind == "rack"]


@of_every_guide
def test_guide_begins_with_title_language_link_and_subject(guide, language):
    title, other, lead, *_rest = source(guide, language).split("\n\n")
    assert re.fullmatch(r"# [^#\n]+", title)
    assert re.fullmatch(r"\*\[[^]]+\]\([\w.]+\.md\)\*", other)
    read_it = render_guide(guide, language)
    assert read_it.title == title.removeprefix("# ")
    assert read_it.lead == lead
    assert lead.endswith(".")


@pytest.mark.release
@of_every_guide
def test_every_link_leads_to_a_file_and_a_heading(guide, language):
    ids = {element.get("id") for element in rendered_elements(guide, language)}
    for target in MARKED.findall(source(guide, language)):
        assert not target or (guide.file(language).parent / target).exists(), target
    for element in rendered_elements(guide, language):
        target = element.get("href", "")
        if target.startswith("#"):
            assert target[1:] in ids, target
        elif target.startswith("/"):
            page, _mark, place = target.partition("#")
            answer = Client().get(page)
            assert answer.status_code == 200, target
            assert not place or f'id="{place}"' in answer.content.decode(), target


@of_every_guide
def test_no_markdown_is_left_on_a_page(guide, language):
    for element in rendered_elements(guide, language):
        if element.tag not in ("code", "pre"):
            for text in (element.text or "", *(child.tail or "" for child in element)):
                assert not re.search(r"[*_`|]{1,3}|\]\(|<\w", text), text


@of_every_guide
def test_pictures_exist_and_load_lazily(guide, language):
    for element in rendered_elements(guide, language):
        if element.tag == "img":
            assert element.get("loading") == "lazy"
            assert element.get("alt")
            assert finders.find(element.get("src", "").removeprefix(settings.STATIC_URL)), element.get("src")


@pytest.mark.parametrize("guide", IN_BOTH, ids=lambda guide: guide.code)
def test_languages_have_the_same_headings_tables_and_commands(guide):
    def skeleton(language: str) -> list[str]:
        compared = ("h2", "h3", "table", "pre", "figure", "img")
        return [element.tag for element in rendered_elements(guide, language) if element.tag in compared]

    def commands(language: str) -> list[str]:
        return [block for kind, block in FENCE.findall(source(guide, language)) if kind]

    assert skeleton("tr") == skeleton("en")
    assert commands("tr") == commands("en")


def test_every_audience_has_a_guide_in_both_languages():
    codes = {guide.code for guide in IN_BOTH}
    assert codes == {
        *("organizers", "scorekeepers", "players", "referees", "beginning", "installing", "technician"),
    }


@pytest.mark.parametrize("language", ["tr", "en"])
def test_figures_of_racks_follow_the_rules(language):
    counted = [read_rack(block) for block in racks(language)]
    rules = rule_set(DEFAULT_RULE_SET)
    assert len(counted) >= 8
    for rack in counted:
        assert rack.stated_figures == rack.computed_figures
        assert not [error for error in find_errors(rack.report, rules) if error.code != "rack_out_of_range"]


def test_racks_show_a_false_okey_an_okey_left_and_pairs_doubled():
    counted = [read_rack(block) for block in racks("tr")]
    assert any("*" in dict(rack.tiles) and not rack.count.okeys for rack in counted)
    assert any(rack.count.okeys and rack.entry.opening == "series" for rack in counted)
    assert any(rack.computed_figures["pays"] == 2 * rack.count.points for rack in counted)
    assert any(not rack.entry.opened for rack in counted)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "indicator: b5",
        "indicator: z5\ntiles: r1\nopening: series",
        "indicator: b5\ntiles: r1\nopening: x",
    ],
)
def test_invalid_rack_block_is_refused(wrong):
    with pytest.raises((KeyError, ValueError)):
        read_rack(wrong)


def test_anchors_equal_those_of_code_hosts():
    anchors = Anchors()
    slugs = [
        anchors.slug_for(heading) for heading in ("If it’s late, what?", "Kalan taşları saymak", "A B", "A B")
    ]
    assert slugs == ["if-its-late-what", "kalan-taşları-saymak", "a-b", "a-b-1"]


def test_link_to_an_unserved_file_is_none():
    assert served_url("decisions/seals.md") is None
    assert served_url("players.tr.md#protesto") == "/yardim/oyuncu/#protesto"
    assert served_url("players.md#protesting") == "/en/help/player/#protesting"
    assert served_url("#here") == "#here"


def test_laptop_finds_the_guides_in_its_checkout():
    image = (Path(settings.BASE_DIR) / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {"!docs/*.md", "!docs/screenshots/*.png"} <= set(image)
