from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.schedule.begun_encounters import LaterPlayAffected


@dataclass(frozen=True)
class Change:
    """Who changes results and when, and whether begun encounters that depend on them stay as they are.

    By default they refuse the change.
    """

    by: Actor
    at: datetime
    keep_later_play: bool = False

    def keeping(self) -> Change:
        """Return a copy that leaves begun encounters as they are."""
        return replace(self, keep_later_play=True)

    def refusing(self) -> Change:
        """Return a copy that begun encounters refuse."""
        return replace(self, keep_later_play=False)

    @property
    def log_details(self) -> Mapping[str, bool]:
        return {"later_play_stands": self.keep_later_play}

    def refuse_for(self, begun: Sequence[Encounter]) -> None:
        """Raise LaterPlayAffected if any would lose a side, unless they are kept as they are."""
        if begun and not self.keep_later_play:
            raise LaterPlayAffected(begun)
