"""Actions on hands take the same number of queries in every game, and for many hands as for one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.enums import SlideKind
from scoring.integrity.integrity_checks import verify
from scoring.live.queries.followed_entrant import read_followed_entrants
from scoring.paper.queries.resume_pack import read_resume_pack
from scoring.paper.queries.score_sheets import read_sheets
from scoring.play.undo_hand import take_hand_back
from scoring.queries import match_sheets
from scoring.queries.tournament_context import read_tournament_context
from scoring.screen.queries.slides import read_slide_show
from scoring.standings import standings_cache
from scoring.standings.ranking import rank_groups
from scoring.table.queries import consequences_of
from tests.factories import NOW, MembershipFactory, correct, encounters_of, play_of
from tests.module_fixtures import module_fixture
from tests.played_games import EVERY, OF_101, PlayedGame, in_other_games
from tests.scoring.table.table_phones import address, home_of, phone
from tests.test_rights import signed_in
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MANY = 5


@module_fixture
def tournaments() -> dict[str, Tournament]:
    return {game.rule_set: begun_tournament(game) for game in EVERY}


def begun_tournament(game: PlayedGame) -> Tournament:
    tournament = game.draw_tournament()
    single, many = encounters_of(tournament)[:2]
    game.play(single)
    for _hand in range(MANY):
        game.play(many)
    return tournament


Act = Callable[[], object]


class EncounterActs:
    def __init__(self, game: PlayedGame, tournament: Tournament, hands: int) -> None:
        self.game, self.tournament, self.hands = game, tournament, hands
        self.encounter = encounters_of(tournament)[0 if hands == 1 else 1]
        self.deal = {"match": 1, "deal": hands + 1}

    def correct(self, change: Change | None = None) -> object:
        return correct(self.encounter, self.game.other_hand, change=change)

    def take_back(self) -> None:
        key = uuid.uuid4().hex
        take_hand_back(encounter=self.encounter, match=1, deal=self.hands, entry_key=key, by=CONSOLE, at=NOW)

    def act_at_table(self, name: str, *of: object, **more: str) -> Act:
        table = home_of(self.encounter)
        named = {"encounter": self.encounter.public_id, "entry_key": uuid.uuid4()}
        return partial(
            post_form,
            phone(table),
            address(name, table, *of),
            named | self.deal | self.game.typed_fields | more,
        )

    def view_at_table(self, name: str, *of: object) -> Act:
        table = home_of(self.encounter)
        return partial(open_page, phone(table), address(name, table, *of))

    def correction_at_table(self, name: str) -> Act:
        return self.act_at_table(
            name, self.encounter.public_id, 1, 1, version="1", reason="?", **self.game.corrected_fields
        )

    def act_on_paper(self, name: str) -> Act:
        scorekeeper = MembershipFactory.create(club=self.tournament.club, role=Role.SCOREKEEPER).user
        url = reverse(f"scoring:{name}", args=[self.encounter.public_id, 1])
        place = {"encounter": self.encounter.public_id, "match": 1, "deal": self.hands + 1}
        fields = {"entry_key": uuid.uuid4(), **place, **self.game.typed_fields}
        return partial(post_form, signed_in(scorekeeper), url, fields)

    def act_at_practice(self) -> Act:
        url = reverse("scoring:tournament_practice", args=[self.tournament.public_id])
        typed = {"encounter": uuid.UUID(int=0), "match": 1, "deal": 1, "entry_key": uuid.uuid4()}
        return partial(post_form, Client(), url, typed | self.game.typed_fields)


def post_form(client: Client, where: str, typed: Mapping[str, Any]) -> None:
    status = client.post(where, typed).status_code
    assert status in (HTTPStatus.OK, HTTPStatus.SEE_OTHER), status


def open_page(client: Client, where: str) -> None:
    assert client.get(where).status_code == HTTPStatus.OK


ACTS: Mapping[str, Callable[[EncounterActs], Act]] = {
    "a hand is recorded": lambda at: partial(at.game.play, at.encounter),
    "it is corrected": lambda at: at.correct,
    "what a correction changes is seen": lambda at: partial(
        consequences_of, encounter=at.encounter, write=at.correct, change=Change(CONSOLE, NOW)
    ),
    "a hand is taken back": lambda at: at.take_back,
    "a hand is saved at the table": lambda at: at.act_at_table("enter_hand"),
    "a hand is sent from the outbox": lambda at: at.act_at_table("receive_hand"),
    "a hand is previewed": lambda at: at.act_at_table("preview_entry"),
    "a correction is saved at the table": lambda at: at.correction_at_table("correct_hand"),
    "a correction is previewed": lambda at: at.correction_at_table("preview_correction"),
    "a sheet is typed": lambda at: at.act_on_paper("type_sheet"),
    "a typed row is previewed": lambda at: at.act_on_paper("preview_typed_row"),
    "a hand is practised": lambda at: at.act_at_practice(),
    "the table's page is opened": lambda at: at.view_at_table("table"),
    "the form of a hand is opened": lambda at: at.view_at_table("enter_hand"),
    "the table's hands are opened": lambda at: at.view_at_table("table_hands", at.encounter.public_id),
    "the encounter's page is opened": lambda at: partial(
        open_page, Client(), reverse("scoring:encounter", args=[at.encounter.public_id])
    ),
    "play is read": lambda at: partial(play_of, at.encounter),
    "standings are made": lambda at: partial(standings_cache.refresh, stage=at.encounter.stage, at=NOW),
    "groups are ranked": lambda at: partial(rank_groups, list(at.encounter.stage.groups.all())),
    "the ledger is verified": lambda at: partial(verify, at.tournament),
    "score sheets are printed": lambda at: partial(
        read_sheets, Encounter.objects.filter(stage=at.encounter.stage)
    ),
    "a resume pack is printed": lambda at: partial(read_resume_pack, at.tournament.public_id),
    "the hands of a match are read": lambda at: partial(match_sheets.read_sheets, at.encounter, [1]),
    "everybody is followed": lambda at: (
        lambda: read_followed_entrants(
            read_tournament_context(at.tournament.public_id), list(at.tournament.entrants.all())
        )
    ),
    "slides are made": lambda at: (
        lambda: read_slide_show(
            read_tournament_context(at.tournament.public_id),
            kinds=SlideKind.values,
            pinned="",
            clock=False,
            at=NOW,
        )
    ),
    "a card is drawn": lambda at: partial(
        open_page, Client(), reverse("scoring:encounter_card", args=[at.encounter.public_id, "tr"])
    ),
}


def queries_of(act: str, spot: EncounterActs) -> int:
    do = ACTS[act](spot)
    with transaction.atomic():
        with CaptureQueriesContext(connection) as queries:
            do()
        transaction.set_rollback(True)
    return len(queries)


@pytest.mark.release
@in_other_games
@pytest.mark.parametrize("act", ACTS)
def test_action_takes_as_many_queries_as_in_101_and_for_many_hands_as_for_one(tournaments, game, act):
    of_101 = queries_of(act, EncounterActs(OF_101, tournaments[OF_101.rule_set], hands=1))
    with_one_hand, with_many_hands = (
        queries_of(act, EncounterActs(game, tournaments[game.rule_set], hands)) for hands in (1, MANY)
    )
    assert with_one_hand == of_101
    # In games where a score depends on earlier penalties, a correction reads all later hands at once.
    assert with_many_hands == of_101 + ("correct" in act and game.hands is None)
