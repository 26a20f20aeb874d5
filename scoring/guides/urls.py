"""The guides: Turkish under `/yardim/`, English under `/help/`; a page has the language of its address."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from scoring.guides import views
from scoring.guides.queries import ROOTS, guides_in


def _of(language: str) -> Iterator[URLPattern]:
    root = ROOTS[language]
    yield path(f"{root}/", views.guides, {"language": language}, name="guides")
    for guide in guides_in(language):
        told = {"language": language, "code": guide.code}
        yield path(f"{root}/{guide.words[language]}/", views.guide, told, name="guide")


urlpatterns = [pattern for language in ROOTS for pattern in _of(language)]
