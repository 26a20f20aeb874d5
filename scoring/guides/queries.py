"""The guides: for whom each is, where it lies, under which word it is served."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final[Path] = settings.BASE_DIR / "docs"


@dataclass(frozen=True)
class Guide:
    """One guide; `words` end its addresses, for each language in which it is written, its own first."""

    code: str
    words: Mapping[str, str] = field(hash=False)

    def word(self, language: str) -> str:
        """What ends its address in a language, be it written in it or not."""
        return self.words.get(language) or next(iter(self.words.values()))

    def file(self, language: str) -> Path:
        """Where it is written: `players.tr.md` in Turkish, `players.md` in English."""
        return FOLDER / (f"{self.code}.tr.md" if language == "tr" else f"{self.code}.md")


SHELF: Final = (
    Guide("beginning", {"tr": "ilk-turnuva", "en": "first-tournament"}),
    Guide("organizers", {"tr": "organizator", "en": "organizer"}),
    Guide("scorekeepers", {"tr": "skor-tutan", "en": "scorekeeper"}),
    Guide("players", {"tr": "oyuncu", "en": "player"}),
    Guide("referees", {"tr": "hakem", "en": "referee"}),
    Guide("installing", {"tr": "kurulum", "en": "installing"}),
    Guide("operators", {"en": "operating"}),
)
"""Every guide, in the order in which they are listed."""

GUIDES: Final[Mapping[str, Guide]] = {guide.code: guide for guide in SHELF}


def guides_in(language: str) -> tuple[Guide, ...]:
    """Those that are written in a language."""
    return tuple(guide for guide in SHELF if language in guide.words)


def by_file() -> Iterator[tuple[str, tuple[Guide, str]]]:
    """The name of each file, with its guide and its language."""
    for guide in SHELF:
        for language in guide.words:
            yield guide.file(language).name, (guide, language)
