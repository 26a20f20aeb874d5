"""Turkish pages have no prefix, English ones are below `/en/`."""

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

DEFAULT_LANGUAGE: Final[str] = settings.LANGUAGE_CODE
"""The language of addresses without a prefix."""
LANGUAGES: Final = tuple(language for language, _name in settings.LANGUAGES)
INVITATIONS_PATH: Final = "davet/"
"""Defined here so that printing a link doesn't load the views."""
_PREFIX_PATTERN: Final = re.compile(
    rf"/({'|'.join(language for language in LANGUAGES if language != DEFAULT_LANGUAGE)})(?=[/?#]|$)"
)


def language_of(address: str) -> str:
    prefix = _PREFIX_PATTERN.match(address)
    return prefix[1] if prefix else DEFAULT_LANGUAGE


def path_in_language(address: str, language: str) -> str:
    """Return the page's address in `language`, with its query; of an unknown one only the prefix changes."""
    current = language_of(address)
    if current == language:
        return address
    with override(current), suppress(ValueError):  # the address came from a client and may be malformed
        translated = translate_url(address, language)
        if translated != address:
            return translated
    rest = address if current == DEFAULT_LANGUAGE else address.removeprefix(f"/{current}")
    return rest or "/" if language == DEFAULT_LANGUAGE else f"/{language}{rest}"


def default_path(name: str, *args: object) -> str:
    """For print and mail."""
    return _localized_path(DEFAULT_LANGUAGE, name, *args)


def paths_by_language(name: str, *args: object, **named: object) -> dict[str, str]:
    return {language: _localized_path(language, name, *args, **named) for language in LANGUAGES}


def restrict_cookie(response: HttpResponse, cookie: str, name: str, *args: object) -> None:
    """Browsers store a cookie for each path, Django one for each name."""
    for language, path in paths_by_language(name, *args).items():
        morsel = response.cookies[cookie].copy()
        morsel["path"] = path
        response.cookies[cookie if language == DEFAULT_LANGUAGE else f"{cookie} {language}"] = morsel


def _localized_path(language: str, name: str, *args: object, **named: object) -> str:
    with override(language):
        return reverse(name, args=args, kwargs=named)


@dataclass(frozen=True)
class _LocalizedRoute:
    by_language: Mapping[str, str]

    def __str__(self) -> str:
        return self.by_language[get_language() or DEFAULT_LANGUAGE]


def localized_route(*, tr: str, en: str) -> StrPromise:
    return lazystr(_LocalizedRoute({"tr": tr, "en": en}))
