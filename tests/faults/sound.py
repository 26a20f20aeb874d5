"""What must hold after every fault: each acknowledged hand once, the ledger whole, standings as a rebuild."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.faults.phones import Phone
from tests.processes import wait_for
from tests.scripts import Scripts

ENTRIES = "from scoring.models import Entry; print(*Entry.objects.values_list('entry_key', flat=True))"
STALE = "from scoring.standings.standings_cache import stale_stages; print(stale_stages().count())"
SECONDS_TO_REPAIR: Final = 60
"""Within this time after a fault a sweep has repaired the standings; docs/trust.md promises it."""


def check(scripts: Scripts, phones: Sequence[Phone]) -> None:
    """Fail where anything that these phones entered is not as it must be. No hand may be on its way."""
    saved = [key for phone in phones for key in phone.saved]
    sent = {key for phone in phones for key in phone.sent}
    stored = scripts.run("tests.snippet", ENTRIES).split()
    assert len(stored) == len(set(stored))
    assert len(saved) == len(set(saved))
    assert set(saved) <= set(stored) <= sent, "a hand was lost, or another was stored"
    scripts.run("manage", "verify_ledger")
    check_standings(scripts)


def check_standings(scripts: Scripts) -> float:
    """Wait until no standings are stale, then compare every figure; return the seconds waited.

    Hands may not be entered meanwhile.
    """
    waited = wait_for(
        lambda: scripts.run("tests.snippet", STALE).strip() == "0",
        "the standings stay old",
        seconds=SECONDS_TO_REPAIR,
    )
    scripts.run("manage", "rebuild_standings", "--check")
    return waited
