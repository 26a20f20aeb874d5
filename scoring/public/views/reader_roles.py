"""The reader's roles, which scripts add to pages cached for all."""

from __future__ import annotations

from uuid import UUID

from django.http import JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import ANONYMOUS, Visitor, is_member
from tournaments.web.http import PageRequest


@never_cache
@require_safe
def reader(request: PageRequest) -> JsonResponse:
    """Return pending messages, and whether the reader is staff of `?tournament=` or `?club=`."""
    messages = render_to_string("_messages.html", request=request)
    return JsonResponse({"messages": messages.strip(), "staff": _is_staff(request)})


def _is_staff(request: PageRequest) -> bool:
    return is_member(
        request.user, tournament=_id(request.GET.get("tournament")), club=_id(request.GET.get("club"))
    )


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


def is_staff_view(request: PageRequest) -> bool:
    return request.GET.get("as") == "staff"


def page_visitor(request: PageRequest) -> Visitor:
    return request.user if is_staff_view(request) else ANONYMOUS
