"""Verify hands, confirmations and the log against their seals, chain by chain."""

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
"""200 hands have at most 800 players; SQLite takes at most a thousand keys in a query."""
LEADING_ELSEWHERE: Final = {"user_id", "table_link_id", "sides_link_id", "keeper_id", "device_id"}
"""Columns that must be empty here where an imported row's origin holds their values."""
UNREADABLE: Final = seals.UNREADABLE


@dataclass(frozen=True)
class Break:
    """The first row of a chain that fails verification, and why."""

    where: str
    why: str


@dataclass
class Verified:
    """The result of a verification: the number of `rows` by kind, and the breaks.

    `written_over` counts log rows whose texts were overwritten when a player was made anonymous. For a
    restored tournament, `closed` counts log rows of which the archive published only the digest of their
    facts, and `withheld` those without their texts.
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
        """Return one digest over the last seal of each chain, to compare with a noted one."""
        return digest_over(self.last)


@dataclass(frozen=True)
class _Link:
    """A row of a chain with the seal computed from its content; `fault` is any other problem."""

    row: Entry | Confirmation | LogRow
    where: str
    content: str
    fault: str = ""


def verify_tournament(tournament: Tournament) -> Verified:
    verified = Verified(restored=tournament.origin is not None)
    _go_through(verified, "hands", _hands(tournament))
    _go_through(verified, "confirmations", _confirmations(tournament))
    _go_through(verified, "log rows", [_log(tournament.log.all(), _told_since(tournament.club_id), verified)])
    return verified


def verify_club(club: Club) -> Verified:
    verified = Verified()
    rows = LogRow.objects.filter(club=club, tournament=None)
    _go_through(verified, "log rows", [_log(rows, _told_since(club.pk), verified)])
    return verified


def verify_lone() -> Verified:
    """Verify the log rows without club and tournament; each is a chain of its own."""
    verified = Verified()
    rows = LogRow.objects.filter(club=None, tournament=None)
    _go_through(verified, "log rows", ([link] for link in _log(rows, {}, verified)))
    return verified


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
    """Return what is wrong with a row that follows a row with this seal; blank if nothing."""
    if link.row.seal_format != seals.FORMAT:
        return f"has seal format {link.row.seal_format}; the only known format is {seals.FORMAT}"
    if link.row.hash != link.content:
        return "is not what was sealed"
    if link.row.previous_hash != previous:
        return "does not follow the row before it: one is missing, or more than there were"
    return link.fault


def _stray(row: Entry | Confirmation | LogRow, *, restored: bool) -> str:
    """Return what is wrong with a row's record of the archive it came from; blank if nothing."""
    if row.origin is None:
        return ""
    imported = seals.origin_of(row)
    ours = any(getattr(row, name) for name in LEADING_ELSEWHERE & imported.keys())
    return "" if restored and imported and not ours else "says that it came in an archive, and did not"


def _is_closed(row: Entry | Confirmation | LogRow) -> bool:
    return isinstance(row, LogRow) and row.action == audit_log.NOT_PUBLISHED


def _sealed(content: Callable[[], str]) -> str:
    """Return the seal computed by `content`, or a blank that matches no seal if unreadable."""
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
            players={seat.seat: str(seat.player.public_id) for seat in seats},
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
    """Return whether the stored seat events are those that report and lines give."""
    seats = {seat.seat: seat for seat in entry.seats.all()}
    stored = [
        Deed(name, DeedKind(event.kind), event.what, event.times)
        for name, seat in seats.items()
        for event in seat.deeds.all()
    ]
    game = game_played(rules_of(entry.rule_book))
    expected = () if entry.void else game.deeds_of(report_of(entry), entry.score_lines)
    return sorted(stored, key=repr) == sorted((event for event in expected if event.seat in seats), key=repr)


def _is_itself(book: RuleBook) -> bool:
    return hashlib.sha256(book.content.encode()).hexdigest() == book.digest


def _confirmations(tournament: Tournament) -> Iterator[Iterator[_Link]]:
    rows = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    confirmations = (
        rows.select_related("match", "player").order_by("match", "pk").iterator(chunk_size=AT_A_TIME)
    )
    for _match, of_match in groupby(confirmations, key=lambda one: one.match_id):
        yield (_confirmation(confirmation) for confirmation in of_match)


def _confirmation(said: Confirmation) -> _Link:
    match = str(said.match.public_id)
    content = _sealed(lambda: seal_confirmation(said, match=match, player=str(said.player.public_id)))
    return _Link(said, f"match {match}, confirmation {said.pk} of side {said.side}", content)


def _told_since(club: int) -> Mapping[str, str]:
    """Return the digests of a club's overwritten log texts by primary key of their rows."""
    rows = LogRow.objects.filter(club=club, action__in=audit_log.WRITES_OVER).exclude(after="")
    digests: dict[str, str] = {}
    for after in rows.order_by("pk").values_list("after", flat=True):
        digests |= json.loads(after).get("texts", {})
    return digests


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
