"""Invariants after every fault: each acknowledged hand once, the ledger whole, standings as rebuilt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.faults.phones import Phone
from tests.forked_scripts import Scripts
from tests.processes import wait_for

ENTRIES = "from scoring.models import Entry; print(*Entry.objects.values_list('entry_key', flat=True))"
STALE = "from scoring.standings.standings_cache import stale_stages; print(stale_stages().count())"
SECONDS_TO_REPAIR: Final = 60
"""A sweep repairs standings within this time after a fault, as docs/trust.md promises."""


def check(scripts: Scripts, phones: Sequence[Phone]) -> None:
    saved = [key for phone in phones for key in phone.saved]
    form_data = {key for phone in phones for key in phone.sent}
    stored = scripts.run("tests.snippet", ENTRIES).split()
    assert len(stored) == len(set(stored))
    assert len(saved) == len(set(saved))
    assert set(saved) <= set(stored) <= form_data, "a hand was lost, or another was stored"
    scripts.run("manage", "verify_ledger")
    check_standings(scripts)


def check_standings(scripts: Scripts) -> float:
    """Wait until no standings are stale, then compare every figure; return the seconds waited.

    No hands may be entered meanwhile.
    """
    waited = wait_for(
        lambda: scripts.run("tests.snippet", STALE).strip() == "0",
        "the standings stay old",
        seconds=SECONDS_TO_REPAIR,
    )
    scripts.run("manage", "rebuild_standings", "--check")
    return waited
