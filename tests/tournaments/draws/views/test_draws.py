from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import (
    LEAGUE,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tournaments.draws.forms import placement_field
from tournaments.enums import DrawMethod, TournamentState
from tournaments.models import Draw, Encounter, Group, LogRow, Tournament
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club) -> Tournament:
    return open_tournament(club=club, pairs=14)


def address(name: str, tournament: Tournament, *arguments: int) -> str:
    return reverse(name, args=[tournament.public_id, *arguments])


def draw_page(tournament: Tournament) -> str:
    return address("tournaments:draw", tournament)


def stage_page(tournament: Tournament, position: int = 1) -> str:
    return address("tournaments:draw_stage", tournament, position)


def drawn_groups() -> dict[str, list[str]]:
    return {
        group.name: list(group.places.order_by("position").values_list("entrant__name", flat=True))
        for group in Group.objects.order_by("position")
    }


def shown_groups(page: Any) -> dict[str, list[str]]:
    return {name: [entrant.name for entrant in members] for name, _at, members in page.context["groups"]}


def fields_of(page: Any) -> dict[str, Any]:
    sent: dict[str, Any] = {"looked_at": page.context["proposal"].digest}
    for name, value in page.context["hidden_fields"]:
        sent.setdefault(name, []).append(str(value))
    return sent


def publish(client, page: Any, tournament: Tournament, position: int = 1, **changes: Any) -> Any:
    return client.post(stage_page(tournament, position), {**fields_of(page), **changes})


def test_too_few_entrants_link_to_the_entry_list(organizer_client, club):
    few = open_tournament(club=club, pairs=2)
    page = organizer_client.get(draw_page(few))
    assert "proposal" not in page.context
    assert address("tournaments:entries", few) in page.content.decode()
    response = organizer_client.get(address("tournaments:place_by_hand", few, 1))
    assert (response.status_code, response.headers["Location"]) == (303, draw_page(few))


def test_page_previews_the_default_draw_with_an_estimate(organizer_client, tournament):
    page = organizer_client.get(draw_page(tournament))
    assert [len(members) for members in shown_groups(page).values()] == [4, 4, 3, 3]
    assert page.context["plan"].estimate.group_encounters == 18


def test_htmx_gets_the_preview_only(organizer_client, tournament):
    response = organizer_client.get(stage_page(tournament), {"groups": "3"}, headers={"HX-Request": "true"})
    assert response.content.decode().strip().startswith('<div class="stack wide" id="proposal"')


@pytest.mark.parametrize("groups", ["2", "7"])
def test_impossible_number_of_groups_links_to_possible_ones(organizer_client, tournament, groups):
    response = organizer_client.get(draw_page(tournament), {"groups": groups})
    assert response.context["preview_refusal"].code == "groups_out_of_range"
    assert re.search(r"\?groups=[34]\"", response.content.decode())


def test_stage_with_too_few_qualifiers_is_refused(organizer_client, club):
    few = open_tournament(club=club, pairs=5, advance=1)
    page = organizer_client.get(draw_page(few), {"groups": "1"})
    assert page.context["preview_refusal"].code == "too_few_advance"


@pytest.mark.release
@pytest.mark.parametrize("groups", ["", "x", "-1", "0", "99999999999999999999"])
def test_invalid_number_of_groups_gets_the_default(organizer_client, tournament, groups):
    assert len(shown_groups(organizer_client.get(draw_page(tournament), {"groups": groups}))) == 4


def test_reloading_keeps_the_seed(organizer_client, tournament):
    drawn = [shown_groups(organizer_client.get(draw_page(tournament))) for _again in range(3)]
    assert drawn[0] == drawn[1] == drawn[2]
    assert not Group.objects.exists()


def test_draw_matches_its_preview(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament), {"groups": "4", "seed": "yedi"})
    response = publish(organizer_client, page, tournament)
    assert (response.status_code, response.headers["Location"]) == (303, draw_page(tournament))
    assert drawn_groups() == shown_groups(page)
    row = Draw.objects.get()
    assert (row.seed, row.method) == ("yedi", DrawMethod.RANDOM)


def test_ambiguous_seed_is_refused_and_kept_in_its_field(organizer_client, tournament):
    query = {"groups": "4", "seed": "yedi\u200b"}
    for response in (
        organizer_client.get(stage_page(tournament), query),
        organizer_client.post(stage_page(tournament), query),
    ):
        assert "proposal" not in response.context
        assert response.context["form"]["seed"].value() == query["seed"]
    part = organizer_client.get(stage_page(tournament), query, headers={"HX-Request": "true"})
    assert part.context["form"].errors["seed"][0] in part.content.decode()


