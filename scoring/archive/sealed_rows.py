"""Rows that are sealed, in the very form in which they are: entries, confirmations and the log.

A row is what its seal is over, with the seal before it (`previous_hash`) and its own (`hash`). What is
private is told by its digest, as format 3 seals it. A row of an older format, whose seal is over more than
everybody may read, lacks that and bears the digest of all that is sealed (`facts`): its seal is shown to be
over something, not over what is told. `told` is the reason of an entry, where everybody may read it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.archive.sealed_columns import HIDDEN_ACTIONS, NOT_PUBLISHED
from scoring.ledger.seal_verification import BARE
from scoring.ledger.sealing import (
    PRIVATE,
    PRIVATE_OF_CONFIRMATIONS,
    SEALED_FIELDS,
    SEALED_OF_SEATS,
    facts_of_confirmation,
    facts_of_entry,
)
from scoring.models import Confirmation, Entry, EntrySeat
from tournaments.log import audit_log, seals
from tournaments.models import LogRow, Tournament
from tournaments.people.domain.hidden_names import hidden_in
from tournaments.people.domain.name_erasure import Erasing

AT_A_TIME: Final = 200
Row = dict[str, Any]
LEADING: Final = ("user_id", "table_link_id", "keeper_id")
"""Numbers of the house in which a row was written."""
TEXTS: Final = frozenset(
    {
        *(
            "hand_recorded",
            "hand_corrected",
            "hand_ruled",
            "hand_taken_back",
            "rules_changed",
            "rules_amended",
        ),
        *("walkover_recorded", "walkover_taken_back", "double_walkover_recorded", "places_awarded"),
        *("encounter_annulled", "encounter_reopened", "encounter_closed", "entrant_left", "entrant_back"),
        *("late_entrant_added", "late_entrant_taken_back", "player_substituted", "encounter_moved"),
        *("stage_drawn", "draw_undone", "round_drawn", "round_undone", "bell_rung", "bell_taken_back"),
    }
)
"""Actions of which the log's texts are in an archive: what is decided is decided from, or read, with them."""


def entries(tournament: Tournament) -> Iterator[Row]:
    """The versions of the tournament's hands, as they were written."""
    loaded = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    related = loaded.select_related("hand__match", "rule_book", "withheld").prefetch_related("seats__player")
    hidden = hidden_in(tournament)
    for entry in related.order_by("pk").iterator(chunk_size=AT_A_TIME):
        yield _entry(entry, hidden)


def confirmations(tournament: Tournament) -> Iterator[Row]:
    """What sides confirmed."""
    rows = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    for said in rows.select_related("match", "player").order_by("pk").iterator(chunk_size=AT_A_TIME):
        place = {"match": str(said.match.public_id), "player": str(said.player.public_id)}
        secret = bool(said.device or said.device_id)
        yield _chained(said, facts_of_confirmation(said, **place), PRIVATE_OF_CONFIRMATIONS, secret=secret)


def log_rows(tournament: Tournament) -> Iterator[Row]:
    """The log: texts that are not for everybody, and whole rows of sign-up, by their digests alone."""
    hidden = hidden_in(tournament)
    for row in tournament.log.order_by("pk").iterator(chunk_size=AT_A_TIME):
        if row.seal_format and row.action in (*HIDDEN_ACTIONS, NOT_PUBLISHED):
            yield _hidden(row)
            continue
        shown = _is_shown(row, hidden)
        texts = {"before": row.before if shown else None, "after": row.after if shown else None}
        yield _chained(row, audit_log.facts_of(row), audit_log.PRIVATE, secret=bool(row.device)) | texts


def _entry(entry: Entry, hidden: Erasing) -> Row:
    seats = list(entry.seats.all())
    facts = facts_of_entry(
        entry,
        match=str(entry.hand.match.public_id),
        deal=entry.hand.deal,
        rule_book=entry.rule_book.digest,
        seats=seats,
        players={one.seat: str(one.player.public_id) for one in seats},
    )
    whole = not hasattr(entry, "withheld") and hidden.within(entry.reason) == entry.reason
    if entry.seal_format == BARE:
        row = _chained(entry, _shape_of_bare(entry, facts, seats), ("reason",), secret=not whole)
    else:
        row = _chained(entry, facts, PRIVATE, secret=not whole or bool(entry.device))
    sealed = row.get("reason") if entry.seal_format < seals.BY_DIGEST else facts["reason"]
    same = entry.reason if entry.seal_format < seals.BY_DIGEST else seals.digest(entry.reason)
    return row | {"told": entry.reason if whole and same == sealed else None}


def _shape_of_bare(entry: Entry, facts: Mapping[str, Any], seats: Sequence[EntrySeat]) -> Row:
    """An entry of format 1 as one of today, with what its seal leaves out and everybody may read."""
    players = facts["players"]
    sat = [seals.facts_of(one, SEALED_OF_SEATS) | {"player": players[one.seat]} for one in seats]
    columns = [name for name in SEALED_FIELDS if name not in LEADING and name != "device"]
    place = {name: facts[name] for name in ("match", "deal", "rule_book")}
    seated = sorted(sat, key=lambda one: str(one["seat"]))
    return place | {"seats": seated} | seals.facts_of(entry, columns)


def _chained(row: Any, facts: Mapping[str, Any], private: Sequence[str], *, secret: bool) -> Row:
    """A row with its place in its chain; what is private only by its digest, or not at all."""
    chain = {"previous_hash": row.previous_hash, "hash": row.hash}
    if row.seal_format >= seals.BY_DIGEST:
        return dict(facts) | chain
    left = {name: value for name, value in facts.items() if name not in private}
    if not row.seal_format:
        return left | chain
    closed = seals.origin_of(row).get(seals.CLOSED)
    if closed is None and secret:
        closed = row.hash if row.seal_format == BARE else seals.digest(facts)
    return left | chain | {seals.CLOSED: closed} if closed else dict(facts) | chain


def _hidden(row: LogRow) -> Row:
    closed = seals.origin_of(row).get(seals.CLOSED) or seals.digest(audit_log.facts_of(row))
    chain = {"previous_hash": row.previous_hash, "hash": row.hash}
    return {"seal_format": row.seal_format, **chain, seals.CLOSED: closed}


def _is_shown(row: LogRow, hidden: Erasing) -> bool:
    """Whether everybody may read a row's texts, and they are what was sealed."""
    rewritten = row.seal_format and audit_log.digest_of_texts(row.before, row.after) != row.texts_digest
    if rewritten or audit_log.is_withheld(row):
        return False
    texts = [json.loads(text) for text in (row.before, row.after) if text]
    return not texts or (row.action in TEXTS and hidden.inside(texts) == texts)
