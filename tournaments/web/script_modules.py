"""Scripts that are modules, and what they import: read in the sources, so that no list can forget one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles.finders import find

IMPORT = re.compile(r'^(?:import |(?:import|export|}) ?.*from )"(\.[^"]+)";$', re.M)


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """The modules that one names itself, in its order."""
    found = find(name)
    assert isinstance(found, str), f"there is no {name}"
    source = Path(found).read_text(encoding="utf-8")
    return tuple(normpath(join(dirname(name), named)) for named in IMPORT.findall(source))


def with_imports(*names: str) -> tuple[str, ...]:
    """These modules and all that is imported by them, each once, behind whatever imports it."""
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting.extend(imports_of(name))
    return tuple(found)
