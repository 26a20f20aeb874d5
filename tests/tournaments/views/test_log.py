"""The log in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tournaments.domain import tables
from tournaments.domain.actor import Actor
from tournaments.enums import SideLetter
from tournaments.models import LogRow
from tournaments.views.log import ROWS_A_PAGE
from tournaments.views.log_words import ACTIONS, described

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]


def address(tournament) -> str:
    return reverse("tournaments:log", args=[tournament.public_id])


def test_every_action_that_the_code_writes_has_words():
    """Names are written as literals, in a call of `log.write` or of a helper that passes them on."""
    written = set()
    for folder in ("tournaments/domain", "scoring/domain"):
        for source in (ROOT / folder).rglob("*.py"):
            code = source.read_text()
            written |= set(re.findall(r'(?:log\.write|_close|_follow_up)\(\s*"([a-z_]+)"', code))
    assert written == set(ACTIONS)


def test_a_row_says_who_did_what_to_whom(desk, owner, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    table = encounter.table
    assert table is not None
    link = table.links.get()
    tables.swap_partners(encounter=encounter, letter=SideLetter.A, by=Actor(table_link=link), at=NOW)
    tables.renew_link(table=table, by=Actor(user=owner.user), at=NOW)
    play_hand(encounter)
    correct(encounter, report(points=(1, 2)))
    rows = list(LogRow.objects.filter(tournament=tournament).order_by("-pk")[:4])
    corrected, recorded, renewed, swapped = described(rows)
    pairs = " · ".join(encounter.sides.order_by("letter").values_list("entrant__name", flat=True))
    assert corrected.detail.startswith(pairs)
    assert recorded.detail.startswith(pairs)
    assert renewed.who == owner.user.name
    assert str(table.number) in renewed.detail
    assert str(table.number) in swapped.who
    assert swapped.detail.startswith(pairs)


def test_rows_come_newest_first_and_by_pages(desk, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[:20]:
        play_hand(encounter)
    first = desk.get(address(tournament))
    assert len(first.context["entries"]) == ROWS_A_PAGE
    assert first.context["entries"][0].row.action == "hand_recorded"
    last = desk.get(address(tournament), {"page": "2"})
    assert last.context["entries"][-1].row.action == "tournament_created"


@pytest.mark.parametrize("page", ["", "x", "-1", "999"])
def test_nonsense_shows_a_page_that_exists(desk, club, page):
    assert desk.get(address(drawn_tournament(club=club)), {"page": page}).status_code == 200


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_num_queries):
    small, large = drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)
    play_hand(encounters_of(small)[0])
    for encounter in encounters_of(large)[:10]:
        play_hand(encounter)
    for tournament in (small, large):
        with django_assert_num_queries(10):
            desk.get(address(tournament))
