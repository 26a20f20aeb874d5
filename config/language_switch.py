from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from config.address_language import local_path
from tournaments.languages import LANGUAGES, path_in_language


# Exempt: cached public pages contain no token, and the view only sets the visitor's language.
@csrf_exempt
def switch_language(request: HttpRequest) -> HttpResponse:
    """Set POST's `language`; redirect to `next`, or the referring page, in it."""
    language = request.POST.get("language", "")
    page = request.POST.get("next") or local_path(request, request.headers.get("Referer", ""))
    if page.startswith("/") and language in LANGUAGES:
        data = request.POST.copy()
        data["next"] = path_in_language(page, language)
        request.POST = data  # type: ignore[assignment]
    return set_language(request)
