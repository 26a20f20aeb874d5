from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.live.release import release
from tournaments.web.script_modules import with_imports

CACHED_FILES = (
    "css/istaka.css",
    "css/table/hand-entry.css",
    "css/table/tiles.css",
    "css/table/one-page-form.css",
    "css/table/table-pages.css",
    "css/confirmation/side-page.css",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    "js/without-modules.js",
    *with_imports(
        "js/language-switch.js",
        "js/popups.js",
        "js/table/hand-entry.js",
        "js/table/unsent/unsent-list.js",
        "js/play/clock.js",
        "js/play/reasons.js",
    ),
)
CACHED_PAGES_PATTERN = "^(/[a-z]{2})?/table/[0-9a-f-]{36}/$"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Above the tables' pages, so that its scope covers them."""
    files = [static(name) for name in CACHED_FILES]
    context = {"release": release(), "files": files, "pages": CACHED_PAGES_PATTERN}
    return render(request, "scoring/table/service_worker.js", context, content_type="text/javascript")
