from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from rules.games import game_of
from tests.factories import drawn_tournament, open_tournament, settings
from tests.languages import english, path_in_language
from tests.tournaments.setup.forms.test_stage_flow_draft import stages_form_data
from tournaments.models import Tournament
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.stages.stage_settings import (
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_tie_breaks,
)

pytestmark = pytest.mark.django_db

CHAIN = settings().stages
LONGER = (*CHAIN, StageSettings("double", 1, 7, name="Teselli", feeds=(FeedSettings(1, 3, 4),)))


def address(tournament: Tournament) -> str:
    return reverse("scoring:stages", args=[tournament.public_id])


def save(client, tournament: Tournament, chain: tuple[StageSettings, ...], **more: Any):
    return client.post(address(tournament), {**stages_form_data(chain), **more})


def stored_stages() -> tuple[StageSettings, ...]:
    return settings_of(Tournament.objects.get()).stages


def test_stages_are_shown_as_a_diagram_and_a_form(organizer_client, club):
    page = organizer_client.get(address(open_tournament(club=club, pairs=8)))
    assert page.status_code == 200
    assert [box.number for box in page.context["diagram"].boxes] == [1, 2]
    assert [card.name for card in page.context["form"].cards] == [
        box.full_name for box in page.context["diagram"].boxes
    ]
    assert "style=" not in page.content.decode()


def test_page_estimates_the_stages_for_the_entrants(organizer_client, club):
    evening = organizer_client.get(address(open_tournament(club=club, pairs=8))).context["flow_summary"]
    assert (evening.entrants, evening.tables) == (8, 4)
    assert evening.estimate.encounters.most == 15
    assert evening.hours == [(1, 15), (1, 15)]


def test_estimate_assumes_sixteen_before_entries_or_the_typed_number(organizer_client, club):
    tournament = open_tournament(club=club)
    assert organizer_client.get(address(tournament)).context["flow_summary"].entrants == 16
    estimate_page = save(organizer_client, tournament, CHAIN, act="show", expected="24")
    assert estimate_page.context["flow_summary"].entrants == 24
    assert (
        save(organizer_client, tournament, CHAIN, act="show", expected="çok").context["flow_summary"] is None
    )


def test_changed_value_updates_the_estimate_and_keeps_input(organizer_client, club):
    tournament = open_tournament(club=club, pairs=8)
    longer = {**stages_form_data(CHAIN), "s1-hands": "11", "begins": "19:00", "ends": "20:00"}
    response = organizer_client.post(
        f"{address(tournament)}?figures=1", longer, headers={"HX-Request": "true"}
    )
    page = response.content.decode()
    assert 'id="evening-estimate"' in page
    assert 'id="unsaved"' in page
    assert "<form" not in page
    assert response.context["flow_summary"].hours == [(3, 15), (3, 15)]
    assert response.context["flow_summary"].fit == "too_long"
    assert stored_stages() == CHAIN


def test_fitting_lengths_are_proposed_and_not_saved(organizer_client, club):
    tournament = open_tournament(club=club, pairs=16)
    form_fields = {
        **stages_form_data(tuple(replace(stage, best_of=3, hands=11) for stage in CHAIN)),
        "act": "fit",
    }
    response = organizer_client.post(address(tournament), {**form_fields, "begins": "19:00", "ends": "23:00"})
    assert response.context["flow_summary"].fit == "fits"
    assert response.context["unsaved"]
    assert stored_stages() == CHAIN


def test_saved_stages_are_stored(organizer_client, club):
    tournament = open_tournament(club=club)
    response = save(organizer_client, tournament, LONGER)
    assert (response.status_code, response.headers["Location"]) == (303, address(tournament))
    assert stored_stages() == LONGER


def test_every_option_of_a_format_is_stored(organizer_client, club):
    chain = (
        StageSettings("swiss", 3, 9, name="Cuma", rounds=4, tie_breaks=("average", "encounters_won", "lot")),
        StageSettings(
            "knockout", 5, 11, feeds=(FeedSettings(1, 1, 4),), third_place=True, draws_itself=False
        ),
        StageSettings("double", 1, 3, feeds=(FeedSettings(1, 5, 8),), reset_final=False),
    )
    assert save(organizer_client, open_tournament(club=club), chain).status_code == 303
    assert stored_stages() == chain


