"""How templates are read: as they are written, but for what lays them out for those who write them."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")
TEMPLATE_TAG = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
QUOTED = rf'"(?:{TEMPLATE_TAG}|[^"])*"|\'(?:{TEMPLATE_TAG}|[^\'])*\''
TAG = re.compile(rf"<[a-zA-Z](?:{TEMPLATE_TAG}|{QUOTED}|[^>\"'])*>")
LINE_BREAK = re.compile(r"\s*\n\s*(>$)?")


class Loader(filesystem.Loader):
    """Takes indentation away, and the line breaks inside an element's tag.

    Nobody reads them on a page, and each page would carry them to each phone. Words that a `pre` would show
    as they stand must come from a variable.
    """

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", TAG.sub(_on_one_line, super().get_contents(origin)))


def _on_one_line(tag: re.Match[str]) -> str:
    """A break between attributes is a space, one before the end of the tag nothing."""
    return LINE_BREAK.sub(lambda found: found[1] or " ", tag[0])
