"""URLs of the guides: `/yardim/` in Turkish, `/en/help/` in English."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.guides import views
from scoring.guides.queries import ALL_GUIDES, Guide
from tournaments.languages import localized_route


def _guide_pattern(guide: Guide) -> URLPattern:
    route = localized_route(tr=f"{guide.url_slug('tr')}/", en=f"{guide.url_slug('en')}/")
    return path(route, views.guide, {"code": guide.code}, name="guide")


_guide_patterns = [path("", views.guides, name="guides"), *map(_guide_pattern, ALL_GUIDES)]

urlpatterns: list[URLPattern | URLResolver] = [
    path(localized_route(tr="yardim/", en="help/"), include(_guide_patterns))
]
