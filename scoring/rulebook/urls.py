"""The rules of a tournament: everybody's page, and the organizer's on which they are changed and amended."""

from django.urls import path

from scoring.rulebook.views import organizer, public

ORGANIZER = "manage/t/<uuid:tournament_id>/rules"

urlpatterns = [
    path("t/<uuid:tournament_id>/rules/", public.rules, name="rules"),
    path(f"{ORGANIZER}/", organizer.rules, name="organizer_rules"),
    path(f"{ORGANIZER}/examples/", organizer.examples, name="rule_examples"),
    path(f"{ORGANIZER}/preview/", organizer.preview_amendment, name="preview_amendment"),
    path(f"{ORGANIZER}/amend/", organizer.amend_rules, name="amend_rules"),
]
