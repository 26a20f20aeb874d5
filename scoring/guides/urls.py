"""URLs of the guides: `/yardim/` in Turkish, `/en/help/` in English."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.guides import views
from scoring.guides.queries import ALL_GUIDES, Guide
from tournaments.languages import localized_route


def _of(guide: Guide) -> URLPattern:
    route = localized_route(tr=f"{guide.word('tr')}/", en=f"{guide.word('en')}/")
    return path(route, views.guide, {"code": guide.code}, name="guide")


_shelf = [path("", views.guides, name="guides"), *map(_of, ALL_GUIDES)]

urlpatterns: list[URLPattern | URLResolver] = [
    path(localized_route(tr="yardim/", en="help/"), include(_shelf))
]
