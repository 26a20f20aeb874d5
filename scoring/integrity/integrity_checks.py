from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from scoring import triggers
from scoring.integrity import foreign_schema, role_history
from scoring.integrity.invariants import broken_invariants, orphaned_rows, truncated_tables
from scoring.integrity.missing_versions import versions_unlike_log
from scoring.integrity.stored_results import wrong_ranks, wrong_results, wrong_slots
from scoring.integrity.stored_scores import wrong_scores
from scoring.ledger import seal_verification
from scoring.ledger.seal_verification import UNREADABLE, Discrepancy, VerificationResult, verify_tournament
from tournaments.models import Club, LogRow, Tournament

Check = Callable[[Tournament], Iterator[Discrepancy]]
CHECKS: Final[tuple[Check, ...]] = (
    *(wrong_scores, versions_unlike_log, wrong_results, wrong_ranks, wrong_slots, broken_invariants),
)
"""The checks besides the seals. Each yields every break and changes nothing."""
MAX_ATTEMPTS: Final = 5


def verify(tournament: Tournament) -> VerificationResult:
    """Repeats if there are discrepancies and the tournament changed meanwhile."""
    for _attempt in range(MAX_ATTEMPTS):
        current = Tournament.objects.select_related("rule_book").get(pk=tournament.pk)
        verified = verify_tournament(current)
        verified.discrepancies += [problem for check in CHECKS for problem in _safe_breaks(check, current)]
        if not verified.discrepancies or _counter(current) == current.counter:
            break
    return verified


def _safe_breaks(check: Check, tournament: Tournament) -> Iterator[Discrepancy]:
    """Stop at a row that no program of ours wrote."""
    try:
        yield from check(tournament)
    except UNREADABLE as error:
        yield Discrepancy(check.__name__.replace("_", " "), f"can't be checked: {error!r}")


def verify_club(club: Club) -> VerificationResult:
    rows = LogRow.objects.filter(club=club, tournament=None)
    return _verify_until_unchanged(
        rows, lambda: seal_verification.verify_club(club), lambda: role_history.wrong_roles(club)
    )


def verify_outside_clubs() -> VerificationResult:
    rows = LogRow.objects.filter(club=None, tournament=None)
    return _verify_until_unchanged(
        rows, seal_verification.verify_log_outside_clubs, role_history.wrong_accounts
    )


def database_breaks() -> list[Discrepancy]:
    missing = [Discrepancy(name, "does not guard its table") for name in triggers.missing_guards(connection)]
    return [*missing, *foreign_schema.foreign_objects(connection), *orphaned_rows(), *truncated_tables()]


def _verify_until_unchanged(
    rows: QuerySet[LogRow],
    verify_seals: Callable[[], VerificationResult],
    check: Callable[[], Iterator[Discrepancy]],
) -> VerificationResult:
    """Verify and check; again, up to MAX_ATTEMPTS, if there are discrepancies but `rows` grew meanwhile."""
    for _attempt in range(MAX_ATTEMPTS):
        newest = rows.order_by("-pk").values_list("pk", flat=True).first()
        verified = verify_seals()
        verified.discrepancies += check()
        if not verified.discrepancies or newest == rows.order_by("-pk").values_list("pk", flat=True).first():
            break
    return verified


def _counter(tournament: Tournament) -> int:
    return Tournament.objects.values_list("counter", flat=True).get(pk=tournament.pk)
