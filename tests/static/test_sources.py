"""The scripts as a house: modules with one subject each, in the order of the wings, each loaded by a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from config.platform.static_files import IMPORT_PATTERN
from scoring.rulebook.views.games import JUDGED
from tournaments.web.script_modules import imports_of, with_imports

ROOT: Final = Path(__file__).resolve().parent.parent.parent
STATIC: Final = ROOT / "static"
SCRIPTS: Final = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
BEFORE_PAINTING: Final = ("js/early.js", "js/theme.js")
"""No modules: they run before anything is painted."""
MODULES: Final = [name for name in SCRIPTS if name not in BEFORE_PAINTING]
WINGS: Final = [
    "tournaments",
    "play",
    "live",
    "judge",
    "tiles",
    "table",
    "officials",
    "rulebook",
    "paper",
    "screen",
    "sharing",
    "public",
]
"""From the ground up: a module imports what lies beside it, in an earlier wing, or above all wings."""
LONGEST: Final = 250
LOADED: Final = re.compile(r"{% modules ([^%]*)%}")
PUT_IN: Final = re.compile(r"{% block puts_in %}{% static '([^']*)' %}")
"""What only browsers load that have something to put in."""


def wing(name: str) -> int:
    """-1 for what all wings share."""
    _js, *folders = Path(name).parent.parts
    return WINGS.index(folders[0]) if folders else -1


def loaded() -> set[str]:
    """What pages load themselves."""
    templates = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    tags = (tag for template in templates for tag in LOADED.findall(template))
    named = {name for tag in tags for name in re.findall(r'"([^"]+)"', tag)}
    named |= {name for template in templates for name in PUT_IN.findall(template)}
    return named | {judging.script for judging in JUDGED}


def test_each_is_loaded_by_a_page_or_imported_by_one_that_is() -> None:
    assert sorted(with_imports(*sorted(loaded()))) == MODULES


@pytest.mark.parametrize("name", MODULES)
def test_a_module_shares_nothing_but_what_it_exports(name: str) -> None:
    source = (STATIC / name).read_text(encoding="utf-8")
    assert not re.search(
        r"\b(?:window|self|globalThis)\.\w+ = ", source.replace("window.location.href = ", "")
    )
    assert "use strict" not in source
    assert "(function" not in source
    assert source.count("\n") <= LONGEST


@pytest.mark.parametrize("name", MODULES)
def test_imports_are_written_in_the_one_way_that_is_found(name: str) -> None:
    """An import that the storage did not see would name a second copy of a module, without a hash."""
    source = re.sub(r"//[^\n]*", "", (STATIC / name).read_text(encoding="utf-8"))
    found = [match["url"] for match in re.finditer(IMPORT_PATTERN[0], source)]
    assert len(re.findall(r"""\bimport\b|\bfrom\s*["'`]""", source)) == sum(
        2 if re.search(rf'from "{re.escape(url)}"', source) else 1 for url in found
    )
    assert len(found) == len(set(found)) == len(imports_of(name))


@pytest.mark.parametrize("name", MODULES)
def test_imports_run_down_the_wings(name: str) -> None:
    assert [other for other in imports_of(name) if wing(other) > wing(name)] == []
    assert name not in with_imports(*imports_of(name))


def test_collected_modules_import_one_another_by_the_names_that_pages_give_them(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=str(tmp_path), DEBUG=False):
        call_command("collectstatic", interactive=False, verbosity=0)
        hashed = {name: staticfiles_storage.url(name).removeprefix("/static/") for name in MODULES}
    known = set(hashed.values())
    for name, stored in hashed.items():
        assert re.search(r"\.[0-9a-f]{12}\.js$", stored)
        source = (tmp_path / stored).read_text(encoding="utf-8")
        named = [match["url"] for match in re.finditer(IMPORT_PATTERN[0], source)]
        assert len(named) == len(imports_of(name))
        assert not re.search(r"^\s*(//.*)?$", source.removesuffix("\n"), re.MULTILINE)
        here = tmp_path / stored
        assert {
            (here.parent / url).resolve().relative_to(tmp_path.resolve()).as_posix() for url in named
        } <= known
