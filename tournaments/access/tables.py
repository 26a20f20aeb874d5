from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.access.rights import Visitor, may_enter_hands
from tournaments.database.compiled_queries import compiled_query
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.models import Keeper, SidesLink, Table, TableLink, User
from tournaments.refusals import Refused

Link = TypeVar("Link", TableLink, SidesLink)

TABLE_COOKIE_PREFIX, SIDES_COOKIE_PREFIX = "table_", "sides_"
"""Prefixes of the cookies that hold a table's tokens."""


class CodesEnded(Http404):
    """For valid codes after the tournament's last day."""


class KeeperNameMissing(Refused):
    code = "keeper_name_missing"
    template = _("Enter your name: hands show who entered them.")


@dataclass(frozen=True)
class Device:
    """A browser: random name and user agent."""

    id: str = ""
    user_agent: str = ""


def table_cookie_name(table_id: UUID) -> str:
    return f"{TABLE_COOKIE_PREFIX}{table_id.hex}"


def link_by_token_or_404(token: str) -> TableLink:
    """Raises CodesEnded."""
    return _require_valid_codes(
        get_object_or_404(_unrevoked_links().filter(token=_printable_or_empty(token)))
    )


def table_or_404(
    user: Visitor, public_id: UUID, token: str | None, device: Device | None = None
) -> tuple[Table, Actor]:
    """Return the table and who acts: the user, if they may enter hands, else the link of `token`.

    The link acts with the latest keeper of `device`, if any. Raises Http404, or CodesEnded (also a 404).
    """
    device = device or Device()
    if isinstance(user, User):
        tables = Table.objects.exclude(tournament__visibility=Visibility.ERASED)
        related = tables.select_related("tournament__club", "tournament__rule_book")
        table = related.filter(public_id=public_id).first()
        if table is not None and may_enter_hands(user, table.tournament):
            return table, Actor(user=user, device=device.user_agent, device_id=device.id)
    links = _links_with_keeper(public_id.hex, _printable_or_empty(token or ""), device.id)
    if not links:
        raise Http404
    link = _require_valid_codes(links[0])
    keeper_id = link.keeper_id if device.id else None
    return link.table, Actor(
        table_link=link, keeper_id=keeper_id, device=device.user_agent, device_id=device.id
    )


def require_keeper_name(by: Actor) -> None:
    """Raise KeeperNameMissing."""
    if by.table_link is not None and by.keeper_id is None:
        raise KeeperNameMissing


def sides_cookie_name(table_id: UUID) -> str:
    return f"{SIDES_COOKIE_PREFIX}{table_id.hex}"


def sides_link_by_token_or_404(token: str) -> SidesLink:
    """Raises CodesEnded."""
    return _require_valid_codes(
        get_object_or_404(_unrevoked_sides_links().filter(token=_printable_or_empty(token)))
    )


def sides_link_by_short_code_or_404(code: str) -> SidesLink:
    """Ignore case and punctuation. Raises CodesEnded."""
    normalized = "".join(filter(str.isalnum, code)).upper()
    return _require_valid_codes(
        get_object_or_404(_unrevoked_sides_links().filter(short_code=_printable_or_empty(normalized)))
    )


def table_by_sides_link_or_404(public_id: UUID, token: str | None, device: Device) -> tuple[Table, Actor]:
    """By the second link. Raises CodesEnded."""
    links = _unrevoked_sides_links().filter(
        token=_printable_or_empty(token or ""), table__public_id=public_id
    )
    link = _require_valid_codes(get_object_or_404(links))
    return link.table, Actor(sides_link=link, device=device.user_agent, device_id=device.id)


def _unrevoked_links() -> QuerySet[TableLink]:
    links = TableLink.objects.exclude(table__tournament__visibility=Visibility.ERASED)
    return links.filter(revoked_at=None).select_related(
        "table__tournament__club", "table__tournament__rule_book"
    )


@compiled_query
def _links_with_keeper(table: str, token: str, device: str) -> QuerySet[TableLink, Any]:
    """Annotate the device's latest keeper."""
    keepers = Keeper.objects.filter(table=OuterRef("table"), device_id=device).order_by("-since", "-pk")
    links = _unrevoked_links().filter(table__public_id=table, token=token)
    return links.annotate(keeper_id=Subquery(keepers.values("pk")[:1]))


def _unrevoked_sides_links() -> QuerySet[SidesLink]:
    links = SidesLink.objects.exclude(table__tournament__visibility=Visibility.ERASED)
    return links.filter(revoked_at=None).select_related(
        "table__tournament__club", "table__tournament__rule_book"
    )


def _require_valid_codes(link: Link) -> Link:
    if link.table.tournament.codes_ended(timezone.now()):
        raise CodesEnded
    return link


def _printable_or_empty(text: str) -> str:
    """PostgreSQL refuses a NUL."""
    return text if text.isprintable() else ""
