from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.live.release import release
from tournaments.web.script_modules import with_imports

FILES = (
    "css/istaka.css",
    "css/table/entry.css",
    "css/table/tiles.css",
    "css/table/whole.css",
    "css/confirmation/sides.css",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    *with_imports(
        "js/page.js",
        "js/table/entry.js",
        "js/table/unsent/tray.js",
        "js/play/clock.js",
        "js/play/others.js",
        "js/play/reasons.js",
    ),
)
PAGES = "^(/[a-z]{2})?/table/[0-9a-f-]{36}/$"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the worker above the tables' pages, so that its scope covers them."""
    return keeping(request, PAGES, FILES)


def keeping(
    request: HttpRequest, pages: str, files: Sequence[str], *, precached_pages: Sequence[str] = ()
) -> HttpResponse:
    """Return a worker that caches pages whose paths match `pages`, and their static `files`.

    `precached_pages` are pages to cache before they are opened again.
    """
    cached_files = [*(static(name) for name in files), *precached_pages]
    context = {"release": release(), "files": cached_files, "pages": pages}
    return render(request, "scoring/table/worker.js", context, content_type="text/javascript")