@pytest.mark.parametrize("changes", [{"looked_at": "old"}, {"seed": "other"}, {"groups": "3"}])
def test_draw_without_a_preview_is_refused(organizer_client, tournament, changes):
    page = organizer_client.get(stage_page(tournament), {"groups": "4", "seed": "yedi"})
    response = publish(organizer_client, page, tournament, **changes)
    assert response.status_code == 422
    assert response.context["refusal"].code == "draw_out_of_date"
    assert not Group.objects.exists()


def test_changed_entry_list_shows_the_preview_again(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament))
    tournament.entrants.filter(number=1).update(name="Zirve")
    response = publish(organizer_client, page, tournament)
    assert response.status_code == 422
    assert "Zirve" in response.content.decode()
    assert not Group.objects.exists()


def test_impossible_draw_is_refused(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament))
    assert publish(organizer_client, page, tournament, groups="9").status_code == 422
    assert not Group.objects.exists()


def test_exchange_is_previewed_and_drawn(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament), {"groups": "4", "seed": "yedi"})
    before = shown_groups(page)
    first, second = (page.context["groups"][at][2][0] for at in (0, 1))
    query = {"groups": "4", "seed": "yedi", "who": first.number, "with": second.number}
    changed = organizer_client.get(stage_page(tournament), query)
    after = shown_groups(changed)
    assert (after["A"][0], after["B"][0]) == (before["B"][0], before["A"][0])
    assert publish(organizer_client, changed, tournament).status_code == 303
    assert drawn_groups() == after
    assert str(first.public_id) in Draw.objects.get().alterations
    assert str(first.public_id) in LogRow.objects.get(action="stage_drawn").after


def test_alteration_can_be_removed(organizer_client, tournament):
    plain = organizer_client.get(stage_page(tournament))
    changed = organizer_client.get(
        stage_page(tournament), {"alter": ["swap-1-2", "swap-3-4"], "who": "5", "with": "6"}
    )
    addresses = [address for _words, address in changed.context["alterations"]]
    assert len(addresses) == 3
    page = changed
    while page.context["alterations"]:
        page = organizer_client.get(f"{stage_page(tournament)}?{page.context['alterations'][0][1]}")
    assert shown_groups(page) == shown_groups(plain) != shown_groups(changed)


def test_entrant_moves_to_another_group(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament), {"groups": "4"})
    mover = page.context["groups"][0][2][1]
    moved = organizer_client.get(
        stage_page(tournament), {"groups": "4", "who": mover.number, "with": "group-2"}
    )
    assert [len(members) for members in shown_groups(moved).values()] == [3, 4, 4, 3]
    assert shown_groups(moved)["C"][-1] == mover.name


def test_move_that_leaves_a_group_too_small_is_refused(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament), {"groups": "4"})
    mover = page.context["groups"][3][2][0]
    refused = organizer_client.get(
        stage_page(tournament), {"groups": "4", "who": mover.number, "with": "group-0"}
    )
    assert refused.context["refusal"].code == "group_too_small_or_large"
    assert refused.context["refusal"].details["groups"] == "D (2)"
    assert shown_groups(refused) == shown_groups(page)


@pytest.mark.parametrize(
    "query", [{"who": "1", "with": "1"}, {"who": "", "with": "2"}, {"who": "1", "with": ""}]
)
def test_change_without_effect_is_reported(organizer_client, tournament, query):
    page = organizer_client.get(stage_page(tournament), query)
    assert page.context["no_change"]
    assert page.context["alterations"] == []


@pytest.mark.parametrize("kind", ["knockout", "double", "swiss"])
def test_other_formats_preview_their_first_round(organizer_client, club, kind):
    tournament = open_tournament(club=club, pairs=11, stages=(StageSettings(kind, 1, 3),))
    page = organizer_client.get(draw_page(tournament))
    meetings = page.context["meetings"]
    assert sum(len(sides) for _number, sides in meetings) == 11
    assert publish(organizer_client, page, tournament).status_code == 303
    stored = {
        frozenset(side.entrant_id for side in encounter.sides.all() if side.entrant_id)
        for encounter in Encounter.objects.filter(round=1, part="main").prefetch_related("sides")
    }
    assert stored == {frozenset(entrant.pk for _seed, entrant in sides) for _number, sides in meetings}


