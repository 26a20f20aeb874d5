from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Final

from django.db.models import Max, QuerySet

from rules.seat_events import SeatEvent, SeatEventKind
from scoring.ledger.digests import digest_over
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.sealing import seal_confirmation, seal_entry
from scoring.models import Confirmation, Entry
from tournaments.log import audit_log, seals
from tournaments.models import Club, LogRow, RuleBook, Tournament

CHUNK_SIZE = 200
"""200 hands have at most 800 players; SQLite takes at most a thousand keys in a query."""
FOREIGN_KEYS: Final = {"user_id", "table_link_id", "sides_link_id", "keeper_id", "device_id"}
"""Columns that must be empty here where an imported row's origin holds their values."""
UNREADABLE: Final = seals.UNREADABLE_ERRORS


@dataclass(frozen=True)
class Discrepancy:
    location: str
    problem: str


@dataclass
class VerificationResult:
    """Log rows were overwritten if a player was made anonymous; restored ones may lack texts."""

    rows: dict[str, int] = field(default_factory=dict)
    overwritten_count: int = 0
    unpublished_count: int = 0
    withheld_count: int = 0
    discrepancies: list[Discrepancy] = field(default_factory=list)
    last_seals: list[str] = field(default_factory=list)
    restored: bool = False

    @property
    def seal(self) -> str:
        """One digest over the last seal of each chain."""
        return digest_over(self.last_seals)


@dataclass(frozen=True)
class _ChainRow:
    row: Entry | Confirmation | LogRow
    location: str
    content: str
    other_problem: str = ""


def verify_tournament(tournament: Tournament) -> VerificationResult:
    """Verify the seals of hands, log and confirmations; report each chain's first discrepancy."""
    verified = VerificationResult(restored=tournament.origin is not None)
    _verify_chains(verified, "hands", _hand_chains(tournament))
    _verify_chains(verified, "confirmations", _confirmation_chains(tournament))
    _verify_chains(
        verified,
        "log rows",
        [_log_chain_rows(tournament.log.all(), _overwritten_text_digests(tournament.club_id), verified)],
    )
    return verified


def verify_club(club: Club) -> VerificationResult:
    verified = VerificationResult()
    rows = LogRow.objects.filter(club=club, tournament=None)
    _verify_chains(
        verified, "log rows", [_log_chain_rows(rows, _overwritten_text_digests(club.pk), verified)]
    )
    return verified


def verify_log_outside_clubs() -> VerificationResult:
    """Each row is its own chain."""
    verified = VerificationResult()
    rows = LogRow.objects.filter(club=None, tournament=None)
    _verify_chains(verified, "log rows", ([link] for link in _log_chain_rows(rows, {}, verified)))
    return verified


def _verify_chains(result: VerificationResult, kind: str, chains: Iterable[Iterable[_ChainRow]]) -> None:
    result.rows[kind] = 0
    for chain in chains:
        links = list(chain)
        result.rows[kind] += len(links)
        result.unpublished_count += sum(_is_unpublished(link.row) for link in links)
        result.last_seals += [link.row.hash for link in links[-1:]]
        result.discrepancies += list(_find_discrepancies(links, restored=result.restored))[:1]


def _find_discrepancies(chain: Iterable[_ChainRow], *, restored: bool) -> Iterator[Discrepancy]:
    previous = ""
    for link in chain:
        row = link.row
        if problem := _chain_problem(link, previous) or _origin_problem(row, restored=restored):
            yield Discrepancy(link.location, problem)
        previous = row.hash


def _chain_problem(link: _ChainRow, previous: str) -> str:
    if link.row.seal_format != seals.FORMAT:
        return f"has seal format {link.row.seal_format}; the only known format is {seals.FORMAT}"
    if link.row.hash != link.content:
        return "is no longer as it was entered"
    if link.row.previous_hash != previous:
        return "does not follow the row before it: one is missing, or more than there were"
    return link.other_problem


def _origin_problem(row: Entry | Confirmation | LogRow, *, restored: bool) -> str:
    if row.origin is None:
        return ""
    imported = seals.read_origin(row)
    has_local_keys = any(getattr(row, name) for name in FOREIGN_KEYS & imported.keys())
    return (
        "" if restored and imported and not has_local_keys else "says that it came in an archive, and did not"
    )


def version_place(entry: Entry) -> str:
    match = entry.hand.match
    table = f"table {match.encounter.table.number}, " if match.encounter.table else ""
    return f"{table}hand {entry.hand.deal}, version {entry.version}, match {match.public_id}"


def _is_unpublished(row: Entry | Confirmation | LogRow) -> bool:
    return isinstance(row, LogRow) and row.action == audit_log.NOT_PUBLISHED_ACTION


