"""Log rows of entrants; players are public ids, so that anonymizing a player reaches them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain.logged_names import logged_name
from tournaments.people.domain.rosters import ListedEntrant


def added_log_row(
    tournament: Tournament,
    entrant: Entrant,
    entry: ListedEntrant,
    players: Sequence[Player],
    *,
    put_back: bool = False,
    by: Actor,
    at: datetime,
) -> LogRow:
    """Return `entrant_added` or `entrant_put_back`, unsaved, for `audit_log.write`."""
    build_log_row = partial(
        audit_log.build_log_row,
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        after=log_details(entry, players),
    )
    return build_log_row("entrant_put_back") if put_back else build_log_row("entrant_added")


def paid_log_row(
    tournament: Tournament, entrant: Entrant, players: Sequence[Player], *, by: Actor, at: datetime
) -> LogRow:
    """Return `entrant_paid`, unsaved."""
    return audit_log.build_log_row(
        "entrant_paid",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        after={"name": logged_name(entrant.real_name, players)},
    )


def log_details(entry: ListedEntrant, players: Sequence[Player]) -> dict[str, object]:
    """Return an entry for `before` or `after` of a log row, with players' public ids."""
    more = {"club": entry.club, "rating": entry.rating, "seed": entry.seed, "pot": entry.pot}
    details = {name: value for name, value in more.items() if value or value == 0}
    ids = [str(player.public_id) for player in players]
    return {"name": logged_name(entry.entrant_name(players), players), "players": ids, **details}
