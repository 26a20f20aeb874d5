from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final[Path] = settings.BASE_DIR / "docs"


@dataclass(frozen=True)
class Guide:
    """`url_slugs` are URL endings by language, the original first."""

    code: str
    url_slugs: Mapping[str, str] = field(hash=False)

    def url_slug(self, language: str) -> str:
        return self.url_slugs.get(language) or next(iter(self.url_slugs.values()))

    def file(self, language: str) -> Path:
        """`players.tr.md` in Turkish, `players.md` in English."""
        return FOLDER / (f"{self.code}.tr.md" if language == "tr" else f"{self.code}.md")


ALL_GUIDES: Final = (
    Guide("beginning", {"tr": "ilk-turnuva", "en": "first-tournament"}),
    Guide("organizers", {"tr": "organizator", "en": "organizer"}),
    Guide("scorekeepers", {"tr": "skor-tutan", "en": "scorekeeper"}),
    Guide("players", {"tr": "oyuncu", "en": "player"}),
    Guide("referees", {"tr": "hakem", "en": "referee"}),
    Guide("installing", {"tr": "kurulum", "en": "installing"}),
    Guide("technician", {"tr": "teknisyen", "en": "technician"}),
    Guide("operators", {"en": "operating"}),
)
"""All guides in display order."""

GUIDES: Final[Mapping[str, Guide]] = {guide.code: guide for guide in ALL_GUIDES}


def guides_in(language: str) -> tuple[Guide, ...]:
    return tuple(guide for guide in ALL_GUIDES if language in guide.url_slugs)


def guides_by_file() -> Iterator[tuple[str, tuple[Guide, str]]]:
    for guide in ALL_GUIDES:
        for language in guide.url_slugs:
            yield guide.file(language).name, (guide, language)
