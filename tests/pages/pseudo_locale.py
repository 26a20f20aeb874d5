"""A pseudo-locale: translated text is Cyrillic, names and codes Armenian, people's other input Greek.

So a Latin word on a page was not translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import trans_real
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rules import localized_text
from scoring.guides import views
from scoring.guides.markdown.guide_page import render_guide
from tournaments.live.fragment_store import fragment_store
from tournaments.sentences import Sentence

LATIN = "abcçdefgğhıijklmnoöpqrsştuüvwxyzâîû"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщыэюяђѓєѕі"
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐ"
ARMENIAN = "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփ"
AS_IS = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&#?\w+;)")
"""Placeholders, tags and entities in messages."""


def _table(letters: str) -> dict[int, str]:
    small = dict(zip(LATIN, letters, strict=True))
    capitals = {"i": "İ", "ı": "I"}
    large = {capitals.get(latin, latin.upper()): letter.upper() for latin, letter in small.items()}
    return str.maketrans(small | large)


TRANSLATED, TYPED, NAMED = _table(CYRILLIC), _table(GREEK), _table(ARMENIAN)


def translate_message(message: str) -> str:
    parts = AS_IS.split(message)
    return "".join(part if place % 2 else part.translate(TRANSLATED) for place, part in enumerate(parts))


def translate_sentence(text: str) -> str:
    if isinstance(text, Sentence):
        return Sentence(translate_message(text), SafeString(translate_message(text.html)))
    return translate_message(text)


def pseudo_typed(words: str) -> str:
    return words.translate(TYPED)


def pseudo_name(words: str) -> str:
    return words.translate(NAMED)


class PseudoTranslation:
    """The Turkish catalog; missing messages are returned unchanged, which tests detect."""

    def __init__(self, turkish: trans_real.DjangoTranslation) -> None:
        self._turkish = turkish

    def __getattr__(self, name: str) -> Any:
        return getattr(self._turkish, name)

    def gettext(self, message: str) -> str:
        translation = self._turkish._catalog.get(message)  # type: ignore[attr-defined]
        return message if translation is None else translate_message(translation)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        translation = self._turkish.ngettext(singular, plural, number)
        return translation if translation in (singular, plural) else translate_message(translation)


def _mark_links(parse: Callable[..., list[Token]]) -> Callable[..., list[Token]]:
    def parsed(*given: Any) -> list[Token]:
        tokens = parse(*given)
        for token in tokens:
            for inline in (token, *_within(token)):
                if inline.type in ("inline", "text", "code_inline"):
                    inline.content = translate_message(inline.content)
                elif inline.type == "link_open" and str(inline.attrs["href"]).startswith("#"):
                    inline.attrs["href"] = translate_message(unquote(str(inline.attrs["href"])))
        return tokens

    return parsed


def _within(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        yield child
        yield from _within(child)


@contextmanager
def pseudo_locale() -> Iterator[None]:
    pseudo_translation = PseudoTranslation(trans_real.translation("tr"))
    in_turkish = localized_text.Text.in_language
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(trans_real._translations, "tr", pseudo_translation)  # type: ignore[attr-defined]
        patch.setattr(trans_real, "_default", None)
        patch.setattr(
            localized_text.Text,
            "in_language",
            lambda text, language: translate_sentence(in_turkish(text, language)),
        )
        patch.setitem(localized_text._LAST_JOINT, "tr", translate_message(localized_text._LAST_JOINT["tr"]))
        patch.setattr(views, "render_guide", render_guide.__wrapped__)
        patch.setattr(MarkdownIt, "parse", _mark_links(MarkdownIt.parse))
        trans_real.deactivate()
        fragment_store.clear()
        yield
    trans_real.deactivate()
    fragment_store.clear()
