from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games import GAMES
from rules.games.okey_task.reports import parse_report
from scoring.paper.games import GAME_SHEETS
from scoring.table.views.games import HAND_ENTRIES, hand_entry_of
from tests import test_rights
from tests.factories import MembershipFactory, correct, encounters_of, play_hand
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.pages.test_queries import SHOWN, SmallWorld
from tests.played_games import COUNTDOWN, STANDARD_TOO, TASK, in_other_games
from tests.rules.games.okey_task.hand_builders import finished
from tests.test_rights import RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db


def answers(world: World) -> dict[str, int]:
    clients, owner = {SIDES: world.side(), STAFF: world.phone()}, world.member(Role.OWNER)
    return {
        name: clients.get(right.who, owner).get(world.address(name), follow=True).status_code
        for name, right in RIGHTS.items()
        if "GET" in right.methods
    }


@pytest.mark.release
@pytest.mark.parametrize("game", [COUNTDOWN, STANDARD_TOO, TASK], ids=str)
def test_pages_on_paper_and_pictures_open(game):
    """All other pages are opened by the tests that count their queries."""
    world = SmallWorld(game)
    owner = world.member(Role.OWNER)
    page_names = [name for name, right in RIGHTS.items() if "GET" in right.methods and name not in SHOWN]
    statuses = {name: owner.get(world.address(name), follow=True).status_code for name in page_names}
    assert {name: status for name, status in statuses.items() if status != HTTPStatus.OK} == {}
    assert len(statuses) > 5


@in_other_games
def test_pages_of_rulings_history_and_practice_have_valid_html(game):
    tournament = game.draw_tournament()
    encounter = encounters_of(tournament)[0]
    game.play(encounter)
    correct(encounter, game.other_hand)
    owner = Client()
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    arguments: dict[str, list[tuple[Any, ...]]] = {
        "rule_on_hand": [(encounter.public_id, 1, 1), (encounter.public_id, 1, 2)],
        "hand_history": [(encounter.public_id, 1, 1)],
        "tournament_practice": [(tournament.public_id,)],
    }
    for name, places in arguments.items():
        for place in places:
            page = owner.get(reverse(f"scoring:{name}", args=place)).content.decode()
            assert list(faults_of(read(page, whole=True), page=True)) == [], name


def test_every_game_has_a_form_for_hands():
    assert [entering.game for entering in HAND_ENTRIES] == list(GAMES)
    for game in GAMES:
        for rules in game.presets.values():
            assert hand_entry_of(rules).game is game


def test_every_game_has_a_score_sheet():
    assert [paper.game for paper in GAME_SHEETS] == list(GAMES)


def test_task_of_a_hand_is_shown_to_visitors_and_sides(monkeypatch):
    hand = parse_report(finished() | {"task": "kut_4_seri_4"})
    monkeypatch.setattr(test_rights, "drawn_tournament", TASK.draw_tournament)
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, hand))
    world = World()
    for client, name in ((world.phone(), "encounter"), (world.side(), "side_page")):
        page = client.get(world.address(f"scoring:{name}"), follow=True)
        assert "Görev: Küt 4 + seri 4" in page.content.decode()
