from __future__ import annotations

from typing import Any

from django import template

from tournaments.web.return_links import requested_return_page, return_query

register = template.Library()


@register.simple_tag(takes_context=True)
def return_here_query(context: dict[str, Any]) -> str:
    """Lead back here, or to this page's return page."""
    request = context["request"]
    return f"?{return_query(requested_return_page(request) or request.path)}"


@register.simple_tag(takes_context=True)
def keep_return_query(context: dict[str, Any]) -> str:
    """Pass the return page on."""
    back = requested_return_page(context["request"])
    return f"?{return_query(back)}" if back else ""


@register.simple_tag(takes_context=True)
def return_page_url(context: dict[str, Any], default: str) -> str:
    return requested_return_page(context["request"]) or default