@pytest.mark.parametrize(
    ("act", "kinds"),
    [
        ("add", ["groups", "knockout", "knockout"]),
        ("s2.remove", ["groups"]),
        ("s2.up", ["knockout", "groups"]),
    ],
)
def test_other_buttons_change_the_form_and_store_nothing(organizer_client, club, act, kinds):
    response = save(organizer_client, open_tournament(club=club), CHAIN, act=act)
    assert response.status_code == 200
    assert [card.draft.kind for card in response.context["form"].cards] == kinds
    assert response.context["unsaved"]
    assert stored_stages() == CHAIN


def test_htmx_gets_the_form_only(organizer_client, club):
    tournament = open_tournament(club=club)
    response = organizer_client.post(
        address(tournament), {**stages_form_data(CHAIN), "act": "add"}, headers={"HX-Request": "true"}
    )
    assert response.content.decode().strip().startswith('<form id="stages"')


def test_tie_breaks_are_arranged_without_scripts(organizer_client, club):
    response = save(organizer_client, open_tournament(club=club), CHAIN, act="s1.tie.average.up")
    assert [step.id for step in response.context["form"].cards[0].steps][:2] == ["encounters_won", "average"]
    assert response.context["open_stage"] == "s1"


def test_impossible_stages_are_refused_with_input_kept(organizer_client, club):
    wrong = (CHAIN[0], replace(CHAIN[1], name="Büyük final", feeds=(FeedSettings(1, 1, 2, best=4),)))
    response = save(organizer_client, open_tournament(club=club), wrong)
    assert response.status_code == 422
    assert response.context["form"].cards[1].feeds[0].non_field_errors()
    assert "Büyük final" in response.content.decode()
    assert stored_stages() == CHAIN


@pytest.mark.parametrize(
    "typed", [{"s1-hands": "10"}, {"stages": "0"}, {"stages": "x"}, {"s1-kind": "darts"}]
)
def test_invalid_values_are_refused(organizer_client, club, typed):
    assert save(organizer_client, open_tournament(club=club), CHAIN, **typed).status_code == 422
    assert stored_stages() == CHAIN


def test_pairs_become_singles_while_nobody_is_entered(organizer_client, club):
    tournament = open_tournament(club=club)
    assert (
        save(organizer_client, tournament, (StageSettings("tables", 1, 3),), kind="singles").status_code
        == 303
    )
    assert Tournament.objects.get().kind == "singles"


def test_kind_of_entrants_is_fixed_after_the_first_entry(organizer_client, club):
    tournament = open_tournament(club=club, pairs=1)
    assert organizer_client.get(address(tournament)).context["flow_form"].fields["kind"].disabled
    assert save(organizer_client, tournament, CHAIN, kind="singles").status_code == 303
    assert Tournament.objects.get().kind == "pairs"


def test_undrawn_stages_can_change_during_play(organizer_client, club):
    tournament = drawn_tournament(club=club)
    later = (replace(CHAIN[0], hands=11), replace(CHAIN[1], best_of=5, hands=11))
    page = organizer_client.get(address(tournament))
    assert [card.drawn for card in page.context["form"].cards] == [True, False]
    assert save(organizer_client, tournament, later).status_code == 303
    assert stored_stages() == (CHAIN[0], later[1])


def test_removal_of_a_drawn_stage_is_refused(organizer_client, club):
    tournament = drawn_tournament(club=club)
    swapped = (replace(CHAIN[1], feeds=()),)
    data = {**stages_form_data(swapped), "act": "s1.remove"}
    assert len(organizer_client.post(address(tournament), data).context["form"].cards) == 1
    assert save(organizer_client, tournament, ()).status_code == 422
    assert stored_stages() == CHAIN


def test_number_of_queries_does_not_grow_with_the_entries(organizer_client, club, django_assert_num_queries):
    for tournament in (open_tournament(club=club, pairs=2), open_tournament(club=club, pairs=30)):
        with django_assert_num_queries(14):
            organizer_client.get(address(tournament))


def form_data(page) -> dict[str, Any]:
    cards = page.context["form"].cards
    chain = {f"{card.prefix}-before": card.draft.previous_stage for card in cards}
    for card in cards:
        chain[f"{card.prefix}-was"] = card.draft.kind
        chain[f"{card.prefix}-feeds"] = str(len(card.draft.feeds))
        chain[f"{card.prefix}-tie"] = list(card.draft.tie_breaks)
        for name, value in card.draft.typed_values.items():
            if isinstance(value, bool):
                chain[f"{card.prefix}-{name}-asked"] = "1"
            if value is not False:
                chain[f"{card.prefix}-{name}"] = str(value)
        for number, feed in enumerate(card.draft.feeds, start=1):
            for name, value in feed.items():
                chain[f"{card.prefix}f{number}-{name}"] = "" if value is None else str(value)
    return {"stages": str(len(cards)), **chain}


