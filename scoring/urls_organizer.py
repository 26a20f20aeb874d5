"""The organizer's addresses that need the ledger; `scoring.urls` takes them in."""

from django.urls import path

from scoring.views import organizer, organizer_rules

TOURNAMENT = "manage/t/<uuid:tournament_id>"
ENCOUNTER = "manage/e/<uuid:encounter_id>"

urlpatterns = [
    path(f"{TOURNAMENT}/", organizer.running, name="running"),
    path(f"{TOURNAMENT}/lot/<int:position>/", organizer.lot, name="lot"),
    path(f"{TOURNAMENT}/rules/", organizer_rules.rules, name="organizer_rules"),
    path(f"{TOURNAMENT}/rules/examples/", organizer_rules.examples, name="rule_examples"),
    path(f"{TOURNAMENT}/rules/preview/", organizer_rules.preview_amendment, name="preview_amendment"),
    path(f"{TOURNAMENT}/rules/amend/", organizer_rules.amend_rules, name="amend_rules"),
    path(f"{ENCOUNTER}/walkover/", organizer.walkover, name="walkover"),
    path(f"{ENCOUNTER}/walkover/take-back/", organizer.take_walkover_back, name="take_walkover_back"),
]
