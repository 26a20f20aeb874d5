from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from scoring.enums import EntryKind
from scoring.ledger import refusals
from scoring.ledger.hand_versions import Draft
from scoring.models import Entry
from tournaments.refusals import Refused
from tournaments.tables.domain.keepers import require_keeper_name


@dataclass(frozen=True)
class RecordedEntry:
    """The same request may have stored it before."""

    entry: Entry
    repeated: bool = False


def run_once(draft: Draft, write: Callable[[], Entry]) -> RecordedEntry:
    """Write in a transaction; if that fails and the same request is stored, return its entry as `repeated`.

    Raises KeeperNameMissing for a table link without keeper, EntryKeyReused if the key belongs to another
    write, else what `write` raises.
    """
    try:
        with transaction.atomic():
            require_keeper_name(draft.by)
            return RecordedEntry(write())
    except (Refused, IntegrityError):
        earlier = Entry.objects.select_related("hand__match").filter(entry_key=draft.entry_key).first()
        if earlier is None:
            raise
    if _is_same_request(draft, earlier):
        return RecordedEntry(earlier, repeated=True)
    raise refusals.EntryKeyReused


def _is_same_request(draft: Draft, earlier: Entry) -> bool:
    hand, withdrawn = earlier.hand, earlier.kind == EntryKind.WITHDRAWAL
    if (hand.match.encounter_id, hand.match.number, hand.deal) != (
        draft.encounter.pk,
        draft.match,
        draft.deal,
    ):
        return False
    return withdrawn if draft.is_withdrawal else not withdrawn and earlier.report == draft.report.to_json()
