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

from scoring.officials.domain import ties
from scoring.play.change_effects import ChangedRank
from scoring.standings.ranking import RankedEntrant
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.scoring.officials.domain.amend_rules import stored_state
from tests.scoring.officials.domain.official_actions import members, tied_and_clear_group
from tests.scoring.officials.domain.test_best_placed_ties import (
    encounters_of_entrant,
    finished_groups_of_three,
    thirds,
)
from tests.scoring.stage_flows import earlier_entered_side
from tests.scoring.table.table_phones import (
    address,
    correction,
    encounter_at,
    hand,
    has_element,
    home_of,
    phone,
    side_name,
    table_of,
)
from tournaments.enums import Role, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|SAVEPOINT)", re.IGNORECASE)


def finish_by(winner: str, *points: int) -> dict[str, Any]:
    """Return fields in which the first seat of a side finishes, and the others have these points left."""
    loser = "B" if winner == "A" else "A"
    own = {f"{winner}{seat}__points": None for seat in (1, 2)}
    left = {f"{loser}{seat}__points": str(number) for seat, number in enumerate(points, start=1)}
    opened = {f"{loser}{seat}__opening": "series" for seat in (1, 2)}
    first = {"end": f"{winner}1", f"{winner}1__opening": "series", f"{winner}2__opening": None}
    return own | left | opened | first


TURNING = finish_by("B", 150, 150)
"""Fields that give the hand, and a short match with it, to side B."""
CHANGES = '<section class="changes"'


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    current = encounter_at(table)
    play_hand(current)
    return current


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def preview(client: Client, encounter: Encounter, *, version: int = 1, **typed: Any) -> Any:
    at = address("preview_correction", home_of(encounter), encounter.public_id, 1, 1)
    data = correction(encounter, version=version, **typed)
    return client.post(at, data, headers={"hx-request": "true"})


