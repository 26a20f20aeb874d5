"""What the sign-up desk shows around and in its list, as decisions and refusals leave it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import ApplicationState, EntrantKind, TournamentState
from tournaments.event_times import when
from tournaments.languages import default_path
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.navigation.tournament_context import organizer_context
from tournaments.signup.domain import terms, waiting_list
from tournaments.signup.domain.duplicates import hides_names
from tournaments.signup.views.application_list import (
    FILTERS,
    count_payments,
    fee_amount,
    fee_total,
    page_of,
    paid_together,
    pair_seekers,
    with_sections,
)
from tournaments.signup.views.application_rows import SORTS, read_rows
from tournaments.signup.views.desk_rows import DUPLICATES, UNCONFIRMED, ManualRow, Row
from tournaments.web.http import PageRequest, SeeOther
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg
from tournaments.web.whatsapp import whatsapp_link

LIST_PAGE: Final = "tournaments/signup/applications.html"


def list_query(request: PageRequest, *names: str) -> str:
    """Return page, search, filter and order, or `names` of them, as in the address of the list."""
    wanted = names or ("name", "page", "show", "sort")
    shown = {name: value for name in wanted if (value := request.GET.get(name, ""))}
    return f"?{urlencode(shown)}" if shown else ""


def return_to_list(request: PageRequest, tournament: Tournament) -> HttpResponse:
    return SeeOther(reverse("tournaments:sign_ups", args=[tournament.public_id]) + list_query(request))


def find_applications(tournament: Tournament, keys: Iterable[str]) -> QuerySet[Application]:
    """Return those of the tournament; other keys are left out."""
    ids = []
    for key in keys:
        try:
            ids.append(UUID(key))
        except ValueError:
            continue
    return tournament.applications.filter(public_id__in=ids).order_by("pk")


def desk_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    current_terms, now = terms.terms_of(tournament), timezone.now()
    free_places = waiting_list.count_free_places(tournament, at=now) if current_terms.capacity else None
    context: dict[str, Any] = {
        **_list_context(request, tournament, current_terms, now),
        "terms": current_terms,
        "hides_names": not current_terms.approval and hides_names(tournament.club),
        "may_sign_up": terms.may_sign_up(tournament, at=now),
        "opens_when_published": terms.opens_when_published(tournament, current_terms, at=now),
        "deadline_passed": terms.deadline_passed(current_terms, at=now),
        "deadline_after_start": terms.deadline_after_start(tournament, current_terms),
        "open": tournament.state == TournamentState.OPEN,
        "free_places": free_places,
        "full": free_places == 0,
        "sends_email": outbox.is_set_up(),
    }
    context |= _places_context(context["entrant_count"], current_terms.capacity, free_places)
    context["places_text"] = _places_text(context, current_terms.capacity)
    links = link_context(request, tournament) if context["open"] else {}
    return organizer_context(request, tournament, "sign_ups", **{**context, **links, **more})


def _places_context(entrant_count: int, capacity: int | None, free_places: int | None) -> dict[str, Any]:
    """`reserved_count`: places kept for unconfirmed entries; `places_over`: the excess if one is added."""
    if capacity is None or free_places is None:
        return {"reserved_count": 0, "places_over": 0}
    return {
        "reserved_count": max(0, capacity - entrant_count) - free_places,
        "places_over": max(0, entrant_count + 1 - capacity),
    }


def _places_text(context: Mapping[str, Any], capacity: int | None) -> str:
    if capacity:
        taken = _("%(entrant_count)s of %(capacity)s places taken")
    else:
        taken = _("%(entrant_count)s on the list")
    reserved = _("%(reserved_count)s reserved until confirmed") if context["reserved_count"] else ""
    waiting = _("%(waiting_count)s waiting") if context["waiting_count"] else ""
    return ", ".join(filter(None, [taken, reserved, waiting])) % {**context, "capacity": capacity}


def _list_context(
    request: PageRequest, tournament: Tournament, current_terms: terms.Terms, now: datetime
) -> dict[str, Any]:
    """Return a page of those found by `?name=` and `?show=`."""
    search = one_line(request.GET.get("name", ""))[:MAX_NAME_LENGTH]
    show = request.GET.get("show", "")
    show = show if show in FILTERS else ""
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else ""
    all_rows = read_rows(tournament, has_fee=bool(current_terms.fee), at=now, sort=sort)
    page = page_of(all_rows, search=search, show=show, number=request.GET.get("page"))
    rows = list(page)
    shown = with_sections(rows)
    others = [row for row in shown if not (row.to_decide or row.is_declined)]
    is_nested = any(row.heading == ApplicationState.WAITING for row in others)
    unconfirmed = [row for row in others if row.heading == UNCONFIRMED and is_nested]
    applied = [row for row in rows if isinstance(row, Row)]
    entrant_count = tournament.entrants.count()
    return {
        "applications": page,
        "has_applications": bool(all_rows),
        "rows_to_decide": [row for row in shown if row.to_decide],
        "listed_above": sum(row.is_listed for row in shown if row.heading == DUPLICATES),
        "waiting_above": sum(row.has_turn for row in shown if row.heading == DUPLICATES),
        "other_rows": [row for row in others if row not in unconfirmed],
        "unconfirmed_rows": unconfirmed,
        "declined_rows": [row for row in rows if row.is_declined],
        **_seekers_context(applied, separate=bool(search) or show == "seeking"),
        **_counts_context(all_rows),
        **_payments_context(tournament, all_rows, rows, current_terms.fee),
        "entrant_count": entrant_count,
        "next_place": entrant_count + 1,
        "search": search,
        "show": show,
        "sort": sort,
        "sorts": [key for key in SORTS if current_terms.fee or key not in {"arrival", "paid"}],
        "search_query": list_query(request, "name", "show"),
        "is_whole": not search and not page.has_other_pages(),
        "folds": not search and not show,
        "list_query": list_query(request),
    }


def _counts_context(all_rows: Sequence[Row | ManualRow]) -> dict[str, Any]:
    """Count the whole list, whatever is shown of it."""
    counts = {key: sum(map(is_counted, all_rows)) for key, is_counted in FILTERS.items()}
    applied = [row for row in all_rows if isinstance(row, Row)]
    applied_count = sum(row.is_listed for row in applied)
    return {
        "filter_counts": counts,
        "waiting_count": counts["waiting"],
        "entered_count": counts["listed"] - applied_count,
        "applied_count": applied_count,
    }


def _payments_context(
    tournament: Tournament,
    all_rows: Sequence[Row | ManualRow],
    page_rows: Sequence[Row | ManualRow],
    fee: str,
) -> dict[str, Any]:
    """Word the payments of each number of entries that the page lets select, and of those marked together."""
    amount, applied = fee_amount(fee), [row for row in all_rows if isinstance(row, Row)]
    counts, together = count_payments(applied), paid_together(applied)
    selectable_count = sum(row.is_unpaid and row.heading == ApplicationState.LET_IN for row in page_rows)
    return {
        "fee_amount": amount,
        "payment_counts": counts,
        "unpaid_total": fee_total(amount, counts["unpaid"]),
        "paid_total": fee_total(amount, counts["paid"]),
        "selectable_count": selectable_count,
        "payment_labels": json.dumps(
            [
                [payments_text(tournament, number, amount), _("Mark %(count)s as paid") % {"count": number}]
                for number in range(1, selectable_count + 1)
            ]
        ),
        "paid_together": together,
        "paid_together_text": payments_text(tournament, len(together), amount) if together else "",
    }


def payments_text(tournament: Tournament, count: int, amount: str) -> str:
    """Return the number of entries and, if the amount of the fee is known, their sum: 4 pairs · 1,200 TL."""
    if tournament.kind == EntrantKind.PAIRS:
        entries = ngettext("%(count)s pair", "%(count)s pairs", count) % {"count": count}
    else:
        entries = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    return " · ".join(filter(None, [entries, fee_total(amount, count)]))


def _seekers_context(rows: Sequence[Row], *, separate: bool) -> dict[str, Any]:
    """Return seekers to be paired in a row of their own, and the others; all are others if `separate`."""
    pairs = [] if separate else pair_seekers(rows)
    paired = [row for pair in pairs for row in pair.rows]
    single = [row for row in rows if FILTERS["seeking"](row) and row not in paired]
    return {"seeker_pairs": pairs, "single_seekers": single}


def link_context(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    address = public_address(request)
    link = address + default_path("tournaments:sign_up", tournament.public_id)
    return {
        "link": link,
        "short_link": link.partition("://")[2],
        "qr": qr_svg(link),
        "this_machine_only": is_loopback_only(address),
        "publishes_here": True,
        "whatsapp": whatsapp_link(f"{tournament.name}\n{when(tournament)}\n{link}"),
    }
