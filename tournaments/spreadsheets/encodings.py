"""Text files whose encoding isn't certain; their doubtful bytes are carried as placeholders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

ENCODINGS: Final = ("cp1254", "mac_turkish", "cp857")
"""Windows, Macintosh and DOS; the first of equally good ones wins."""
_FIRST_PLACEHOLDER: Final = 0x12000
"""Stands for byte 0; the letters from here on are of cuneiform, which no list of players has."""
_FIRST_DOUBTFUL: Final = 0x80
"""Bytes below are ASCII."""
_PLACEHOLDERS: Final = re.compile(
    f"[{chr(_FIRST_PLACEHOLDER + _FIRST_DOUBTFUL)}-{chr(_FIRST_PLACEHOLDER + 0xFF)}]"
)
_TURKISH_LETTERS: Final = frozenset("çğıöşüÇĞİÖŞÜâîûÂÎÛ’–")
_OTHER_LETTER_SCORE: Final = 0.6
"""Of a letter of another language, against 1 of a Turkish one; signs have 0."""


def decode_doubtful(content: bytes) -> str | None:
    """Decode bytes that failed as UTF-8; return None if no encoding fits.

    Doubtful ones become placeholders, for `resolve` once `rank_encodings` has chosen. None remain if no
    encoding gives more Turkish letters than Windows', unless most lines are UTF-8.
    """
    lines = content.split(b"\n")
    unicode_lines = [_decode_utf_8(line) for line in lines]
    beyond_ascii = [line for line, text in zip(lines, unicode_lines, strict=True) if not line.isascii()]
    in_utf_8 = sum(text is not None and not text.isascii() for text in unicode_lines)
    is_mixed = 2 * in_utf_8 > len(beyond_ascii)
    text = "\n".join(
        found if is_mixed and found is not None else _with_placeholders(line)
        for line, found in zip(lines, unicode_lines, strict=True)
    )
    ranked = rank_encodings([text])
    if not ranked:
        return None
    return text if is_mixed or ranked[0] != ENCODINGS[0] else resolve(text, ENCODINGS[0])


def has_placeholders(text: str) -> bool:
    return _PLACEHOLDERS.search(text) is not None


def rank_encodings(texts: Iterable[str]) -> list[str]:
    """Return encodings that have letters for all placeholders, most Turkish letters first.

    Empty without placeholders, or if even the first gives too few letters.
    """
    placeholders = [mark for text in texts for mark in _PLACEHOLDERS.findall(text)]
    scores = {
        encoding: sum(map(_score, resolve("".join(placeholders), encoding))) / max(1, len(placeholders))
        for encoding in ENCODINGS
    }
    possible = [
        encoding for encoding in ENCODINGS if not has_placeholders(resolve("".join(placeholders), encoding))
    ]
    best = sorted(possible, key=lambda encoding: -scores[encoding])
    return best if best and scores[best[0]] >= _OTHER_LETTER_SCORE else []


def resolve(text: str, encoding: str) -> str:
    """Replace placeholders, except those of bytes that the encoding doesn't have."""
    return text.translate(_characters(encoding))


@cache
def _characters(encoding: str) -> dict[int, str]:
    decoded = {byte: bytes([byte]).decode(encoding, "replace") for byte in range(_FIRST_DOUBTFUL, 0x100)}
    return {
        _FIRST_PLACEHOLDER + byte: character for byte, character in decoded.items() if character != "\ufffd"
    }


def _decode_utf_8(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _with_placeholders(line: bytes) -> str:
    return "".join(chr(byte if byte < _FIRST_DOUBTFUL else _FIRST_PLACEHOLDER + byte) for byte in line)


def _score(character: str) -> float:
    if character in _TURKISH_LETTERS:
        return 1
    return _OTHER_LETTER_SCORE if unicodedata.category(character) in ("Ll", "Lu") else 0