def test_four_hundred_entrants_are_exchanged_by_number(organizer_client, club):
    tournament = open_tournament(club=club, pairs=302, stages=(StageSettings("swiss", 1, 3),))
    page = organizer_client.get(draw_page(tournament))
    assert '<input name="who"' in page.content.decode()
    assert "tournaments:place_by_hand" not in page.content.decode()
    assert not page.context["can_place_by_hand"]


def placement_data(tournament: Tournament, letters: str) -> dict[str, str]:
    entrants = tournament.entrants.order_by("number")
    return {placement_field(entrant): letter for entrant, letter in zip(entrants, letters, strict=False)}


def hand_page(tournament: Tournament, position: int = 1) -> str:
    return address("tournaments:place_by_hand", tournament, position)


def test_pairs_are_placed_by_hand(organizer_client, tournament):
    page = organizer_client.get(hand_page(tournament), {"groups": "4"})
    assert page.context["group_names"] == ["A", "B", "C", "D"]
    typed = {"groups": "4", **placement_data(tournament, "ABCDABCDABCDAA")}
    assert organizer_client.post(hand_page(tournament), typed).status_code == 303
    assert [len(members) for members in drawn_groups().values()] == [5, 3, 3, 3]
    assert drawn_groups()["B"] == ["Takım 2", "Takım 6", "Takım 10"]
    assert Draw.objects.get().method == DrawMethod.BY_HAND


@pytest.mark.parametrize(
    ("letters", "codes"),
    [
        ("ABCDABCDABCDA", ["entrants_misplaced"]),
        ("ABCDABCDABCDAX", ["entrants_misplaced"]),
        ("A" * 14, ["group_too_small_or_large"]),
        ("A" * 12, ["entrants_misplaced", "group_too_small_or_large"]),
    ],
)
def test_invalid_placement_lists_every_problem_and_keeps_input(organizer_client, tournament, letters, codes):
    response = organizer_client.post(
        hand_page(tournament), {"groups": "4", **placement_data(tournament, letters)}
    )
    assert response.status_code == 422
    assert [reason.code for reason in response.context["reasons"]] == codes
    assert [chosen for _pair, _field, chosen in response.context["rows"]][:4] == list(letters[:4])
    assert not Group.objects.exists()


def test_problems_are_described_at_their_fields(organizer_client, tournament):
    typed = {"groups": "4", **placement_data(tournament, "AAAAAAABBBCC")}
    page = organizer_client.post(hand_page(tournament), typed).content.decode()
    missing = [placement_field(entrant) for entrant in tournament.entrants.filter(number__gt=12)]
    assert [field for field in missing if f'aria-describedby="{field}-error"' in page] == missing
    assert page.count("-error") == 2 * len(missing)
    marked = re.findall(r'class="badge bad" data-group="(.)"', page)
    assert marked == ["A", "C", "D"]


def test_form_without_input_shows_no_problems(organizer_client, tournament):
    page = organizer_client.get(hand_page(tournament), {"groups": "4"}).content.decode()
    assert "-error" not in page
    assert "badge bad" not in page


def test_places_of_a_first_round_are_typed(organizer_client, club):
    tournament = open_tournament(club=club, pairs=5, stages=(StageSettings("knockout", 1, 3),))
    page = organizer_client.get(hand_page(tournament))
    table_places = [places for _number, places in page.context["first_encounters"]]
    assert sorted(place for places in table_places for place in places) == [1, 2, 3, 4, 5]
    assert sorted(map(len, table_places)) == [1, 1, 1, 2]
    refused = organizer_client.post(hand_page(tournament), placement_data(tournament, "12344"))
    assert refused.status_code == 422
    assert [known for *_row, known in refused.context["rows"]] == [True, True, True, False, False]
    assert (
        organizer_client.post(hand_page(tournament), placement_data(tournament, "54321")).status_code == 303
    )
    first = next(places for places in table_places if len(places) == 2)
    encounter = Encounter.objects.exclude(decided_by="bye").filter(round=1).get()
    assert {side.entrant.number for side in encounter.sides.all() if side.entrant} == {
        6 - place for place in first
    }


def test_record_of_a_draw_shows_its_seed(organizer_client, tournament, owner):
    publish(organizer_client, organizer_client.get(stage_page(tournament), {"seed": "yedi"}), tournament)
    page = organizer_client.get(draw_page(tournament))
    groups, knockout = page.context["stages"]
    assert [(row.seed, row.user) for row in groups.draws] == [("yedi", owner.user)]
    assert groups.undoable
    assert knockout.undecided_sources == str(groups.name)


