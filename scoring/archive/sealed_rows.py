"""Private columns are digests; a log row of sign-up has only its chain and its facts' digest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.archive.sealed_columns import HIDDEN_ACTIONS
from scoring.ledger.sealing import facts_of_confirmation, facts_of_entry
from scoring.models import Confirmation, Entry
from tournaments.log import audit_log, seals
from tournaments.models import LogRow, Tournament
from tournaments.naming.name_finder import NameFinder
from tournaments.people.domain.hidden_names import hidden_name_finder

CHUNK_SIZE: Final = 200
Row = dict[str, Any]
PUBLIC_TEXT_ACTIONS: Final = frozenset(
    {
        *(
            "hand_recorded",
            "hand_corrected",
            "hand_ruled",
            "hand_undone",
            "rules_changed",
            "rules_amended",
        ),
        *("walkover_recorded", "walkover_undone", "double_walkover_recorded", "places_awarded"),
        *("encounter_annulled", "encounter_reopened", "encounter_closed", "entrant_left", "departure_undone"),
        *("late_entrant_added", "late_entrant_removed", "player_substituted", "encounter_moved"),
        *("stage_drawn", "draw_undone", "round_drawn", "round_undone", "rounds_changed"),
        *("bell_rung", "bell_undone"),
    }
)
"""Actions whose log texts are in an archive, since decisions are based on them or shown from them."""


def entries(tournament: Tournament) -> Iterator[Row]:
    loaded = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    related = loaded.select_related("hand__match", "rule_book", "withheld").prefetch_related("seats__player")
    hidden = hidden_name_finder(tournament)
    for entry in related.order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        yield _entry_row(entry, hidden)


def confirmations(tournament: Tournament) -> Iterator[Row]:
    rows = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    for confirmation in rows.select_related("match", "player").order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        place = {"match": str(confirmation.match.public_id), "player": str(confirmation.player.public_id)}
        yield _with_chain(confirmation, facts_of_confirmation(confirmation, **place))


def log_rows(tournament: Tournament) -> Iterator[Row]:
    """Yield archived log rows in order; private texts or hidden names are None.

    Unpublished rows, as of sign-up and payment, have only their chain and the digest of their facts.
    """
    hidden = hidden_name_finder(tournament)
    for row in tournament.log.order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        if row.action in (*HIDDEN_ACTIONS, audit_log.NOT_PUBLISHED_ACTION):
            yield _hidden_row(row)
            continue
        shown = _has_public_texts(row, hidden)
        texts = {"before": row.before if shown else None, "after": row.after if shown else None}
        yield _with_chain(row, audit_log.sealed_log_facts(row)) | texts


def _entry_row(entry: Entry, hidden: NameFinder) -> Row:
    """Return a version's row.

    `summary` is the reason; None if withheld, with a hidden name, or unlike its digest.
    """
    seats = list(entry.seats.all())
    facts = facts_of_entry(
        entry,
        match=str(entry.hand.match.public_id),
        deal=entry.hand.deal,
        rule_book=entry.rule_book.digest,
        seats=seats,
        players={seat.seat: str(seat.player.public_id) for seat in seats},
    )
    complete = not hasattr(entry, "withheld") and not hidden.finds(entry.reason)
    shown = complete and seals.digest(entry.reason) == facts["reason"]
    return _with_chain(entry, facts) | {"summary": entry.reason if shown else None}


def _with_chain(row: Any, facts: Mapping[str, Any]) -> Row:
    return dict(facts) | {"previous_hash": row.previous_hash, "hash": row.hash}


def _hidden_row(row: LogRow) -> Row:
    facts_digest = seals.read_origin(row).get(seals.FACTS_DIGEST_KEY) or seals.digest(
        audit_log.sealed_log_facts(row)
    )
    chain = {"previous_hash": row.previous_hash, "hash": row.hash}
    return {"seal_format": row.seal_format, **chain, seals.FACTS_DIGEST_KEY: facts_digest}


def _has_public_texts(row: LogRow, hidden: NameFinder) -> bool:
    """Whether texts are public and still as sealed."""
    rewritten = audit_log.digest_of_texts(row.before, row.after) != row.texts_digest
    if rewritten or audit_log.is_withheld(row):
        return False
    texts = [json.loads(text) for text in (row.before, row.after) if text]
    return not texts or (row.action in PUBLIC_TEXT_ACTIONS and not hidden.finds_in(texts))
