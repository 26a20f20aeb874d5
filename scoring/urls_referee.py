"""The referee's addresses, and the table's way to him; `scoring.urls` takes them in."""

from django.urls import path

from scoring.views import referee, rulings, table_call

TOURNAMENT = "manage/t/<uuid:tournament_id>/referee"
RULINGS = "manage/e/<uuid:encounter_id>/rulings"
TABLE = "table/<uuid:table_id>/referee"

urlpatterns = [
    path(f"{TOURNAMENT}/", referee.referee, name="referee"),
    path(f"{TOURNAMENT}/<uuid:call_id>/take/", referee.take_call, name="take_call"),
    path(f"{TOURNAMENT}/<uuid:call_id>/answer/", referee.answer_call, name="answer_call"),
    path(f"{RULINGS}/", rulings.choose_hand, name="rulings"),
    path(f"{RULINGS}/<int:match>/<int:deal>/", rulings.rule_hand, name="rule_hand"),
    path(f"{TABLE}/", table_call.call_referee, name="call_referee"),
    path(f"{TABLE}/<uuid:call_id>/withdraw/", table_call.withdraw_call, name="withdraw_call"),
]