def test_draw_can_be_revoked_until_the_first_hand(organizer_client, tournament):
    publish(organizer_client, organizer_client.get(stage_page(tournament)), tournament)
    undo = address("tournaments:undo_draw", tournament, 1)
    confirmation_page = organizer_client.get(undo)
    assert [
        (removal.groups, removal.encounters) for _name, removal in confirmation_page.context["removals"]
    ] == [(4, 18)]
    assert Group.objects.count() == 4
    assert organizer_client.post(undo).status_code == 303
    assert Tournament.objects.get().state == TournamentState.OPEN
    publish(organizer_client, organizer_client.get(stage_page(tournament)), tournament)
    play_hand(encounters_of(tournament)[0])
    confirmation_page, response = organizer_client.get(undo), organizer_client.post(undo)
    assert (confirmation_page.status_code, confirmation_page["Location"]) == (303, draw_page(tournament))
    assert response.status_code == 422
    assert response.context["refusal"].code == "draw_has_begun"
    assert len(response.context["stages"]) == 2
    assert Group.objects.count() == 4


def test_second_submission_of_a_draw_has_no_effect(organizer_client, tournament):
    page = organizer_client.get(stage_page(tournament))
    first, again = publish(organizer_client, page, tournament), publish(organizer_client, page, tournament)
    assert (first.status_code, again.status_code) == (303, 303)
    assert Group.objects.count() == 4


def test_unknown_stage_is_not_found(organizer_client, tournament):
    for name in (
        "tournaments:draw_stage",
        "tournaments:place_by_hand",
        "scoring:draw_round",
        "tournaments:undo_draw",
    ):
        assert organizer_client.get(address(name, tournament, 9)).status_code == 404


def test_organizer_draws_a_later_stage(organizer_client, club):
    final = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 2),), draws_itself=False)
    tournament = drawn_tournament(club=club, pairs=8, groups=2, stages=(LEAGUE[0], final))
    waiting = organizer_client.get(stage_page(tournament, 2))
    assert waiting.context["blocking_refusal"].code == "source_not_decided"
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    page = organizer_client.get(stage_page(tournament, 2))
    assert page.context["form"].fields["method"].choices[0][0] == "by_place"
    assert page.context["proposal"].draw_choices.apart == "group"
    assert publish(organizer_client, page, tournament, 2).status_code == 303
    stage = tournament.stages.get(position=2)
    assert stage.encounters.filter(state="ready").count() == 2
    assert Draw.objects.get(stage=stage).seed


@pytest.mark.release
def test_stage_of_best_placed_entrants_is_drawn(organizer_client, club):
    feeds = (FeedSettings(1, 1, 1), FeedSettings(1, 2, 2, best=1))
    final = StageSettings("knockout", 1, 3, feeds=feeds, draws_itself=False)
    tournament = drawn_tournament(club=club, pairs=9, groups=3, stages=(LEAGUE[0], final))
    for left, encounter in enumerate(encounters_of(tournament), start=1):
        play_encounter(encounter, points=(left * left, 40))
    page = organizer_client.get(stage_page(tournament, 2))
    assert page.context["entrant_count"] == 4
    assert publish(organizer_client, page, tournament, 2).status_code == 303


USUAL = groups_then_knockout(Length(1, 3), Length(1, 3))


@pytest.mark.release
@pytest.mark.parametrize("stages", [USUAL, (StageSettings("swiss", 1, 3),)], ids=["groups", "swiss"])
def test_number_of_queries_is_constant(organizer_client, club, django_assert_max_num_queries, stages):
    counts = set()
    for pairs in (16, 64):
        tournament = open_tournament(club=club, pairs=pairs, stages=stages)
        for _before_and_after in range(2):
            with django_assert_max_num_queries(40) as captured:
                page = organizer_client.get(draw_page(tournament))
            counts.add((_before_and_after, len(captured)))
            if not _before_and_after:
                publish(organizer_client, page, tournament)
    assert len(counts) == 2


@pytest.mark.parametrize(("tables", "spare"), [(2, 0), (5, 3)])
def test_draw_names_tables_that_stay_empty(organizer_client, club, tables, spare):
    tournament = open_tournament(club=club, pairs=5, tables=tables)
    page = organizer_client.get(reverse("tournaments:draw", args=[tournament.public_id]))
    assert page.context["spare_tables"] == spare
    assert ('data-test="spare-tables"' in page.content.decode()) == bool(spare)
