"""The part of the control page that updates Istaka."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from markdown_it import MarkdownIt

from config.launcher.control.access import require_control
from config.launcher.update import background, switch
from config.launcher.update.errors import fill
from config.launcher.update.state import Step, UpdateState, read_update
from config.version import VERSION
from tournaments.web.http import PageRequest, see_other


def update_context(control_key: str) -> dict[str, Any]:
    """For templates that include config/control/_update.html."""
    update = read_update(settings.VAR_DIR)
    return {
        "control_key": control_key,
        "update": update,
        "installed_version": VERSION,
        "problem": fill(gettext(update.problem), update.values) if update.problem else "",
        "changes": _render_changes(update),
    }


def _render_changes(update: UpdateState) -> SafeString:
    markdown = update.changes.replace("## ", "### ")  # below the page's own headings
    rendered: str = MarkdownIt("commonmark", {"html": False}).render(markdown)
    return mark_safe(rendered)  # noqa: S308  it contains no HTML of the text


@never_cache
@require_safe
def update_state(request: PageRequest, control_key: str) -> HttpResponse:
    """Refreshed while something is under way; the whole page reloads in the new version."""
    require_control(request, control_key)
    context = update_context(control_key)
    response = render(request, "config/control/_update.html", context)
    if request.htmx and context["update"].step is Step.DONE:
        response.headers["HX-Refresh"] = "true"
    return response


@never_cache
@require_POST
def check_for_update(request: PageRequest, control_key: str) -> HttpResponse:
    require_control(request, control_key)
    update = read_update(settings.VAR_DIR)
    if update.step is not Step.OFF and not update.is_underway:
        background.start_check(settings.VAR_DIR)
    return _answer(request, control_key)


@never_cache
@require_POST
def prepare_update(request: PageRequest, control_key: str) -> HttpResponse:
    """Prepare what is available, but not during play."""
    require_control(request, control_key)
    if read_update(settings.VAR_DIR).step is Step.AVAILABLE:
        background.start_prepare(settings.VAR_DIR)
    return _answer(request, control_key)


@never_cache
@require_POST
def switch_version(request: PageRequest, control_key: str) -> HttpResponse:
    """Let the launcher end this server and start what is ready, but not during play."""
    require_control(request, control_key)
    if read_update(settings.VAR_DIR).step is Step.READY:
        switch.request_switch(settings.VAR_DIR)
    return _answer(request, control_key)


def _answer(request: PageRequest, control_key: str) -> HttpResponse:
    if request.htmx:
        return render(request, "config/control/_update.html", update_context(control_key))
    return see_other("control:page", control_key)
