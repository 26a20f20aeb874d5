"""Store digests of all wordings: `python -m tests.rules.book.text_digests`.

Only until 0.1.0: afterwards a changed sentence needs a row in its game's `Book.changes` instead.
"""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import sha256
from typing import Any

from rules.games import GAMES
from tests.rules.book.all_books import all_books
from tests.rules.hand_builders import GOLDEN

FILE = GOLDEN.parent / "rulebook" / "text_1.json"


def digests(game: Any, version: int) -> dict[str, str]:
    """By number, of all wordings that any rule set has."""
    wordings: defaultdict[str, set[str]] = defaultdict(set)
    for book in all_books(game, text_version=version):
        for chapter in book:
            for rule in chapter.citable_rules:
                wordings[rule.number].add(f"{rule.text.tr}\n{rule.text.en}")
    return {
        number: sha256("\n".join(sorted(texts)).encode()).hexdigest()[:12]
        for number, texts in sorted(wordings.items())
    }


if __name__ == "__main__":
    stored = {game.id: digests(game, 1) for game in GAMES}
    FILE.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
