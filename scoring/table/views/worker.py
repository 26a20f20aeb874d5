"""The script that keeps a table's page on its phone where the connection is secure."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.live.release import release
from tournaments.modules import with_imports

FILES = (
    "css/istaka.css",
    "css/table/entry.css",
    "css/table/tiles.css",
    "css/sides/sides.css",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    *with_imports(
        "js/page.js", "js/table/entry.js", "js/table/tray.js", "js/play/clock.js", "js/play/reasons.js"
    ),
)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Its address lies above the tables' pages, so that these are what it may answer for."""
    context = {"release": release(), "files": [static(name) for name in FILES]}
    return render(request, "scoring/table/worker.js", context, content_type="text/javascript")
