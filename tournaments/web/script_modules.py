from __future__ import annotations

import re
from functools import cache
from posixpath import dirname, join, normpath

from django.conf import settings

IMPORT = re.compile(r'^(?:import |(?:import|export|}) ?.*from )"(\.[^"]+)";$', re.M)


@cache
def list_imports(name: str) -> tuple[str, ...]:
    source = (settings.STATIC_SOURCE / name).read_text(encoding="utf-8")
    return tuple(normpath(join(dirname(name), imported)) for imported in IMPORT.findall(source))


def with_imports(*names: str) -> tuple[str, ...]:
    """Return the modules and their imports, each once, importers first."""
    modules: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in modules:
            modules[name] = None
            waiting.extend(list_imports(name))
    return tuple(modules)
