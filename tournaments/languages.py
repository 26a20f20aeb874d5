"""The address says in which language a page is: bare it is Turkish, under `/en/` English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse, translate_url
from django.utils.functional import lazystr
from django.utils.translation import get_language, override

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

BARE: Final[str] = settings.LANGUAGE_CODE
"""The language of addresses that name none."""
LANGUAGES: Final = tuple(language for language, _name in settings.LANGUAGES)
INVITATIONS: Final = "davet/"
"""Below it an invitation is answered. Who prints a link need not load what other addresses lead to."""
_PREFIXED: Final = re.compile(rf"/({'|'.join(one for one in LANGUAGES if one != BARE)})(?=[/?#]|$)")


def language_of(address: str) -> str:
    """The language that a path says, whether or not there is such a page."""
    found = _PREFIXED.match(address)
    return found[1] if found else BARE


def in_language(address: str, language: str) -> str:
    """The path of the same page in another language, with its query; of no page what would be its path."""
    own = language_of(address)
    if own == language:
        return address
    with override(own), suppress(ValueError):  # what was sent need be no address at all
        translated = translate_url(address, language)
        if translated != address:
            return translated
    rest = address if own == BARE else address.removeprefix(f"/{own}")
    return rest or "/" if language == BARE else f"/{language}{rest}"


def bare(name: str, *args: object) -> str:
    """The path of a page as it is printed and sent: short, and in no reader's language but the club's."""
    return _path(BARE, name, *args)


def in_every_language(name: str, *args: object, **named: object) -> dict[str, str]:
    """The paths of a page by language."""
    return {language: _path(language, name, *args, **named) for language in LANGUAGES}


def sent_below(response: HttpResponse, cookie: str, name: str, *args: object) -> None:
    """Let a cookie that was just set be sent to what lies below a page only, in each language.

    Browsers keep one for each path; a response of Django's would keep one for each name.
    """
    for language, path in in_every_language(name, *args).items():
        one = response.cookies[cookie].copy()
        one["path"] = path
        response.cookies[cookie if language == BARE else f"{cookie} {language}"] = one


def _path(language: str, name: str, *args: object, **named: object) -> str:
    with override(language):
        return reverse(name, args=args, kwargs=named)


@dataclass(frozen=True)
class _Spelled:
    by_language: Mapping[str, str]

    def __str__(self) -> str:
        return self.by_language[get_language() or BARE]


def spelled(*, tr: str, en: str) -> StrPromise:
    """A route with what people type of it in the words of each language, for `urlpatterns`."""
    return lazystr(_Spelled({"tr": tr, "en": en}))