def test_switch_to_singles_previews_its_changes(organizer_client, club):
    tournament = open_tournament(club=club)
    response = save(organizer_client, tournament, LONGER, kind="singles")
    assert response.status_code == 200
    assert stored_stages() == LONGER[:2]
    assert [change.number for change in response.context["switched_stages"]] == [1, 2, 3]
    page = organizer_client.post(
        english(address(tournament)),
        {**stages_form_data(LONGER), "kind": "singles", "act": "show"},
    ).content.decode()
    switch = "Elimination · single match · 3 hands → Tables of four · single match · 3 hands"
    assert switch in " ".join(page.split())


def test_switching_back_restores_the_previous_stages(organizer_client, club):
    tournament = open_tournament(club=club)
    singles = save(organizer_client, tournament, LONGER, kind="singles", act="show")
    assert {card.draft.kind for card in singles.context["form"].cards} <= {"tables", "fours"}
    pairs = organizer_client.post(address(tournament), {**form_data(singles), "kind": "pairs", "act": "show"})
    assert pairs.context["switched_stages"] == []
    assert (
        organizer_client.post(address(tournament), {**form_data(pairs), "kind": "pairs"}).status_code == 303
    )
    assert stored_stages() == LONGER


def test_previous_stages_are_restored_after_a_saved_switch(organizer_client, club):
    tournament = open_tournament(club=club)
    assert (
        save(organizer_client, tournament, (StageSettings("tables", 1, 3),), kind="singles").status_code
        == 303
    )
    page = organizer_client.get(address(tournament))
    pairs = organizer_client.post(address(tournament), {**form_data(page), "kind": "pairs", "act": "show"})
    assert [card.draft.kind for card in pairs.context["form"].cards] == ["groups"]
    assert [change.old_format for change in pairs.context["switched_stages"]]


OPEN = groups_then_knockout(
    Length(1, 9), Length(3, None), tie_breaks=usual_tie_breaks("groups", game_of("okey-countdown"))
)


@pytest.fixture
def okey_tournament(club) -> Tournament:
    return open_tournament(club=club, pairs=8, rule_set_id="okey-countdown", stages=OPEN)


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ("at most 9 hands", "until somebody has lost 20 points", "Hands finished")),
        ("tr", ("en çok 9 el", "birinin 20 puanı bitene kadar", "Bitirdiği el")),
    ],
)
def test_stages_of_another_game_use_its_lengths_and_tie_breaks(
    organizer_client, okey_tournament, language, labels
):
    response = organizer_client.get(path_in_language(address(okey_tournament), language))
    page = response.content.decode()
    limit, open_length, order = labels
    assert f'<option value="9" selected>{limit}</option>' in page
    assert f'<option value="open" selected>{open_length}</option>' in page
    assert order in page
    assert '-time_up"' not in page
    assert not any(step.id == "fewest_infractions" for step in response.context["form"].cards[0].steps)
    assert response.context["flow_summary"].hours == [(2, 55), (8, 15)]


def test_stages_of_another_game_are_stored(organizer_client, okey_tournament):
    changed = (replace(OPEN[0], hands=None), replace(OPEN[1], best_of=1, hands=7))
    assert save(organizer_client, okey_tournament, changed).status_code == 303
    assert stored_stages() == changed


def test_fitting_lengths_are_those_of_the_game(organizer_client, okey_tournament):
    response = save(organizer_client, okey_tournament, OPEN, act="fit", begins="19:00", ends="23:00")
    assert response.context["flow_summary"].fit == "fits"
    assert [card.draft.typed_values["hands"] for card in response.context["form"].cards] == [9, 9]


@pytest.mark.parametrize("typed", [{"s1-hands": "100"}, {"s1-hands": ""}, {"s1-hands": "None"}])
def test_length_unknown_to_the_game_is_refused(organizer_client, okey_tournament, typed):
    assert save(organizer_client, okey_tournament, OPEN, **typed).status_code == 422
    assert stored_stages() == OPEN


def test_drawn_stage_explains_how_its_length_can_change(organizer_client, club):
    tournament = drawn_tournament(club=club)
    page = organizer_client.get(address(tournament)).content.decode()
    assert page.count('data-test="drawn-stage"') == 1
    assert reverse("tournaments:draw", args=[tournament.public_id]).removeprefix("/") in page


def test_number_of_queries_is_the_same_for_every_game(
    organizer_client, okey_tournament, django_assert_num_queries
):
    with django_assert_num_queries(14):
        organizer_client.get(address(okey_tournament))
