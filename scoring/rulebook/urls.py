from django.urls import URLPattern, URLResolver, include, path

from rules.games import DEFAULT_RULE_SET, GAMES
from scoring.rulebook.views import blueprint_rules, public_rules, rules_editor, tile_referee
from tournaments.languages import localized_route
from tournaments.web.url_prefixes import BLUEPRINT

TILE_REFEREE = localized_route(tr="hakem/", en="referee/")
ORGANIZER = "manage/t/<uuid:tournament_id>/rules"
OF_BLUEPRINT = f"{BLUEPRINT}/rules"


def _bare_book(rule_set_id: str) -> URLPattern:
    route = localized_route(tr=f"kurallar/{rule_set_id}/", en=f"rules/{rule_set_id}/")
    return path(route, public_rules.rule_set_book, {"rule_set_id": rule_set_id}, name="rule_set_book")


def _bare_tile_referee(rule_set_id: str) -> URLPattern:
    route = localized_route(tr=f"hakem/{rule_set_id}/", en=f"referee/{rule_set_id}/")
    view_arguments = {"rule_set_id": rule_set_id}
    return path(route, tile_referee.tile_referee, view_arguments, name="rule_set_tile_referee")


urlpatterns: list[URLPattern | URLResolver] = [
    path(
        localized_route(tr="kurallar/degisen/", en="rules/changed/"),
        public_rules.text_changes,
        name="text_changes",
    ),
    path("t/<uuid:tournament_id>/rules/", public_rules.rules, name="rules"),
    *(_bare_book(preset) for game in GAMES for preset in game.presets),
    path(TILE_REFEREE, tile_referee.tile_referee, name="tile_referee"),
    *(
        _bare_tile_referee(preset)
        for game in GAMES
        if game.tile_questions
        for preset in game.presets
        if preset != DEFAULT_RULE_SET
    ),
    path(
        "t/<uuid:tournament_id>/",
        include([path(TILE_REFEREE, tile_referee.tile_referee, name="tournament_tile_referee")]),
    ),
    path(f"{ORGANIZER}/", rules_editor.rules, name="organizer_rules"),
    path(f"{ORGANIZER}/examples/", rules_editor.examples, name="rule_examples"),
    path(f"{ORGANIZER}/preview/", rules_editor.preview_amendment, name="preview_amendment"),
    path(f"{ORGANIZER}/amend/", rules_editor.amend_rules, name="amend_rules"),
    path(f"{OF_BLUEPRINT}/", blueprint_rules.blueprint_rules, name="blueprint_rules"),
    path(
        f"{OF_BLUEPRINT}/examples/", blueprint_rules.blueprint_rule_examples, name="blueprint_rule_examples"
    ),
]
