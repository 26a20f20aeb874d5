from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.public.queries.draw_page import DrawRecord
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
)
from tests.flat_html import flat
from tests.languages import path_in_language
from tests.tournaments.draws.domain.playing_rounds import decide_all, draw_next, drawn_stage, ids_of
from tournaments.draws.domain import draw
from tournaments.draws.domain.lot_seed import offered_draw_seed
from tournaments.enums import Role
from tournaments.formats.drawing import Alteration, AlterationKind
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Draw, Tournament

pytestmark = pytest.mark.django_db


def index(tournament: Tournament, language: str = "en") -> str:
    address = reverse("scoring:draw_list", args=[tournament.public_id])
    return flat(Client().get(path_in_language(address, language)).content.decode())


def listed_draws(tournament: Tournament) -> list[DrawRecord]:
    response = Client().get(reverse("scoring:draw_list", args=[tournament.public_id]))
    return [facts["draw"] for _stage, draws in response.context["stages"] for facts in draws]


def draw_context(tournament: Tournament, number: int) -> Any:
    return Client().get(reverse("scoring:draw_detail", args=[tournament.public_id, number])).context


def page(tournament: Tournament, number: int, language: str = "en") -> str:
    address = reverse("scoring:draw_detail", args=[tournament.public_id, number])
    return flat(Client().get(path_in_language(address, language)).content.decode())


def test_page_says_that_nothing_is_drawn_yet():
    assert 'data-test="nothing-drawn"' in index(open_tournament(pairs=4))


def test_lots_can_be_repeated():
    tournament = drawn_tournament(pairs=6, groups=2)
    rows = re.findall(
        r"<b[^>]*>(Takım \d)</b>.*?([0-9a-f-]{36})</code>.*?([0-9a-f]{64})</code>", page(tournament, 1), re.S
    )
    assert len(rows) == 6
    lots = [digits for _name, _id, digits in rows]
    assert lots == sorted(lots)
    for name, seed, digits in rows:
        assert hashlib.sha256(f"101:{seed}".encode()).hexdigest() == digits
        assert str(tournament.entrants.get(name=name).public_id) == seed


def test_result_is_shown_in_both_languages():
    tournament = drawn_tournament(pairs=6, groups=2)
    assert "Group A" in page(tournament, 1)
    turkish = page(tournament, 1, "tr")
    assert "A grubu" in turkish
    assert "Kurayla" in turkish


def test_drawing_person_is_shown_by_role():
    tournament = open_tournament(pairs=6)
    member = MembershipFactory.create(club=tournament.club, role=Role.OWNER)
    draw.draw_groups(tournament=tournament, groups=2, seed="x", by=Actor(user=member.user), at=NOW)
    assert [draw_record.role for draw_record in listed_draws(tournament)] == [Role.OWNER]
    text = index(tournament)
    assert member.user.email not in text
    assert member.user.name not in text


def test_page_says_whether_the_offered_seed_was_used():
    tournament = open_tournament(pairs=6)
    offered = offered_draw_seed(tournament, [str(entrant.public_id) for entrant in tournament.entrants.all()])
    for seed in (offered, "101"):
        draw.draw_groups(tournament=tournament, groups=2, seed=seed, by=CONSOLE, at=NOW)
        draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    assert [draw_record.used_offered_seed for draw_record in listed_draws(tournament)] == [True, False]
    page_text = index(tournament)
    assert page_text.index('data-test="offered-seed"') < page_text.index('data-test="chosen-seed"')


def test_draws_taken_back_stay_listed():
    tournament = drawn_tournament()
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    assert 'class="d-draw undone"' in index(tournament)
    assert draw_context(tournament, 1)["draw"].row.undone_at == NOW
    assert 'data-test="undone"' in page(tournament, 1)


def test_manual_draw_is_labelled():
    tournament = open_tournament(pairs=6)
    pairs = list(tournament.entrants.order_by("number"))
    draw.place_first_stage(
        tournament=tournament, groups=[("A", pairs[:3]), ("B", pairs[3:])], by=CONSOLE, at=NOW
    )
    assert [draw_record.by_hand for draw_record in listed_draws(tournament)] == [True]
    assert "Takım 4" in page(tournament, 1)


def test_automatic_draw_is_labelled():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    assert [draw_record.is_automatic for draw_record in listed_draws(tournament)] == [False, True]
    assert ('id="lots"' in page(tournament, 1), 'id="lots"' in page(tournament, 2)) == (True, False)


@pytest.mark.slow
def test_round_shows_encounters_standings_and_changes():
    stage = drawn_stage("swiss", 6)
    decide_all(stage)
    first_id, second_id = ids_of(stage, 1, 4)
    draw_next(stage, Alteration(AlterationKind.SWAP, first_id, second_id))
    context = draw_context(stage.tournament, 2)
    assert context["draw"].row.round == 2
    assert context["draw"].alterations == (Alteration(AlterationKind.SWAP, first_id, second_id),)
    assert [place for place, _name, _points in context["previous_standings"]] == [1, 2, 3, 4, 5, 6]
    text = page(stage.tournament, 2)
    assert "Takım 1 and Takım 4 changed places" in text
    assert 'data-test="previous-standings"' in text


def test_unknown_draw_is_404():
    tournament = drawn_tournament()
    for number in (0, 2):
        address = reverse("scoring:draw_detail", args=[tournament.public_id, number])
        assert Client().get(address).status_code == 404


def test_stage_drawn_before_recording_has_no_record():
    tournament = drawn_tournament()
    Draw.objects.all().delete()
    assert 'data-test="not-recorded"' in index(tournament)


def test_page_takes_the_same_queries_for_more_draws(django_assert_max_num_queries):
    counts = set()
    for pairs in (16, 64):
        tournament = drawn_tournament(pairs=pairs, groups=pairs // 4)
        for name, number in (("scoring:draw_list", []), ("scoring:draw_detail", [1])):
            with django_assert_max_num_queries(12) as captured:
                Client().get(reverse(name, args=[tournament.public_id, *number]))
            counts.add((name, len(captured)))
    assert len(counts) == 2
