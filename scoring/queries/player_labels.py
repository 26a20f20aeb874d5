"""What the players of a table are called there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tournaments.models import Player


def called(players: Mapping[str, Player]) -> dict[str, str]:
    """What each player is called: by his first name where nobody else at the table has it."""
    alike = Counter(player.short_name for player in players.values())
    return {
        seat: player.short_name if alike[player.short_name] == 1 else player.name
        for seat, player in players.items()
    }
