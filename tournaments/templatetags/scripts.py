from __future__ import annotations

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments.web.script_modules import with_imports

register = template.Library()


@register.simple_tag
def modules(*names: str, before_painting: bool = False) -> SafeString:
    """Load once the page is parsed, and preload imports.

    `before_painting` ones run before rendering: no control changes under a finger.
    """
    return _script_tags(names, before_painting=before_painting)


@cache
def _script_tags(names: tuple[str, ...], *, before_painting: bool) -> SafeString:
    """Return module scripts with preloaded imports; `before_painting` delays the first paint."""
    imported = with_imports(*names)[len(names) :]
    hints = format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(name),) for name in imported)
    )
    blocking = mark_safe(' blocking="render"') if before_painting else ""
    scripts = format_html_join(
        "", '<script type="module" src="{}"{}></script>', ((static(name), blocking) for name in names)
    )
    return hints + scripts
