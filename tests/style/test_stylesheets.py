import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments.enums import ClubColour

ROOT = Path(__file__).resolve().parent.parent.parent
STYLESHEETS = sorted((ROOT / "static").rglob("*.css"))
MODERN = (":has(", "color-mix(", "light-dark(", "@layer", "@container")
STYLESHEET = (ROOT / "static" / "css" / "istaka.css").read_text(encoding="utf-8")


def test_dark_theme_is_equal_by_system_and_by_choice():
    by_system = re.search(
        r'\(prefers-color-scheme: dark\) \{ :root:not\(\[data-theme="light"\]\) \{(.*?)\}', STYLESHEET, re.S
    )
    by_person = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', STYLESHEET, re.S)
    assert by_system
    assert by_person
    assert by_system.group(1).split() == by_person.group(1).split()


def tokens(of: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): ?(#[0-9a-f]+)", of))


def contrast(first: str, other: str) -> float:
    def light(colour: str) -> float:
        figures = colour[1:] if len(colour) > 4 else "".join(2 * figure for figure in colour[1:])
        parts = [int(figures[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(first), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", [colour for colour in ClubColour.values if colour])
def test_club_colours_have_the_contrast_of_felt_in_both_themes(colour: str):
    source = (ROOT / "static" / "css" / "club-colours.css").read_text(encoding="utf-8")
    blocks = re.findall(rf':root\[data-colour="{colour}"\]([^{{]*)\{{(.*?)\}}', source, re.S)
    selectors = [where.strip() for where, _tokens in blocks]
    assert selectors == ["", ':not([data-theme="light"])', '[data-theme="dark"]']
    light, by_system, by_person = (tokens(block) for _where, block in blocks)
    assert by_system == by_person
    assert light.keys() == by_person.keys()
    usual = tokens(STYLESHEET[: STYLESHEET.index("the dark values are duplicated")])
    dark = tokens(STYLESHEET[STYLESHEET.index(':root[data-theme="dark"]') :].partition("}")[0])
    for theme in (usual | light, usual | dark | by_person):
        pairs = [
            ("felt-on", "felt"),
            ("felt-on", "felt-press"),
            ("cloth-on", "cloth"),
            ("cloth-on", "cloth-2"),
        ]
        pairs += [("felt-text", ground) for ground in ("felt-soft", "ground", "surface", "sunk")]
        assert [pair for pair in pairs if contrast(theme[pair[0]], theme[pair[1]]) < 4.5] == []
        assert contrast(theme["felt"], theme["surface"]) >= 3


@pytest.mark.parametrize("colour", [colour for colour in ClubColour.values if colour])
def test_large_screen_in_club_colours_has_the_contrast_of_felt(colour: str):
    source = (ROOT / "static" / "css" / "screen" / "tv.css").read_text(encoding="utf-8")
    felt, theirs = (
        tokens(source[source.index(start) :].partition("}")[0])
        for start in (".tv-root {", f'.tv-root[data-colour="{colour}"]')
    )
    read = {"#fff", *re.findall(r"(?:--dim|[^-]color): (#[dbc][0-9a-f]{5});", source)}
    assert read >= {"#fff", "#d5e6dd", "#bfd3c9", "#c6d9cf"}
    for ground in ("near", "far", "foot"):
        for letters in read:
            on_felt, on_theirs = (contrast(letters, ours[ground]) for ours in (felt, theirs))
            assert on_theirs >= on_felt >= 5.5, (ground, letters)


def test_css_has_no_features_that_old_phones_lack_and_loads_nothing():
    found = {path.name: {*modern_features(path.read_text(encoding="utf-8"))} for path in STYLESHEETS}
    assert {name: used for name, used in found.items() if used} == {}


def modern_features(source: str) -> Iterator[str]:
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
    yield from (feature for feature in (*MODERN, "@import", "//") if feature in source)
    if re.search(r"{[^{}]*&", source):
        yield "nesting"
