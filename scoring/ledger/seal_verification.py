"""Whether what is stored is what was sealed: hands, confirmations and the log, chain by chain."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Final

from django.db.models import Max, QuerySet

from rules.seat_events import Deed, DeedKind
from scoring.ledger.digests import digest_over
from scoring.ledger.rulebooks import game_played, report_of, rules_of
from scoring.ledger.sealing import seal, seal_confirmation
from scoring.models import Confirmation, Entry
from tournaments.log import audit_log, seals
from tournaments.models import Club, LogRow, RuleBook, Tournament

AT_A_TIME = 200
"""So many hands have 800 players at most: SQLite looks for no more than a thousand by their keys."""
LEADING_ELSEWHERE: Final = {"user_id", "table_link_id", "sides_link_id", "keeper_id", "device_id"}
"""Columns that are empty here where a row brought what they held."""
UNREADABLE: Final = seals.UNREADABLE


@dataclass(frozen=True)
class Break:
    """The first row of a chain that doesn't fit, and why."""

    where: str
    why: str


@dataclass
class Verified:
    """What was verified: the number of `rows` by kind, and the breaks.

    `written_over` counts log rows whose texts were overwritten when a player was made anonymous. Of a
    restored tournament `closed` counts log rows of which the archive published no more than the digest of
    their facts, and `withheld` those whose texts it left out.
    """

    rows: dict[str, int] = field(default_factory=dict)
    written_over: int = 0
    closed: int = 0
    withheld: int = 0
    breaks: list[Break] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    restored: bool = False

    @property
    def seal(self) -> str:
        """One digest over the last seal of each chain: whoever wrote it down can compare."""
        return digest_over(self.last)


@dataclass(frozen=True)
class _Link:
    """A row of a chain, with the seal that its content gives; `fault` is what else is wrong with it."""

    row: Entry | Confirmation | LogRow
    where: str
    content: str
    fault: str = ""


def verify_tournament(tournament: Tournament) -> Verified:
    """Go through all that is sealed of a tournament."""
    found = Verified(restored=tournament.origin is not None)
    _go_through(found, "hands", _hands(tournament))
    _go_through(found, "confirmations", _confirmations(tournament))
    _go_through(found, "log rows", [_log(tournament.log.all(), _told_since(tournament.club_id), found)])
    return found


def verify_club(club: Club) -> Verified:
    """Go through the rows of a club's log that belong to no tournament."""
    found = Verified()
    rows = LogRow.objects.filter(club=club, tournament=None)
    _go_through(found, "log rows", [_log(rows, _told_since(club.pk), found)])
    return found


def verify_lone() -> Verified:
    """Go through the rows of the log that belong to no club either: each stands alone."""
    found = Verified()
    rows = LogRow.objects.filter(club=None, tournament=None)
    _go_through(found, "log rows", ([link] for link in _log(rows, {}, found)))
    return found


def _go_through(found: Verified, kind: str, chains: Iterable[Iterable[_Link]]) -> None:
    found.rows[kind] = 0
    for chain in chains:
        links = list(chain)
        found.rows[kind] += len(links)
        found.closed += sum(_is_closed(link.row) for link in links)
        found.last += [link.row.hash for link in links[-1:]]
        found.breaks += list(_breaks(links, restored=found.restored))[:1]


def _breaks(chain: Iterable[_Link], *, restored: bool) -> Iterator[Break]:
    previous = ""
    for link in chain:
        row = link.row
        if why := _why(link, previous) or _stray(row, restored=restored):
            yield Break(link.where, why)
        previous = row.hash


def _why(link: _Link, previous: str) -> str:
    """What is wrong with a row that follows a row with this seal; blank for nothing."""
    if link.row.seal_format != seals.FORMAT:
        return f"has seal format {link.row.seal_format}; the only known format is {seals.FORMAT}"
    if link.row.hash != link.content:
        return "is not what was sealed"
    if link.row.previous_hash != previous:
        return "does not follow the row before it: one is missing, or more than there were"
    return link.fault


def _stray(row: Entry | Confirmation | LogRow, *, restored: bool) -> str:
    """What is wrong with what a row says of an archive in which it came; blank for nothing."""
    if row.origin is None:
        return ""
    told = seals.origin_of(row)
    ours = any(getattr(row, name) for name in LEADING_ELSEWHERE & told.keys())
    return "" if restored and told and not ours else "says that it came in an archive, and did not"


