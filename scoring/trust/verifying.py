"""Whether what is stored of a tournament is what its ledger makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection

from scoring import triggers
from scoring.ledger.verifying import Break, Verified, verify_tournament
from scoring.trust.scores import wrong_scores
from scoring.trust.told import told_otherwise
from tournaments.models import Tournament

CHECKS: Final[tuple[Callable[[Tournament], Iterator[Break]], ...]] = (wrong_scores, told_otherwise)
"""What is looked at besides the seals; each tells the place of all that is wrong, and changes nothing."""
MOST_LOOKS: Final = 5


def verify(tournament: Tournament) -> Verified:
    """Compare all that is stored of a tournament with what it rests on.

    While people play, what was read first may be older than what was read last: where something is wrong
    and the tournament moved meanwhile, it is looked at again.
    """
    for _look in range(MOST_LOOKS):
        seen = Tournament.objects.select_related("rule_book").get(pk=tournament.pk)
        found = verify_tournament(seen)
        found.breaks += [one for check in CHECKS for one in check(seen)]
        if not found.breaks or _counter(seen) == seen.counter:
            break
    return found


def unguarded() -> list[Break]:
    """The triggers that should keep ledger and log from being changed, and don't."""
    return [Break(name, "does not guard its table") for name in triggers.lacking(connection)]


def _counter(tournament: Tournament) -> int:
    return Tournament.objects.values_list("counter", flat=True).get(pk=tournament.pk)