def text_of_changes(page: Any) -> str:
    section = re.search(CHANGES + ".*?</section>", page.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", section[0]).split()) if section else ""


def preview_text(client: Client, encounter: Encounter, *, version: int = 1, **typed: Any) -> str:
    return text_of_changes(preview(client, encounter, version=version, **typed))


@pytest.mark.release
def test_changed_total_is_shown_before_and_after(keeper, encounter):
    page = preview(keeper, encounter, B1__points="35")
    [total] = page.context["consequences"].totals
    assert (total.side.letter, total.before, total.after) == ("B", 70, 75)
    page_text = text_of_changes(page)
    assert side_name(encounter) not in page_text
    assert side_name(encounter, "B") in page_text
    assert page_text.index("+70") < page_text.index("+75")
    assert has_element(page, "nothing-else")


def test_unchanged_hand_has_no_consequences(keeper, encounter):
    page = preview(keeper, encounter, A1__opening=None, A2__opening="series")
    assert page.context["consequences"].unchanged
    assert text_of_changes(page)


@pytest.mark.release
def test_changed_winners_ranks_and_slots_are_shown(tournament):
    for encounter in encounters_of(tournament):
        if encounter.stage.kind == StageKind.GROUPS:
            play_encounter(encounter)
    owner = LanguageClient("en")
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    pages = [
        preview(owner, encounter, **TURNING) for encounter in encounters_of(tournament) if encounter.group
    ]
    won = encounters_of(tournament)[0]
    [(changed, is_own)] = pages[0].context["consequences"].encounters
    assert (changed.encounter, is_own, changed.before, changed.after) == (won, True, "A", "B")
    texts = [text_of_changes(page) for page in pages]
    assert re.search(rf"{side_name(won)} → \w+ {side_name(won, 'B')}", texts[0])
    assert any(re.search(r" A: Takım \d \w+ \d → \w+ \w+ \d", shown) for shown in texts)
    effects = [page.context["consequences"] for page in pages]
    assert "A" in [group.name for shown in effects for group, ranks in shown.groups if ranks]
    refilled = {slot.encounter.stage.kind for shown in effects for slot in shown.slots}
    assert refilled == {StageKind.KNOCKOUT}
    assert not any(has_element(page, "nothing-else") for page in pages)


@pytest.mark.release
def test_affected_later_play_is_shown(tournament):
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi, other, final = encounters_of(tournament)[-3:]
    for encounter in (semi, other):
        play_encounter(encounter)
    play_hand(final)
    owner = LanguageClient("en")
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    before = stored_state(tournament)
    page = preview(owner, semi, **TURNING)
    assert (page.context["consequences"].later_play, page.context["manages"]) == ([final], True)
    assert f"{side_name(final)} · {side_name(final, 'B')}" in text_of_changes(page)
    assert stored_state(tournament) == before


def text_of_element(page: Any, name: str) -> str:
    [element] = [
        element
        for element in read(page.content.decode(), whole=False).root.iter()
        if element.get("data-test") == name
    ]
    return " ".join("".join(element.itertext()).split())


@pytest.mark.release
def test_dropped_extra_encounter_is_shown(organizer_client, club):
    tied, _clear = tied_and_clear_group(is_played=True, club=club)
    pair = members(tied)[1:]
    ties.add_extra_encounter(group=tied, entrants=pair, change=Change(CONSOLE, NOW))
    corrected = tied.encounters.filter(sides__entrant=members(tied)[0]).order_by("pk")[0]
    winner = corrected.winner or ""
    same = preview(organizer_client, corrected, **finish_by(winner, 40, 30))
    assert not has_element(same, "removed")
    other = preview(organizer_client, corrected, **finish_by(winner, 31, 40))
    assert all(entrant.name in text_of_element(other, "removed") for entrant in pair)


@pytest.mark.release
def test_first_and_third_of_a_group_who_then_meet_are_shown(organizer_client, club):
    tournament = finished_groups_of_three(30, 20, 31, club=club)
    third = thirds(tournament)[2]
    lost = encounters_of_entrant(third)[0]
    winner = earlier_entered_side(lost)
    apart = preview(organizer_client, lost, **finish_by(winner, 32, 40))
    assert not has_element(apart, "same-group")
    page = preview(organizer_client, lost, **finish_by(winner, 1, 1))
    assert third.name in text_of_element(page, "same-group")


def test_incomplete_or_invalid_hand_has_no_consequences(keeper, encounter):
    assert preview_text(keeper, encounter, B1__opening=None) == ""
    assert preview_text(keeper, encounter, B1__points="500") == ""
    assert preview_text(keeper, encounter, B1__points="x") == ""


def test_unconfirmed_warning_does_not_hide_consequences(keeper, encounter):
    assert "+40" in preview_text(keeper, encounter, B1__points="0")


def test_outdated_version_has_no_consequences(keeper, encounter):
    correct(encounter, report(points=(1, 2)))
    assert preview_text(keeper, encounter, B1__points="35") == ""
    assert "+75" in preview_text(keeper, encounter, version=2, B1__points="35")


def test_consequences_are_shown_without_a_reason(keeper, table, encounter):
    at = address("correct_hand", table, encounter.public_id, 1, 1)
    page = keeper.post(at, correction(encounter, reason="", B1__points="35"))
    assert page.status_code == 422
    assert text_of_changes(page)


def test_preview_of_consequences_stores_nothing(keeper, tournament, encounter):
    before = stored_state(tournament)
    assert "becomes" in preview_text(keeper, encounter, **TURNING)
    assert stored_state(tournament) == before


def test_consequences_in_turkish(encounter, table):
    assert "Bununla ne değişir?" in preview_text(phone(table), encounter, B1__points="35")


@pytest.mark.postgres
def test_preview_of_a_new_hand_computes_no_consequences(keeper, table, encounter):
    """A preview takes as many queries as showing the form."""
    queries_of = []
    attempts: list[dict[str, Any]] = [{"B2__opening": None}, {}]
    for typed in attempts:
        with CaptureQueriesContext(connection) as captured:
            page = keeper.post(
                address("preview_entry", table),
                hand(encounter, deal=2, **typed),
                headers={"hx-request": "true"},
            )
        assert (page.status_code, text_of_changes(page)) == (200, "")
        queries_of.append([query["sql"] for query in captured.captured_queries])
    complete = queries_of[1]
    assert [sql for sql in complete if WRITES.match(sql)] == []
    assert len(complete) == len(queries_of[0])


def test_strangers_get_404(encounter, table):
    at = reverse("scoring:preview_correction", args=[table.public_id, encounter.public_id, 1, 1])
    assert Client().post(at, correction(encounter)).status_code == 404
    assert Client().put(at).status_code == 405


@pytest.mark.parametrize(
    ("before", "after", "description"),
    [
        ((2, False), (2, True), "place 2 now level"),
        ((2, True), (2, False), "place 2 no longer level"),
        ((2, True), (3, False), "place 2, level → becomes place 3"),
    ],
)
def test_unchanged_rank_is_not_shown_as_a_change(before, after, description):
    rank_before, rank_after = (
        cast(RankedEntrant, SimpleNamespace(rank=rank, tied=tied)) for rank, tied in (before, after)
    )
    fragment = get_template("scoring/queries/_rank_change.html")
    with translation.override("en"):
        html = fragment.render({"changed_rank": ChangedRank(rank_before, rank_after)})
    assert " ".join(re.sub("<[^>]*>", " ", html).split()).replace(" ,", ",") == description
