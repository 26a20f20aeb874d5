from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, Sum

from scoring.enums import EntryKind
from scoring.ledger.seal_verification import UNREADABLE, Discrepancy, version_place
from scoring.models import Entry
from scoring.models.hand import AMENDED_PREFIX, FOLLOWS_PREFIX
from tournaments.enums import SideLetter
from tournaments.log import audit_log
from tournaments.models import LogRow, Tournament

VERSION_ACTIONS: Final = {
    "hand_recorded": EntryKind.REPORT,
    "hand_corrected": EntryKind.REPORT,
    "hand_ruled": EntryKind.RULING,
    "hand_undone": EntryKind.WITHDRAWAL,
}
"""The log actions that write a version, and the kind of that version."""
RULE_ACTIONS: Final = ("rules_changed", "rules_amended")
LoggedVersions = dict[str, tuple[LogRow, Mapping[str, Any]]]
"""The log row of each version by its public id, with its details."""
NOT_LOGGED: Final = "the log does not tell of it"
_DIGEST: Final = re.compile(r'"digest":\s*"(\w+)"')
_SIDE_SUMS: Final = {
    letter: Sum("seats__points", filter=Q(seats__side=letter)) for letter in SideLetter.values
}


def versions_unlike_log(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield versions without log row, log rows without version, differences.

    Versions that follow from another, or from amended rules, need no log row.
    """
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    summed = (
        entries.select_related("hand__match", "rule_book").defer("report", "lines").annotate(**_SIDE_SUMS)
    )
    entries_by_id = {entry.public_id.hex: entry for entry in summed}
    rows = LogRow.objects.filter(tournament=tournament, action__in=VERSION_ACTIONS).order_by("pk")
    logged: LoggedVersions = {}
    withheld = 0
    for row in rows:
        if audit_log.is_withheld(row):
            withheld += 1
            continue
        try:
            after = json.loads(row.after)
            logged[UUID(after["entry"]).hex] = row, after
        except UNREADABLE:
            yield Discrepancy(f"log row {row.pk}, {row.action}", "can't be read")
    for key, (row, _after) in logged.items():
        if key not in entries_by_id:
            yield Discrepancy(f"log row {row.pk}, {row.action}", "tells of a version that is not there")
    yield from _version_discrepancies(entries_by_id, logged, _rule_book_digests(tournament), withheld)


def _version_discrepancies(
    entries: Mapping[str, Entry], logged: LoggedVersions, books: Collection[str], withheld: int
) -> Iterator[Discrepancy]:
    """Yield versions unlike their log row, or judged by a rule book that `books`, unless empty, doesn't hold.

    As many versions as log rows are `withheld` may be unlogged. Ignores log rows without version.
    """
    for key, entry in entries.items():
        if books and entry.rule_book.digest not in books:
            yield Discrepancy(version_place(entry), "is judged by a rule book that the tournament never had")
        problem = _log_difference(entry, *logged[key]) if key in logged else _unlogged_problem(entry, entries)
        if problem == NOT_LOGGED and withheld:
            withheld -= 1
        elif problem:
            yield Discrepancy(version_place(entry), problem)


def _rule_book_digests(tournament: Tournament) -> set[str]:
    """Empty if an archive withheld some."""
    rows = LogRow.objects.filter(tournament=tournament, action__in=RULE_ACTIONS).order_by("pk")
    if any(map(audit_log.is_withheld, rows)):
        return set()
    texts = [text for row in rows for text in (row.before, row.after)]
    return {tournament.rule_book.digest, *(digest for text in texts for digest in _DIGEST.findall(text))}


def _unlogged_problem(entry: Entry, entries: Mapping[str, Entry]) -> str:
    for prefix in (FOLLOWS_PREFIX, AMENDED_PREFIX):
        if entry.entry_key.startswith(prefix):
            cause = entries.get(entry.entry_key.removeprefix(prefix).partition(":")[0])
            return "" if cause and cause.hand.match_id == entry.hand.match_id else "follows from nothing"
    return NOT_LOGGED


def _log_difference(entry: Entry, row: LogRow, after: Mapping[str, Any]) -> str:
    """Return a predicate such as “is of another hand”; "" if kind, place, version, void and totals agree.

    Of withdrawals only kind and place count. `entry` has side sums as attributes.
    """
    if entry.kind != VERSION_ACTIONS[row.action] or (entry.hand.match.number, entry.hand.deal) != (
        after["match"],
        after["deal"],
    ):
        return "is of another hand or kind than the log tells"
    if entry.kind == EntryKind.WITHDRAWAL:
        return ""
    totals = {letter: vars(entry)[letter] or 0 for letter in after["totals"]}
    same = (entry.version, entry.void, totals) == (after["version"], after["void"], after["totals"])
    return "" if same else "is worth something else than the log tells"
