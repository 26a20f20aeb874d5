"""Whether what is stored of a tournament is what its ledger makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from scoring import triggers
from scoring.integrity import foreign_schema, role_history
from scoring.integrity.invariants import cut_off, impossible, orphans
from scoring.integrity.missing_versions import told_otherwise
from scoring.integrity.stored_results import decided_otherwise, ranked_otherwise, seated_otherwise
from scoring.integrity.stored_scores import wrong_scores
from scoring.ledger import seal_verification as seals
from scoring.ledger.seal_verification import UNREADABLE, Break, Verified, verify_tournament
from tournaments.models import Club, LogRow, Tournament

Check = Callable[[Tournament], Iterator[Break]]
CHECKS: Final[tuple[Check, ...]] = (
    *(wrong_scores, told_otherwise, decided_otherwise, ranked_otherwise, seated_otherwise, impossible),
)
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
        found.breaks += [one for check in CHECKS for one in _found(check, seen)]
        if not found.breaks or _counter(seen) == seen.counter:
            break
    return found


def _found(check: Check, tournament: Tournament) -> Iterator[Break]:
    """What a check finds, up to a row that no program of ours wrote."""
    try:
        yield from check(tournament)
    except UNREADABLE as error:
        yield Break(check.__name__.replace("_", " "), f"can't be told: {error!r}")


def verify_club(club: Club) -> Verified:
    """Compare a club's log outside tournaments with its seals, and the roles of its members with that log."""
    rows = LogRow.objects.filter(club=club, tournament=None)
    return _until_nothing_moves(rows, lambda: seals.verify_club(club), lambda: role_history.wrong_roles(club))


def verify_outside_clubs() -> Verified:
    """Compare the log outside clubs with its seals, and closed accounts with that log."""
    rows = LogRow.objects.filter(club=None, tournament=None)
    return _until_nothing_moves(rows, seals.verify_lone, role_history.wrong_accounts)


def unguarded() -> list[Break]:
    """Missing guards of ledger and log, foreign parts of the schema, rows without their target, lost ends."""
    lacking = [Break(name, "does not guard its table") for name in triggers.lacking(connection)]
    return [*lacking, *foreign_schema.foreign(connection), *orphans(), *cut_off()]


def _until_nothing_moves(
    rows: QuerySet[LogRow], sealed: Callable[[], Verified], check: Callable[[], Iterator[Break]]
) -> Verified:
    """Look again where something is wrong and a row was logged meanwhile."""
    for _look in range(MOST_LOOKS):
        newest = rows.order_by("-pk").values_list("pk", flat=True).first()
        found = sealed()
        found.breaks += check()
        if not found.breaks or newest == rows.order_by("-pk").values_list("pk", flat=True).first():
            break
    return found


def _counter(tournament: Tournament) -> int:
    return Tournament.objects.values_list("counter", flat=True).get(pk=tournament.pk)
