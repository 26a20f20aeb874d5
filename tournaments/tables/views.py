from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.languages import default_path
from tournaments.models import Table, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.tables.domain import tables
from tournaments.web.http import PageRequest, actor_of, see_other
from tournaments.web.public_address import is_loopback_only, public_address
from tournaments.web.qr import qr_svg


@dataclass(frozen=True)
class PlayersCode:
    link: str
    short_code: str
    code_address: str

    @property
    def qr(self) -> SafeString:
        return qr_svg(self.link)

    @property
    def spaced_code(self) -> str:
        half = len(self.short_code) // 2
        return f"{self.short_code[:half]} {self.short_code[half:]}"


def players_code(address: str, *, token: str, short_code: str) -> PlayersCode:
    return PlayersCode(
        link=address + default_path("scoring:open_side_link", token),
        short_code=short_code,
        code_address=(address + reverse("scoring:type_side_code")).partition("://")[2],
    )


@dataclass(frozen=True)
class TableCode:
    table: Table
    link: str
    sides: PlayersCode

    @property
    def short_link(self) -> str:
        return self.link.partition("://")[2]

    @property
    def qr(self) -> SafeString:
        return qr_svg(self.link)


@never_cache
@require_safe
def codes(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show codes of open tables, and a warning if only this machine can reach them.

    `?print` opens the print dialog.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    address = public_address(request)
    context = organizer_context(
        request,
        tournament,
        "codes",
        codes=_table_codes(tournament, address),
        closed_tables=list(tournament.tables.exclude(closed_at=None).order_by("number")),
        this_machine_only=is_loopback_only(address),
        print_now="print" in request.GET,
    )
    return render(request, "tournaments/tables/qr_codes.html", context)


@require_POST
def print_codes(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Store the printed address; redirect to the print dialog.

    Unless `anyway`, only redirect to the codes if phones can't open them.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    address = public_address(request)
    page = reverse("tournaments:table_codes", args=[tournament.public_id])
    if is_loopback_only(address) and "anyway" not in request.POST:
        return see_other(page)
    tables.remember_printed_address(
        tournament=tournament, address=address, by=actor_of(request), at=timezone.now()
    )
    return see_other(page + "?print")


@require_POST
def keep_codes(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    tables.keep_codes(
        tournament=tournament, keep="keep" in request.POST, by=actor_of(request), at=timezone.now()
    )
    return see_other("tournaments:table_codes", tournament.public_id)


@require_POST
def renew_code(request: PageRequest, tournament_id: UUID, table_id: UUID) -> HttpResponse:
    """Void the keepers' link; redirect to the new code."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    table = get_object_or_404(tournament.tables.select_related("tournament"), public_id=table_id)
    tables.renew_link(table=table, by=actor_of(request), at=timezone.now())
    messages.success(
        request,
        _("Table %(table)s has a new code. The old one is void: scan or print the new one.")
        % {"table": table.number},
    )
    return see_other(
        reverse("tournaments:table_codes", args=[tournament.public_id]) + f"#table-{table.number}"
    )


@require_POST
def renew_players_code(request: PageRequest, tournament_id: UUID, table_id: UUID) -> HttpResponse:
    """Void the players' link; redirect to the new code."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    table = get_object_or_404(tournament.tables.select_related("tournament"), public_id=table_id)
    tables.renew_players_link(table=table, by=actor_of(request), at=timezone.now())
    messages.success(
        request,
        _("The players of table %(table)s have a new code. The old one is void: print the new one.")
        % {"table": table.number},
    )
    return see_other(
        reverse("tournaments:table_codes", args=[tournament.public_id]) + f"#table-{table.number}"
    )


def _table_codes(tournament: Tournament, address: str) -> list[TableCode]:
    """Return each open table's valid links, for keeper and players, by number.

    Tables are unsaved, with number and public id only.
    """
    valid = tournament.tables.open().filter(links__revoked_at=None, sides_links__revoked_at=None)
    open_tables = valid.order_by("number")
    rows = open_tables.values_list(
        "number", "public_id", "links__token", "sides_links__token", "sides_links__short_code"
    )
    return [
        TableCode(
            table=Table(number=number, public_id=public_id),
            link=address + default_path("scoring:open_table", token),
            sides=players_code(address, token=sides_token, short_code=short_code),
        )
        for number, public_id, token, sides_token, short_code in rows
    ]
