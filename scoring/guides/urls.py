"""URLs of the guides: `/yardim/` in Turkish, `/en/help/` in English."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.guides import views
from scoring.guides.queries import SHELF, Guide
from tournaments.languages import spelled


def _of(guide: Guide) -> URLPattern:
    route = spelled(tr=f"{guide.word('tr')}/", en=f"{guide.word('en')}/")
    return path(route, views.guide, {"code": guide.code}, name="guide")


_shelf = [path("", views.guides, name="guides"), *map(_of, SHELF)]

urlpatterns: list[URLPattern | URLResolver] = [path(spelled(tr="yardim/", en="help/"), include(_shelf))]
