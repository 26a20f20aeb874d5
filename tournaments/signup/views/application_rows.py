"""Reads the rows of the sign-up desk, in the order of the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db.models import Case, F, OuterRef, Prefetch, QuerySet, Subquery, Sum, Value, When, Window
from django.db.models.functions import RowNumber

from tournaments.enums import ApplicationState, TournamentState
from tournaments.models import Application, EntrantPlayer, PartnerRequest, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.naming.names import BETWEEN_PLAYERS
from tournaments.signup.domain.duplicates import find_duplicates
from tournaments.signup.views.desk_rows import DUPLICATES, UNCONFIRMED, ManualRow, Row, real_names

_HEADINGS: Final = (
    DUPLICATES,
    ApplicationState.ASKED,
    ApplicationState.SEEKING,
    ApplicationState.WAITING,
    UNCONFIRMED,
    ApplicationState.LET_IN,
    ApplicationState.REFUSED,
    ApplicationState.CANCELLED,
)
"""Order of the list. Joined applications are shown with their partner."""


def _payment_order(row: Row | ManualRow) -> int:
    """On the list the unpaid are first and the paid last; what was paid lately stays in its place."""
    if row.heading != ApplicationState.LET_IN or not row.has_fee or row.is_unpaid or row.is_paid_lately:
        return 0
    return 1 + row.is_paid


def _latest_first(moment: datetime | None) -> float:
    return -moment.timestamp() if moment else 0


SORTS: Final[Mapping[str, Callable[[Row | ManualRow], Any]]] = {
    "": _payment_order,
    "name": lambda row: turkish_order(row.names),
    "arrival": lambda row: row.signed_up_at is None,
    "newest": lambda row: _latest_first(row.signed_up_at),
    "paid": lambda row: _latest_first(row.paid_at),
}
"""What `?sort=` orders each state's entries by; those that are equal stay in order of sign-up."""


def read_rows(
    tournament: Tournament, *, has_fee: bool, at: datetime, sort: str = ""
) -> list[Row | ManualRow]:
    """Return all applications and entrants entered by hand, in the order of the list.

    Duplicates are first, whatever their state, then come the states; entries of one state are in the order of
    `sort`, a key of SORTS.
    """
    duplicates = find_duplicates(tournament) if tournament.state == TournamentState.OPEN else {}
    rows: list[Row | ManualRow] = [
        Row(application, duplicates.get(application.pk, ()), has_fee, at)
        for application in _applications_of(tournament, at=at)
    ]
    rows += _read_manual_rows(tournament, has_fee=has_fee)
    return sorted(rows, key=lambda row: (_HEADINGS.index(row.heading), SORTS[sort](row)))


def _read_manual_rows(tournament: Tournament, *, has_fee: bool) -> Iterator[ManualRow]:
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, entrant__applications=None)
    in_order = rows.select_related("player__same_as", "entrant").order_by("entrant__number", "place")
    for entrant, roster in groupby(in_order, attrgetter("entrant")):
        names = BETWEEN_PLAYERS.join(real_names(roster))
        yield ManualRow(entrant.number, names, has_fee, entrant.paid_at)


def _applications_of(tournament: Tournament, *, at: datetime) -> QuerySet[Application]:
    """Leave out joined ones; in order of sign-up.

    `asked_seeker` is the one a seeker asked last, if that request can still be answered. `turn` and
    `waiting_before` count waiting ones whose e-mail needs no confirmation.
    """
    turn = Window(RowNumber(), partition_by=[F("state"), F("must_confirm")], order_by=["signed_up_at", "pk"])
    has_turn = Case(When(state=ApplicationState.WAITING, must_confirm=False, then=Value(1)), default=Value(0))
    waiting_before = Window(Sum(has_turn), order_by=["signed_up_at", "pk"])
    joined = Prefetch("joined", Application.objects.order_by("pk"))
    roster = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    requests = PartnerRequest.objects.answerable_at(at).filter(asker=OuterRef("pk"))
    asked_seeker = Subquery(requests.order_by("-asked_at", "pk").values("asked")[:1])
    return (
        tournament.applications.exclude(state=ApplicationState.JOINED)
        .select_related("tournament", "entrant")
        .prefetch_related(joined, Prefetch("entrant__roster", roster))
        .annotate(turn=turn, waiting_before=waiting_before, asked_seeker=asked_seeker)
        .order_by("signed_up_at", "pk")
    )
