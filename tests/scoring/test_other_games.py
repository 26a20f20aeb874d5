"""What pages show of a tournament of another game than 101."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games import GAMES
from rules.games.okey_task.reports import parse_report as parse_task_report
from scoring.paper.games import PAPERS
from scoring.table.views.games import ENTERED, entering_of
from tests import test_rights
from tests.factories import MembershipFactory, correct, drawn_tournament, encounters_of, play_hand
from tests.pages.reading import read
from tests.pages.test_html import faults_of
from tests.rules.builders import SERIES
from tests.rules.games.okey_task.hands import exchanged, finished
from tests.scoring.play.test_open_length import OPEN, stages, won
from tests.test_rights import RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

GAME: dict[str, Any] = {"rule_set_id": "okey-countdown", "stages": stages(OPEN)}


def answers(world: World) -> dict[str, int]:
    clients = {SIDES: world.side(), STAFF: world.phone()}
    return {
        name: (clients.get(right.who) or world.member(Role.OWNER))
        .get(world.address(name), follow=True)
        .status_code
        for name, right in RIGHTS.items()
        if "GET" in right.methods
    }


def test_every_page_opens(monkeypatch):
    monkeypatch.setattr(test_rights, "drawn_tournament", lambda **asked: drawn_tournament(**asked, **GAME))
    shown = won(indicator_shown_by="B1")
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, shown))
    found = answers(World())
    assert {name: status for name, status in found.items() if status != HTTPStatus.OK} == {}


def test_pages_of_rulings_history_and_practice_are_strict():
    tournament = drawn_tournament(**GAME, groups=2)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, won(indicator_shown_by="B1"))
    correct(encounter, won("B1"))
    owner = Client()
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    asked: dict[str, list[tuple[Any, ...]]] = {
        "rule_hand": [(encounter.public_id, 1, 1), (encounter.public_id, 1, 2)],
        "hand_history": [(encounter.public_id, 1, 1)],
        "tournament_practice": [(tournament.public_id,)],
    }
    for name, places in asked.items():
        for place in places:
            page = owner.get(reverse(f"scoring:{name}", args=place)).content.decode()
            assert list(faults_of(read(page, whole=True), page=True)) == [], name


def test_the_hands_of_every_game_are_entered_at_a_table():
    assert [entering.game for entering in ENTERED] == list(GAMES)
    for game in GAMES:
        for rules in game.presets.values():
            assert entering_of(rules).game is game


def test_every_game_has_a_score_sheet():
    assert [paper.game for paper in PAPERS] == list(GAMES)


def test_the_task_of_a_hand_is_told_to_everybody_and_to_both_sides(monkeypatch):
    monkeypatch.setattr(
        test_rights, "drawn_tournament", lambda **asked: drawn_tournament(**asked, rule_set_id="okey-task")
    )
    hand = parse_task_report(finished() | {"task": "kut_4_seri_4"})
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, hand))
    world = World()
    for client, name in ((world.phone(), "encounter"), (world.side(), "sides")):
        page = client.get(world.address(f"scoring:{name}"), follow=True)
        assert "Görev: Küt 4 + seri 4" in page.content.decode()


def test_pages_of_task_okey_open_as_those_of_classic_okey_do(monkeypatch):
    task: dict[str, Any] = {"rule_set_id": "okey-task"}
    monkeypatch.setattr(test_rights, "drawn_tournament", lambda **asked: drawn_tournament(**asked, **task))
    hand = parse_task_report(finished(B1=exchanged((SERIES, 12))))
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, hand))
    found = answers(World())
    assert {name: status for name, status in found.items() if status != HTTPStatus.OK} == {}
