"""Asks a tile referee and reads its answer."""

from __future__ import annotations

import re
from typing import Any, Final

from django.http import HttpResponse
from django.test import Client

from tests.languages import path_in_language

_LINE: Final = re.compile(r'<p class="line [\w-]*" data-test="(\w+)">(.*?)</p>', re.DOTALL)
_CITATION: Final = re.compile(r'<a class="src" href="([^"]+)">([^<]+)</a>')
_PART: Final = re.compile(r'<div id="([\w-]+)" hx-swap-oob="innerHTML">')


def request_page(address: str, language: str = "tr", **question: str) -> Any:
    return Client().get(path_in_language(address, language), question)


def request(address: str, language: str = "tr", **question: str) -> Any:
    """Return the fragment."""
    return Client().get(path_in_language(address, language), question, headers={"HX-Request": "true"})


def parts_of(response: HttpResponse) -> dict[str, str]:
    """By id: the verdict, each group's reading, and melds found on a rack."""
    _nothing, *parts = _PART.split(response.content.decode())
    return dict(zip(parts[::2], parts[1::2], strict=True))


def lines_of(html: str) -> dict[str, list[str]]:
    """Return the numbers of the sentences that each line cites, by its code."""
    return {code: [number for _at, number in _CITATION.findall(text)] for code, text in _LINE.findall(html)}


def cited_addresses(html: str) -> list[str]:
    return [address for address, _number in _CITATION.findall(html)]


def ask(address: str, **question: str) -> dict[str, list[str]]:
    """Return the lines of the verdict."""
    response = request(address, **question)
    assert response.status_code == 200
    return lines_of(parts_of(response)["verdict"])


def read_group(address: str, group: str, **question: str) -> dict[str, list[str]]:
    """Return the lines about one group."""
    return lines_of(parts_of(request(address, melds=group, **question))["reads-0"])
