"""Stems of folded words; snowballstemmer knows the endings of nouns, a pattern those of Turkish verbs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import snowballstemmer

from tournaments.naming.names import without_turkish_letters

_STEMMERS: Final = {"tr": "turkish", "en": "english"}
_VERB: Final = re.compile(
    r"(.{2,}?)(?:[iu][ln]|n)?(?:[ae]?m[ae])?"
    r"(?:[dt][iu](?:m|n|k(?:t[ae]n)?|l[ae]r|g[iu]\w*)?|[iu]?yor(?:um|sun|uz|lar)?|m[iu]s(?:[iu][mz])?|[ae]r|[iu]r|[ae]?m[ae]z"
    r"|m[ae]d[ae]n|y?[ae]n)"
    r"|(.{3,}?)m[ae]k?"
)
"""Active, passive and negative, in any person: *attım*, *atıldı*, *atan*, *atamadı* have one stem."""
_VOWELS: Final = "aeıioöuü"


def verb_stem(word: str, language: str) -> str:
    """Blank if a folded word has no ending of a Turkish verb."""
    verb = _VERB.fullmatch(word) if language == "tr" else None
    return (verb[1] or verb[2]) if verb else ""


@lru_cache(maxsize=20_000)
def noun_stem(word: str, language: str) -> str:
    """Without endings of case, number and person."""
    # Stemmers keep state, and threads share this module.
    stemmer = snowballstemmer.stemmer(_STEMMERS.get(language, "english"))
    return without_turkish_letters(stemmer.stemWord(_restore_harmony(word) if language == "tr" else word))


def _restore_harmony(word: str) -> str:
    """Guess the folded ı and ü of endings, by which the stemmer recognizes them."""
    letters, last_vowel = [], ""
    for letter in word:
        if letter == "i" and last_vowel in set("aıou"):
            restored = "ı"
        else:
            restored = "ü" if letter == "u" and last_vowel in set("ei") else letter
        last_vowel = restored if restored in _VOWELS else last_vowel
        letters.append(restored)
    return "".join(letters)
