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
    """Pages without indentation are a tenth smaller.

    Content of a `pre` must therefore come from a variable.
    """

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", TAG.sub(_on_one_line, super().get_contents(origin)))


def _on_one_line(tag: re.Match[str]) -> str:
    return LINE_BREAK.sub(lambda found: found[1] or " ", tag[0])
