from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from config.platform.static_files import IMPORT_PATTERN
from tournaments.web.script_modules import list_imports, with_imports

ROOT: Final = Path(__file__).resolve().parent.parent.parent
STATIC: Final = ROOT / "static"
SCRIPTS: Final = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
CLASSIC: Final = ("js/visitor-state.js", "js/theme.js", "js/without-modules.js")
"""Not modules: they run before painting, or where modules don't."""
MODULES: Final = [name for name in SCRIPTS if name not in CLASSIC]
WINGS: Final = [
    "tournaments",
    "play",
    "live",
    "tiles",
    "table",
    "officials",
    "rulebook",
    "paper",
    "screen",
    "sharing",
    "public",
]
"""From bottom to top: a module imports from its own package, an earlier one, or the top folder."""
LONGEST: Final = 250
LOADED: Final = re.compile(r"{% modules ([^%]*)%}")
PUT_IN: Final = re.compile(r"{% block puts_in %}{% static '([^']*)' %}")
"""Loaded only by browsers that personalize the page."""


def module_layer(name: str) -> int:
    """Return a module's layer; -1 for shared modules."""
    _js, *folders = Path(name).parent.parts
    return WINGS.index(folders[0]) if folders else -1


def loaded() -> set[str]:
    templates = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    tags = (tag for template in templates for tag in LOADED.findall(template))
    named = {name for tag in tags for name in re.findall(r'"([^"]+)"', tag)}
    named |= {name for template in templates for name in PUT_IN.findall(template)}
    return named


def test_each_module_is_loaded_or_imported() -> None:
    assert sorted(with_imports(*sorted(loaded()))) == MODULES


def test_modules_share_only_their_exports_and_import_from_lower_layers() -> None:
    assert {name: faults for name in MODULES if (faults := [*module_faults(name)])} == {}


def module_faults(name: str) -> Iterator[str]:
    source = (STATIC / name).read_text(encoding="utf-8")
    globals_set = re.findall(
        r"\b(?:window|self|globalThis)\.\w+ = ", source.replace("window.location.href = ", "")
    )
    yield from (*globals_set, *(old for old in ("use strict", "(function") if old in source))
    if source.count("\n") > LONGEST:
        yield "too long"
    if not has_plain_imports(name, re.sub(r"//[^\n]*", "", source)):
        yield "an import that the storage doesn't rewrite"
    yield from (other for other in list_imports(name) if module_layer(other) > module_layer(name))
    if name in with_imports(*list_imports(name)):
        yield "imports itself"


def has_plain_imports(name: str, source: str) -> bool:
    """The storage misses any other form, and the browser would load a second copy without a hash."""
    urls = [match["url"] for match in re.finditer(IMPORT_PATTERN[0], source)]
    words = sum(2 if re.search(rf'from "{re.escape(url)}"', source) else 1 for url in urls)
    found = re.findall(r"""(?<!/)\bimport\b|\bfrom\s*["'`]""", source)
    return len(found) == words and len(urls) == len(set(urls)) == len(list_imports(name))


def test_collected_modules_import_each_other_by_hashed_names(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=str(tmp_path), DEBUG=False):
        call_command("collectstatic", interactive=False, verbosity=0)
        hashed = {name: staticfiles_storage.url(name).removeprefix("/static/") for name in MODULES}
    known = set(hashed.values())
    for name, stored in hashed.items():
        assert re.search(r"\.[0-9a-f]{12}\.js$", stored)
        source = (tmp_path / stored).read_text(encoding="utf-8")
        named = [match["url"] for match in re.finditer(IMPORT_PATTERN[0], source)]
        assert len(named) == len(list_imports(name))
        assert not re.search(r"^\s*(//.*)?$", source.removesuffix("\n"), re.MULTILINE)
        stored_path = tmp_path / stored
        assert {
            (stored_path.parent / url).resolve().relative_to(tmp_path.resolve()).as_posix() for url in named
        } <= known
