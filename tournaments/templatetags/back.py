"""`{% load back %}`: links to acts that lead back to where they were begun."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.web.return_links import asked_back, back_to

register = template.Library()


@register.simple_tag(takes_context=True)
def back_here(context: dict[str, Any]) -> str:
    """The query of a link to an act begun here: it leads back to where this page would, else to this page."""
    request = context["request"]
    return f"?{back_to(asked_back(request) or request.path)}"


@register.simple_tag(takes_context=True)
def back_on(context: dict[str, Any]) -> str:
    """The query that hands the way back on to the next step of an act; nothing where none was asked for."""
    back = asked_back(context["request"])
    return f"?{back_to(back)}" if back else ""


@register.simple_tag(takes_context=True)
def way_back(context: dict[str, Any], otherwise: str) -> str:
    """The page at which an act was begun, else another."""
    return asked_back(context["request"]) or otherwise