def _seal_or_blank(content: Callable[[], str]) -> str:
    try:
        return content()
    except UNREADABLE:
        return ""


def _hand_chains(tournament: Tournament) -> Iterator[Iterator[_ChainRow]]:
    """Yield one chain per match: its hands' versions as stored. Read each before the next."""
    entries = (
        Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
        .select_related("hand__match__encounter__table", "rule_book")
        .prefetch_related("seats__player", "seats__seat_events")
        .order_by("hand__match", "pk")
    )
    newest = dict(
        entries.order_by("hand").values_list("hand").annotate(newest=Max("pk")).values_list("hand", "newest")
    )
    books: dict[int, bool] = {}
    rows = entries.iterator(chunk_size=CHUNK_SIZE)
    for _match, of_match in groupby(rows, key=lambda entry: entry.hand.match_id):
        yield (_hand_chain_row(entry, newest[entry.hand_id], books) for entry in of_match)


def _hand_chain_row(entry: Entry, newest_key: int, books: dict[int, bool]) -> _ChainRow:
    """Recompute the seal, blank if unreadable; check rule book (cache: `books`), shown version, events."""
    hand, book, seats = entry.hand, entry.rule_book, list(entry.seats.all())
    content = _seal_or_blank(
        lambda: seal_entry(
            entry,
            match=str(hand.match.public_id),
            deal=hand.deal,
            rule_book=book.digest,
            seats=seats,
            players={seat.seat: str(seat.player.public_id) for seat in seats},
        )
    )
    place = version_place(entry)
    if not books.setdefault(book.pk, _matches_its_digest(book)):
        return _ChainRow(entry, place, content, "its rule book is not what it was")
    if content != entry.hash:
        return _ChainRow(entry, place, content)
    if hand.current_id != newest_key:
        return _ChainRow(entry, place, content, "another version than its newest is shown")
    try:
        events_right = _has_right_events(entry)
    except UNREADABLE:
        return _ChainRow(entry, place, content, "can't be read")
    return _ChainRow(entry, place, content, "" if events_right else "counts something else than it reports")


def _has_right_events(entry: Entry) -> bool:
    """Compare the stored seat events with the report's; a void hand has none."""
    seats = {seat.seat: seat for seat in entry.seats.all()}
    stored = [
        SeatEvent(name, SeatEventKind(event.kind), event.what, event.times)
        for name, seat in seats.items()
        for event in seat.seat_events.all()
    ]
    game = game_of_rules(rules_of(entry.rule_book))
    expected = () if entry.void else game.seat_events_of(report_of(entry), entry.score_lines)
    return sorted(stored, key=repr) == sorted((event for event in expected if event.seat in seats), key=repr)


def _matches_its_digest(book: RuleBook) -> bool:
    return hashlib.sha256(book.content.encode()).hexdigest() == book.digest


def _confirmation_chains(tournament: Tournament) -> Iterator[Iterator[_ChainRow]]:
    rows = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    confirmations = (
        rows.select_related("match", "player").order_by("match", "pk").iterator(chunk_size=CHUNK_SIZE)
    )
    for _match, of_match in groupby(confirmations, key=lambda confirmation: confirmation.match_id):
        yield (_confirmation_link(confirmation) for confirmation in of_match)


def _confirmation_link(confirmation: Confirmation) -> _ChainRow:
    match = str(confirmation.match.public_id)
    content = _seal_or_blank(
        lambda: seal_confirmation(confirmation, match=match, player=str(confirmation.player.public_id))
    )
    return _ChainRow(
        confirmation, f"match {match}, confirmation {confirmation.pk} of side {confirmation.side}", content
    )


def _overwritten_text_digests(club: int) -> Mapping[str, str]:
    rows = LogRow.objects.filter(club=club, action__in=audit_log.OVERWRITING_ACTIONS).exclude(after="")
    digests: dict[str, str] = {}
    for after in rows.order_by("pk").values_list("after", flat=True):
        digests |= json.loads(after).get("texts", {})
    return digests


def _log_chain_rows(
    rows: QuerySet[LogRow], overwritten_digests: Mapping[str, str], result: VerificationResult
) -> Iterator[_ChainRow]:
    """Recompute seals; count withheld and overwritten rows in `result`; other changes are problems.

    `overwritten_digests` are by the row's key, as text.
    """
    for row in rows.order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        fault = ""
        current_digest = audit_log.digest_of_texts(row.before, row.after)
        if audit_log.is_withheld(row):
            result.withheld_count += 1
        elif current_digest != row.texts_digest:
            result.overwritten_count += 1
            if current_digest != overwritten_digests.get(str(row.pk)):
                fault = "tells something else than was written"
        yield _ChainRow(
            row,
            f"log row {row.pk}, {row.action}",
            _seal_or_blank(partial(audit_log.compute_seal, row)),
            fault,
        )
