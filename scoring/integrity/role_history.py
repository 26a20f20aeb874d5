from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from scoring.ledger.seal_verification import UNREADABLE, Discrepancy
from tournaments.models import Club, LogRow, Membership, User

ROLE_CHANGES: Final = ("member_joined", "member_role_changed", "member_removed")
ACCOUNT_CLOSED_ACTION: Final = "account_closed"
NO_ROLE: Final = ""


def wrong_roles(club: Club) -> Iterator[Discrepancy]:
    """Yield roles unlike the club's log, rows unlike earlier ones, and every role in a single tournament."""
    logged: dict[int, str] = {}
    rows = LogRow.objects.filter(club=club, tournament=None, action__in=ROLE_CHANGES)
    for row in rows.order_by("pk"):
        try:
            user, before, after = _role_change(row)
        except UNREADABLE:
            yield Discrepancy(f"log row {row.pk}, {row.action}", "can't be read")
            continue
        if before != logged.get(user, NO_ROLE):
            logged_role = _role_label(logged.get(user, NO_ROLE))
            yield Discrepancy(
                f"log row {row.pk}, {row.action}",
                f"found {_role_label(before)}, and the log had {logged_role}",
            )
        logged[user] = after
    memberships = Membership.objects.filter(club=club).order_by("pk")
    stored = dict(memberships.filter(tournament=None).values_list("user_id", "role"))
    for user in sorted(stored.keys() | logged.keys()):
        role, expected = stored.get(user, NO_ROLE), logged.get(user, NO_ROLE)
        if role != expected:
            yield Discrepancy(
                f"member {user}", f"has {_role_label(role)}, and the log says {_role_label(expected)}"
            )
    for user, tournament in memberships.exclude(tournament=None).values_list(
        "user_id", "tournament__public_id"
    ):
        yield Discrepancy(f"member {user}, tournament {tournament}", "has a role that the log does not have")


def wrong_accounts() -> Iterator[Discrepancy]:
    """Yield accounts closed in the log but not in the data, or vice versa."""
    subjects = (
        LogRow.objects.filter(action=ACCOUNT_CLOSED_ACTION).order_by("pk").values_list("subject", flat=True)
    )
    closed = {int(subject) for subject in subjects if subject.isdecimal()}
    stored = set(User.objects.filter(is_active=False).order_by("pk").values_list("pk", flat=True))
    for user in sorted(closed ^ stored):
        stored_state, logged = ("closed", "open") if user in stored else ("open", "closed")
        yield Discrepancy(f"account {user}", f"is {stored_state}, and the log says {logged}")


def _role_change(row: LogRow) -> tuple[int, str, str]:
    before, after = (json.loads(text)["role"] if text else NO_ROLE for text in (row.before, row.after))
    return int(row.subject), before, after


def _role_label(role: str) -> str:
    return f"role {role}" if role else "no role"
