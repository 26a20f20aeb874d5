"""A part that is made once for everybody, with places left open for what only a browser's followed are shown.

Most of a page is the same for all. While a part is made for everybody, whatever asks whom the browser follows
leaves a place instead: whom it is about, what stands there if one of them is followed, and what stands there
if not. `filled` closes the places for one browser, in one pass over the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from secrets import token_hex
from uuid import UUID

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

_OWN = token_hex(8)
"""Unknown to whoever types names and notices, so that nothing they type is taken for a place."""
_WHOM, _IF_NOT, _END, _STRIP = (f"\0{_OWN}{letter}" for letter in "abcd")
FOLLOWS = f"{_OWN}e"
"""Stands for the tag of whom the browser follows: letters and digits only, as that is."""
_PLACE = re.compile(f"{_WHOM}([0-9a-f]*){_WHOM}(.*?){_IF_NOT}(.*?){_END}", re.DOTALL)
_A_STRIP = re.compile(f"{_STRIP}([0-9a-f]{{32}})")
_HEX = 32


@contextmanager
def left_open(request: HttpRequest) -> Iterator[None]:
    """Within the block the page of this request is made for everybody."""
    request.__dict__["places"] = True
    try:
        yield
    finally:
        del request.__dict__["places"]


def are_left_open(request: HttpRequest) -> bool:
    return "places" in request.__dict__


def place(whom: Collection[UUID], if_one: str, if_not: str) -> SafeString:
    """A place that is about some entrants, or a tournament of which somebody is followed."""
    ids = "".join(one.hex for one in whom)
    return mark_safe(f"{_WHOM}{ids}{_WHOM}{if_one}{_IF_NOT}{if_not}{_END}")  # noqa: S308 - made by templates


def place_of_strip(tournament: UUID) -> SafeString:
    """Where the strip of whom the browser follows in a tournament stands."""
    return mark_safe(f"{_STRIP}{tournament.hex}")  # noqa: S308 - letters and digits


def filled(text: str, followed: Collection[UUID], tag: str, strip: Callable[[UUID], str]) -> str:
    """The text as it is shown to who follows some, by the ids of their entries.

    `strip` makes the strip of a tournament, by its id; empty where he follows nobody in it.
    """
    known = {one.hex for one in followed}

    def close_strip(found: re.Match[str]) -> str:
        made = strip(UUID(hex=found[1])) if known else ""
        if made:
            known.add(found[1])
        return made

    def close(found: re.Match[str]) -> str:
        ids = found[1]
        about = any(ids[at : at + _HEX] in known for at in range(0, len(ids), _HEX))
        return found[2] if about else found[3]

    return _PLACE.sub(close, _A_STRIP.sub(close_strip, text)).replace(FOLLOWS, tag)