def _is_closed(row: Entry | Confirmation | LogRow) -> bool:
    return isinstance(row, LogRow) and row.action == audit_log.NOT_PUBLISHED


def _sealed(content: Callable[[], str]) -> str:
    """What seals a row; nothing where it can't be read, which no row is sealed by."""
    try:
        return content()
    except UNREADABLE:
        return ""


def _hands(tournament: Tournament) -> Iterator[Iterator[_Link]]:
    entries = (
        Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
        .select_related("hand__match", "rule_book")
        .prefetch_related("seats__player", "seats__deeds")
        .order_by("hand__match", "pk")
    )
    newest = dict(
        entries.order_by("hand").values_list("hand").annotate(newest=Max("pk")).values_list("hand", "newest")
    )
    books: dict[int, bool] = {}
    rows = entries.iterator(chunk_size=AT_A_TIME)
    for _match, of_match in groupby(rows, key=lambda entry: entry.hand.match_id):
        yield (_hand(entry, newest[entry.hand_id], books) for entry in of_match)


def _hand(entry: Entry, newest: int, books: dict[int, bool]) -> _Link:
    hand, book, seats = entry.hand, entry.rule_book, list(entry.seats.all())
    content = _sealed(
        lambda: seal(
            entry,
            match=str(hand.match.public_id),
            deal=hand.deal,
            rule_book=book.digest,
            seats=seats,
            players={one.seat: str(one.player.public_id) for one in seats},
        )
    )
    where = f"match {hand.match.public_id}, deal {hand.deal}, version {entry.version}"
    if not books.setdefault(book.pk, _is_itself(book)):
        return _Link(entry, where, content, "its rule book is not what it was")
    if content != entry.hash:
        return _Link(entry, where, content)
    if hand.current_id != newest:
        return _Link(entry, where, content, "another version than its newest is shown")
    try:
        counted = _counted(entry)
    except UNREADABLE:
        return _Link(entry, where, content, "can't be read")
    return _Link(entry, where, content, "" if counted else "counts something else than it reports")


def _counted(entry: Entry) -> bool:
    """Whether the deeds that are stored are those that report and lines tell of its seats."""
    seats = {seat.seat: seat for seat in entry.seats.all()}
    stored = [
        Deed(name, DeedKind(one.kind), one.what, one.times)
        for name, seat in seats.items()
        for one in seat.deeds.all()
    ]
    game = game_played(rules_of(entry.rule_book))
    told = () if entry.void else game.deeds_of(report_of(entry), entry.score_lines)
    return sorted(stored, key=repr) == sorted((one for one in told if one.seat in seats), key=repr)


def _is_itself(book: RuleBook) -> bool:
    return hashlib.sha256(book.content.encode()).hexdigest() == book.digest


def _confirmations(tournament: Tournament) -> Iterator[Iterator[_Link]]:
    rows = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    said = rows.select_related("match", "player").order_by("match", "pk").iterator(chunk_size=AT_A_TIME)
    for _match, of_match in groupby(said, key=lambda one: one.match_id):
        yield (_confirmation(one) for one in of_match)


def _confirmation(said: Confirmation) -> _Link:
    match = str(said.match.public_id)
    content = _sealed(lambda: seal_confirmation(said, match=match, player=str(said.player.public_id)))
    return _Link(said, f"match {match}, confirmation {said.pk} of side {said.side}", content)


def _told_since(club: int) -> Mapping[str, str]:
    """The digests of texts of a club's log that were written over, by primary key of their rows."""
    rows = LogRow.objects.filter(club=club, action__in=audit_log.WRITES_OVER).exclude(after="")
    told: dict[str, str] = {}
    for after in rows.order_by("pk").values_list("after", flat=True):
        told |= json.loads(after).get("texts", {})
    return told


def _log(rows: QuerySet[LogRow], told_since: Mapping[str, str], found: Verified) -> Iterator[_Link]:
    for row in rows.order_by("pk").iterator(chunk_size=AT_A_TIME):
        fault = ""
        now = audit_log.digest_of_texts(row.before, row.after)
        if audit_log.is_withheld(row):
            found.withheld += 1
        elif now != row.texts_digest:
            found.written_over += 1
            if now != told_since.get(str(row.pk)):
                fault = "tells something else than was written"
        yield _Link(row, f"log row {row.pk}, {row.action}", _sealed(partial(audit_log.seal_of, row)), fault)
