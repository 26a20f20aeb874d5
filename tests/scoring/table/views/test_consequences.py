"""What changes with a correction, as the last step shows it."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from scoring.play.change_effects import MovedRank
from scoring.standings.ranking import RankedEntrant
from tests.factories import (
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.kept import kept
from tests.languages import Reader
from tests.scoring.officials.domain.amending import stored
from tests.scoring.table.phones import (
    address,
    correction,
    encounter_at,
    hand,
    home_of,
    phone,
    side_name,
    table_of,
    text,
)
from tournaments.enums import Role, StageKind
from tournaments.models import Encounter, Table, Tournament

pytestmark = pytest.mark.django_db

WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|SAVEPOINT)", re.IGNORECASE)
TURNING: dict[str, Any] = {
    "end": "B1",
    "A1__opening": "series",
    "A1__points": "150",
    "A2__opening": "series",
} | {
    "A2__points": "150",
    "B1__points": None,
    "B2__opening": None,
    "B2__points": None,
}
"""What is typed to give the hand, and a short match with it, to side B."""


@kept
def tournament() -> Tournament:
    return drawn_tournament()


@kept
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    found = encounter_at(table)
    play_hand(found)
    return found


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def previewed(client: Client, encounter: Encounter, *, version: int = 1, **typed: Any) -> str:
    """What the block says; nothing where there is none."""
    at = address("preview_correction", home_of(encounter), encounter.public_id, 1, 1)
    page = client.post(
        at, correction(encounter, version=version, **typed), headers={"hx-request": "true"}
    ).content.decode()
    found = re.search(r'<section class="changes".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_a_total_that_changes_is_shown_before_and_after(keeper, encounter):
    said = previewed(keeper, encounter, B1__points="35")
    assert "What changes with it" in said
    assert side_name(encounter) not in said
    assert f"B {side_name(encounter, 'B')} +70 → becomes +75" in said
    assert "Nothing else changes" in said


def test_a_hand_as_it_stands_changes_nothing(keeper, encounter):
    assert "So far nothing" in previewed(keeper, encounter, A1__opening=None, A2__opening="series")


def test_winners_ranks_and_slots_are_named(tournament):
    for one in encounters_of(tournament):
        if one.stage.kind == StageKind.GROUPS:
            play_encounter(one)
    owner = Reader("en")
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    told = [previewed(owner, one, **TURNING) for one in encounters_of(tournament) if one.group]
    won = encounters_of(tournament)[0]
    assert f"Winner of this encounter {side_name(won)} → becomes {side_name(won, 'B')}" in told[0]
    assert any(re.search(r"Group A: Takım \d place \d → becomes place \d", said) for said in told)
    assert any(re.search(r"Semi-finals .*→ becomes Takım \d", said) for said in told)
    assert all("Nothing else changes" not in said for said in told)


def test_later_play_is_named_with_who_may_decide(tournament):
    for one in encounters_of(tournament):
        play_encounter(one)
    semi, other, final = encounters_of(tournament)[-3:]
    for one in (semi, other):
        play_encounter(one)
    play_hand(final)
    owner = Reader("en")
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    before = stored(tournament)
    said = previewed(owner, semi, **TURNING)
    assert "You decide whether they stand or are played anew." in said
    assert f"{side_name(final)} · {side_name(final, 'B')}" in said
    assert stored(tournament) == before


def test_where_the_hand_is_not_told_to_its_end_or_cant_be_nothing_is_shown(keeper, encounter):
    assert previewed(keeper, encounter, B1__opening=None) == ""
    assert previewed(keeper, encounter, B1__points="500") == ""
    assert previewed(keeper, encounter, B1__points="x") == ""


def test_a_doubt_that_is_not_confirmed_yet_hides_nothing(keeper, encounter):
    assert "+40" in previewed(keeper, encounter, B1__points="0")


def test_a_hand_that_was_changed_meanwhile_shows_nothing(keeper, encounter):
    correct(encounter, report(points=(1, 2)))
    assert previewed(keeper, encounter, B1__points="35") == ""
    assert "→ becomes +75" in previewed(keeper, encounter, version=2, B1__points="35")


def test_it_still_stands_there_when_the_reason_is_missing(keeper, table, encounter):
    at = address("correct_hand", table, encounter.public_id, 1, 1)
    page = keeper.post(at, correction(encounter, reason="", B1__points="35"))
    assert page.status_code == 422
    assert "What changes with it" in text(page)


def test_looking_stores_nothing(keeper, tournament, encounter):
    before = stored(tournament)
    assert "becomes" in previewed(keeper, encounter, **TURNING)
    assert stored(tournament) == before


def test_in_turkish(encounter, table):
    assert "Bununla ne değişir?" in previewed(phone(table), encounter, B1__points="35")


@pytest.mark.both_databases
def test_a_new_hand_is_previewed_without_any_of_this(keeper, table, encounter):
    """To show a score costs no statement more than to show the form."""
    asked = []
    attempts: list[dict[str, Any]] = [{"B2__opening": None}, {}]
    for typed in attempts:
        with CaptureQueriesContext(connection) as captured:
            page = keeper.post(
                address("preview_entry", table),
                hand(encounter, deal=2, **typed),
                headers={"hx-request": "true"},
            )
        assert (page.status_code, "What changes" in text(page)) == (200, False)
        asked.append([query["sql"] for query in captured.captured_queries])
    told_to_its_end = asked[1]
    assert [sql for sql in told_to_its_end if WRITES.match(sql)] == []
    assert len(told_to_its_end) == len(asked[0])


def test_strangers_see_nothing(encounter, table):
    at = reverse("scoring:preview_correction", args=[table.public_id, encounter.public_id, 1, 1])
    assert Client().post(at, correction(encounter)).status_code == 404
    assert Client().put(at).status_code == 405


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((2, False), (2, True), "place 2 now level"),
        ((2, True), (2, False), "place 2 no longer level"),
        ((2, True), (3, False), "place 2, level → becomes place 3"),
    ],
)
def test_a_rank_that_stays_is_not_told_as_a_change(before, after, told):
    was, now = (cast(RankedEntrant, SimpleNamespace(rank=rank, tied=tied)) for rank, tied in (before, after))
    fragment = get_template("scoring/queries/_moved_rank.html")
    with translation.override("en"):
        html = fragment.render({"moved": MovedRank(was, now)})
    assert " ".join(re.sub("<[^>]*>", " ", html).split()).replace(" ,", ",") == told
