"""Rate limits for emails that strangers can cause (`docs/decisions/rate-limits.md`)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournaments.enums import MailProblem
from tournaments.limits import attempts
from tournaments.mail import outbox
from tournaments.models import Tournament
from tournaments.naming.email_addresses import mailbox_of

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
FREE_FOR_CLIENT: Final = 30
"""First emails a day from one client address, over all tournaments."""
FREE_FOR_MAILBOX: Final = 5
"""First emails a day to one mailbox."""
FREE_NOTICES: Final = 10
"""Emails a day to one mailbox about other applicants."""
MOST_FOR_TOURNAMENT: Final = 250
"""First emails an hour for one tournament."""
MOST_FOR_SITE: Final = 1000
"""First emails an hour, beyond which tournaments get only their guaranteed share."""
GUARANTEED_SHARE: Final = 25
"""First emails an hour that each tournament can always send."""


def spend_first_mail(*, tournament: Tournament, to: str, client: str, at: datetime) -> MailProblem | None:
    """Spend the budgets of a first email, or return why it may not be sent, with nothing spent.

    Tournament's and site's budgets count queued mails: the caller locks the tournament and queues the mail in
    the same transaction. Unknown `client` addresses share a budget.
    """
    tournament_count = outbox.count_first_mails(at=at, within=AN_HOUR, tournament=tournament)
    if tournament_count >= MOST_FOR_TOURNAMENT:
        return MailProblem.TOURNAMENT
    if (
        tournament_count >= GUARANTEED_SHARE
        and outbox.count_first_mails(at=at, within=AN_HOUR) >= MOST_FOR_SITE
    ):
        return MailProblem.SITE
    client_budget = attempts.Budget(
        f"sign-up mail from|{client}",
        FREE_FOR_CLIENT,
        first=timedelta(minutes=1),
        longest_wait=timedelta(minutes=30),
        retention_time=A_DAY,
    )
    if not _spend_budget(client_budget, at=at):
        return MailProblem.CLIENT
    if not _spend_budget(_mailbox_budget("sign-up mail", to, FREE_FOR_MAILBOX), at=at):
        attempts.refund_attempt(client_budget)
        return MailProblem.RECIPIENT
    return None


def spend_notice(*, to: str, admitted_entry: str, at: datetime) -> bool:
    """False once the mailbox had too many.

    The first a day for `admitted_entry` is free: nobody can suppress it by pairing and leaving.
    """
    if admitted_entry and attempts.claim_once(f"sign-up let in|{admitted_entry}", at=at):
        return True
    return _spend_budget(_mailbox_budget("sign-up notice", to, FREE_NOTICES), at=at)


def new_address_budget(address: str) -> attempts.Budget:
    return _mailbox_budget("new e-mail to", address, FREE_FOR_MAILBOX)


def _mailbox_budget(purpose: str, address: str, free: int) -> attempts.Budget:
    return attempts.Budget(
        f"{purpose}|{mailbox_of(address)}", free, first=AN_HOUR, longest_wait=A_DAY, retention_time=A_DAY
    )


def _spend_budget(budget: attempts.Budget, *, at: datetime) -> bool:
    try:
        attempts.count_attempt(budget, at=at)
    except attempts.TooManyAttempts:
        return False
    return True
