"""Check whether what is stored of a tournament agrees with its ledger."""

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
"""The checks besides the seals. Each yields every break and changes nothing."""
MOST_LOOKS: Final = 5


def verify(tournament: Tournament) -> Verified:
    """Compare everything stored of a tournament with its ledger.

    During play, rows read first may be older than rows read last; so if there are breaks and the tournament
    changed meanwhile, it is checked again.
    """
    for _look in range(MOST_LOOKS):
        current = Tournament.objects.select_related("rule_book").get(pk=tournament.pk)
        verified = verify_tournament(current)
        verified.breaks += [problem for check in CHECKS for problem in _found(check, current)]
        if not verified.breaks or _counter(current) == current.counter:
            break
    return verified


def _found(check: Check, tournament: Tournament) -> Iterator[Break]:
    """Yield the breaks of a check, up to a row that no program of ours wrote."""
    try:
        yield from check(tournament)
    except UNREADABLE as error:
        yield Break(check.__name__.replace("_", " "), f"can't be told: {error!r}")


def verify_club(club: Club) -> Verified:
    """Verify a club's log outside tournaments, and its members' roles against that log."""
    rows = LogRow.objects.filter(club=club, tournament=None)
    return _until_nothing_moves(rows, lambda: seals.verify_club(club), lambda: role_history.wrong_roles(club))


def verify_outside_clubs() -> Verified:
    """Verify the log outside clubs, and closed accounts against that log."""
    rows = LogRow.objects.filter(club=None, tournament=None)
    return _until_nothing_moves(rows, seals.verify_lone, role_history.wrong_accounts)


def unguarded() -> list[Break]:
    """Return missing guards, foreign schema objects, orphaned rows and cut-off tables."""
    lacking = [Break(name, "does not guard its table") for name in triggers.lacking(connection)]
    return [*lacking, *foreign_schema.foreign(connection), *orphans(), *cut_off()]


def _until_nothing_moves(
    rows: QuerySet[LogRow], sealed: Callable[[], Verified], check: Callable[[], Iterator[Break]]
) -> Verified:
    """Verify again while there are breaks and a row was logged meanwhile."""
    for _look in range(MOST_LOOKS):
        newest = rows.order_by("-pk").values_list("pk", flat=True).first()
        verified = sealed()
        verified.breaks += check()
        if not verified.breaks or newest == rows.order_by("-pk").values_list("pk", flat=True).first():
            break
    return verified


def _counter(tournament: Tournament) -> int:
    return Tournament.objects.values_list("counter", flat=True).get(pk=tournament.pk)
