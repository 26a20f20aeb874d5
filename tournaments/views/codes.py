"""The tables' QR codes, for the screen and for the printer."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.domain import tables as domain
from tournaments.models import Table, Tournament

from .address import public_address, reaches_this_machine_only
from .frame import framed
from .http import PageRequest, actor_of, see_other


@dataclass(frozen=True)
class TableCode:
    """A table with the link of its phone, written out and as a code."""

    table: Table
    link: str

    @property
    def short_link(self) -> str:
        """The link as people read it, without its scheme."""
        return self.link.partition("://")[2]

    @property
    def qr(self) -> SafeString:
        """The code as SVG, black on white with its margin; it fills the box that it stands in."""
        drawn: str = segno.make(self.link, error="m", micro=False).svg_inline(omitsize=True, light="#fff")
        return mark_safe(drawn)  # noqa: S308  made from our own link, which is drawn and not written


@never_cache
@require_safe
def codes(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    address = public_address(request)
    context = framed(
        request,
        tournament,
        "codes",
        codes=_codes(tournament, address),
        this_machine_only=reaches_this_machine_only(address),
        print_now="print" in request.GET,
    )
    return render(request, "tournaments/codes.html", context)


@require_POST
def print_codes(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Remember the address that the printed codes lead to, then open the browser's printing."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    domain.remember_printed_address(
        tournament=tournament, address=public_address(request), by=actor_of(request), at=timezone.now()
    )
    return see_other(reverse("tournaments:codes", args=[tournament.public_id]) + "?print")


@require_POST
def renew_code(request: PageRequest, tournament_id: UUID, table_id: UUID) -> HttpResponse:
    """Give a table a new link; phones with the old one can enter nothing more."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    table = get_object_or_404(tournament.tables.select_related("tournament"), public_id=table_id)
    domain.renew_link(table=table, by=actor_of(request), at=timezone.now())
    messages.success(
        request,
        _("Table %(table)s has a new code. The old one is void: scan or print the new one.")
        % {"table": table.number},
    )
    return see_other(reverse("tournaments:codes", args=[tournament.public_id]) + f"#table-{table.number}")


def _codes(tournament: Tournament, address: str) -> list[TableCode]:
    tables = tournament.tables.filter(links__revoked_at=None).order_by("number")
    rows = tables.values_list("number", "public_id", "links__token")
    return [
        TableCode(
            Table(number=number, public_id=public_id), address + reverse("scoring:open_table", args=[token])
        )
        for number, public_id, token in rows
    ]
