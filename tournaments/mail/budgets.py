"""How many e-mails strangers can have the site send: by client, by recipient, by tournament, by site.

Only mails that anybody can cause count: no flood of sign-ups takes the mail of accounts, of organizers or of
another tournament (`docs/decisions/signing-up.md`).
"""

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
"""First mails a day that one client address causes without a wait, over all tournaments."""
FREE_FOR_MAILBOX: Final = 5
"""First mails a day to one mailbox without a wait."""
FREE_NOTICES: Final = 10
"""Mails a day to one mailbox about what other applicants did, without a wait."""
MOST_FOR_TOURNAMENT: Final = 250
"""First mails an hour for one tournament."""
MOST_FOR_SITE: Final = 1000
"""First mails an hour, before a tournament gets its sure share only."""
SURE_SHARE: Final = 25
"""First mails an hour that a tournament gets whatever happens to others."""


def take_first_mail(*, tournament: Tournament, to: str, client: str, at: datetime) -> MailProblem | None:
    """Count a first mail, or return why there is none; then nothing is counted. Caller holds the tournament.

    `client` is the network address that asks; those that are not known share one budget.
    """
    of_tournament = outbox.first_mails(at=at, within=AN_HOUR, tournament=tournament)
    if of_tournament >= MOST_FOR_TOURNAMENT:
        return MailProblem.TOURNAMENT
    if of_tournament >= SURE_SHARE and outbox.first_mails(at=at, within=AN_HOUR) >= MOST_FOR_SITE:
        return MailProblem.SITE
    from_client = attempts.Budget(
        f"sign-up mail from|{client}",
        FREE_FOR_CLIENT,
        first=timedelta(minutes=1),
        longest=timedelta(minutes=30),
        remembered=A_DAY,
    )
    if not _take(from_client, at=at):
        return MailProblem.CLIENT
    if not _take(_to_mailbox("sign-up mail", to, FREE_FOR_MAILBOX), at=at):
        attempts.give_back(from_client)
        return MailProblem.RECIPIENT
    return None


def take_notice(*, to: str, let_in: str, at: datetime) -> bool:
    """Count a mail about what another applicant did; False once the mailbox had too many.

    The first one a day that an entry is `let_in`, named by this key, is not counted: other applicants, who
    can use up the budget of the mailbox by pairing and leaving, take it from nobody. Blank for other mails.
    """
    if let_in and attempts.take_once(f"sign-up let in|{let_in}", at=at):
        return True
    return _take(_to_mailbox("sign-up notice", to, FREE_NOTICES), at=at)


def to_new_account_address(address: str) -> attempts.Budget:
    """What a member can have sent to an address that they want to sign in with."""
    return _to_mailbox("new e-mail to", address, FREE_FOR_MAILBOX)


def _to_mailbox(what: str, address: str, free: int) -> attempts.Budget:
    return attempts.Budget(
        f"{what}|{mailbox_of(address)}", free, first=AN_HOUR, longest=A_DAY, remembered=A_DAY
    )


def _take(budget: attempts.Budget, *, at: datetime) -> bool:
    try:
        attempts.take_try(budget, at=at)
    except attempts.TooManyTries:
        return False
    return True
