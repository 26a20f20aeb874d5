from __future__ import annotations

import html
from datetime import time

import pytest
from django.urls import reverse

from rules.games import GAMES, game_of
from tests.factories import drawn_tournament, open_tournament
from tests.languages import english, path_in_language
from tests.tournaments.blueprints.forms.test_new_tournament import NEW
from tests.tournaments.setup.forms.test_settings import TYPED
from tournaments.models import Tournament
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.stages.ready_plans import PLAN_ENTRANT_KINDS

pytestmark = pytest.mark.django_db

RULES_OF_GAMES = [f"rules-{game.id}" for game in GAMES]


def new(club) -> str:
    return reverse("scoring:new_tournament", args=[club.public_id])


def setup(tournament: Tournament) -> str:
    return reverse("tournaments:setup", args=[tournament.public_id])


def test_tournament_is_created_with_its_tables(organizer_client, club):
    assert organizer_client.get(new(club)).status_code == 200
    response = organizer_client.post(new(club), NEW)
    tournament = Tournament.objects.get()
    assert response.status_code == 303
    assert response.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])
    assert (tournament.club, tournament.tables.count()) == (club, 8)


def test_tournament_plays_by_the_chosen_rules(organizer_client, club):
    assert organizer_client.post(new(club), {**NEW, "rule_set": "101-rising"}).status_code == 303
    assert Tournament.objects.get().rule_book.rule_set_id == "101-rising"


@pytest.mark.parametrize(
    ("language", "difference"),
    [
        ("en", "There is no double okey finish: throwing both real okeys at once is not a finish."),
        ("tr", "Okey ikiye, yani iki gerçek okeyi birden atarak bitmek yoktur."),
    ],
)
def test_rule_sets_are_shown_with_their_differences(organizer_client, club, language, difference):
    page = organizer_client.get(path_in_language(new(club), language)).content.decode()
    radios = [page.count(f'type="radio" name="{name}"') for name in ("game", *RULES_OF_GAMES)]
    assert radios == [3, 3, 2, 1]
    for chosen in ("okey101", "101-pairs", "groups_knockout"):
        assert f'value="{chosen}" checked>' in page
    assert page.count(" checked") == 8  # one use, one weekday, game, rules of each, plan, second final
    assert page.count(difference) == 2


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_game_is_shown_with_its_description_and_rule_books(organizer_client, club, language):
    page = html.unescape(organizer_client.get(path_in_language(new(club), language)).content.decode())
    for game in GAMES:
        assert game.names.in_language(language) in page
        assert page.count(game.about.in_language(language)) == 1
        for preset in game.presets:
            book = path_in_language(
                reverse("scoring:rule_set_book", kwargs={"rule_set_id": preset}), language
            )
            assert f'href="{book}"' in page


@pytest.mark.parametrize(
    ("language", "lasts", "open_length"),
    [
        ("en", "A match lasts", "until somebody has lost 20 points"),
        ("tr", "Bir maç ne kadar sürer", "birinin 20 puanı bitene kadar"),
    ],
)
def test_change_of_game_changes_the_offered_lengths(organizer_client, club, language, lasts, open_length):
    typed = {**NEW, "name": "", "act": "show", "game": "okey_points", "lengths_of": "okey101"}
    response = organizer_client.post(
        path_in_language(new(club), language), typed, headers={"HX-Request": "true"}
    )
    page = response.content.decode()
    assert page.strip().startswith("<fieldset")
    assert 'name="lengths_of" value="okey_points"' in page
    assert (page.count(f">{lasts}<"), page.count(open_length)) == (1, 2)
    assert response.context["form"].typed["hands"] == 7


@pytest.mark.release
@pytest.mark.parametrize("plan", ["groups_knockout", "fours_tables"])
@pytest.mark.parametrize(
    ("rules", "hands"), [("okey-standard", "open"), ("okey-countdown", "9"), ("okey-task", "5")]
)
def test_tournament_of_another_game_is_created_for_pairs_and_singles(
    organizer_client, club, plan, rules, hands
):
    game = game_of(rules).id
    form_fields = {"game": game, f"rules-{game}": rules, "hands": hands, "knockout_hands": hands}
    assert organizer_client.post(new(club), {**NEW, **form_fields, "plan": plan}).status_code == 303
    tournament = Tournament.objects.get()
    assert tournament.rule_book.rule_set_id == rules
    played = [stage.hands for stage in settings_of(tournament).stages]
    assert played == [None if hands == "open" else int(hands)] * 2
    assert {stage.tie_breaks[0] for stage in settings_of(tournament).stages} <= {
        "encounters_won",
        "penalties_a_hand",
    }


def test_chosen_game_stays_selected_after_an_error(organizer_client, club):
    form_fields = {"game": "okey_points", "rules-okey_points": "okey-standard", "hands": "open"}
    response = organizer_client.post(new(club), {**NEW, **form_fields, "name": ""})
    assert response.status_code == 422
    page = response.content.decode()
    for chosen in ("okey_points", "okey-standard"):
        assert f'value="{chosen}" checked>' in page
    assert '<option value="open" selected>' in page


@pytest.mark.parametrize("typed", [{"game": "darts"}, {"game": "okey_task", "hands": "open"}])
def test_unknown_game_or_length_is_refused(organizer_client, club, typed):
    response = organizer_client.post(new(club), {**NEW, **typed})
    assert response.status_code == 422
    assert not Tournament.objects.exists()


def test_unknown_rules_are_refused_with_input_kept(organizer_client, club):
    response = organizer_client.post(new(club), {**NEW, "rule_set": "okey"})
    assert response.status_code == 422
    assert response.content.decode().count('class="error-text small"') == 1
    assert not Tournament.objects.exists()


def test_chosen_rules_stay_selected_after_an_error(organizer_client, club):
    page = organizer_client.post(new(club), {**NEW, "name": "", "rule_set": "101-rounds"}).content.decode()
    assert 'value="101-rounds" checked>' in page


def test_errors_are_shown_with_input_kept(organizer_client, club):
    response = organizer_client.post(new(club), {**NEW, "last_day": "2026-11-01", "name": "Bahar Kupası"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"last_day"}
    assert "Bahar Kupası" in response.content.decode()
    assert not Tournament.objects.exists()


def test_settings_of_a_tournament_offer_no_other_rule_set(organizer_client, club):
    assert 'name="rule_set"' not in organizer_client.get(setup(open_tournament(club=club))).content.decode()


def test_everything_can_change_before_the_draw(organizer_client, club):
    tournament = open_tournament(club=club)
    assert organizer_client.post(setup(tournament), {**TYPED, "tables": "3"}).status_code == 303
    changed = settings_of(Tournament.objects.get())
    assert (changed.name, changed.tables) == ("Güz Kupası", 3)


@pytest.mark.release
@pytest.mark.parametrize(
    ("plan", "kinds"),
    [
        ("groups_knockout", ["groups", "knockout"]),
        ("league", ["groups"]),
        ("swiss", ["swiss"]),
        ("swiss_knockout", ["swiss", "knockout"]),
        ("knockout", ["knockout"]),
        ("double", ["double"]),
        ("fours", ["fours"]),
        ("fours_tables", ["fours", "tables"]),
        ("tables", ["tables"]),
    ],
)
def test_tournament_has_the_stages_of_its_plan(organizer_client, club, plan, kinds):
    assert organizer_client.post(new(club), {**NEW, "plan": plan}).status_code == 303
    assert [stage.kind for stage in settings_of(Tournament.objects.get()).stages] == kinds


def test_chosen_plan_stays_selected_after_an_error(organizer_client, club):
    page = organizer_client.post(new(club), {**NEW, "name": "", "plan": "double"}).content.decode()
    assert 'value="double" checked>' in page


def test_other_settings_are_fixed_after_the_draw(organizer_client, club):
    tournament = drawn_tournament(club=club)
    before = settings_of(tournament)
    assert organizer_client.get(setup(tournament)).context["form"].fields["tables"].disabled
    assert organizer_client.post(setup(tournament), {**TYPED, "name": "Bahar Kupası"}).status_code == 303
    after = settings_of(Tournament.objects.get())
    assert after.name == "Bahar Kupası"
    assert (after.tables, after.stages) == (before.tables, before.stages)


def test_form_opened_before_the_draw_cannot_change_tables(organizer_client, club):
    tournament = drawn_tournament(club=club)
    assert organizer_client.post(setup(tournament), {**TYPED, "tables": "60"}).status_code == 303
    assert Tournament.objects.get().tables.count() == 4


def test_page_shows_the_time_of_each_plan_and_marks_those_that_do_not_fit(organizer_client, club):
    page = organizer_client.get(new(club))
    assert [plan.plan_estimate.fit for plan in page.context["form"].plans] == ["fits"] * len(
        PLAN_ENTRANT_KINDS
    )
    assert 'class="badge bad"' not in page.content.decode()
    short = organizer_client.post(new(club), {**NEW, "act": "show", "ends": "20:00"})
    assert (short.status_code, Tournament.objects.count()) == (200, 0)
    assert 'class="badge bad"' in short.content.decode()


def test_changed_value_updates_the_plans_without_errors(organizer_client, club):
    typed = {**NEW, "name": "", "act": "show", "hands": "3", "knockout_best_of": "1", "knockout_hands": "3"}
    response = organizer_client.post(english(new(club)), typed, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert page.strip().startswith("<fieldset")
    assert response.context["form"].chosen_estimate.hours == [(1, 30), (1, 30)]
    assert "error-text" not in page


HOURS = {"begins": "19:30", "ends": "23:00", "doors": "18:30"}


def test_typed_hours_are_stored_and_shown_with_the_time_zone(organizer_client, club):
    assert organizer_client.post(new(club), {**NEW, **HOURS}).status_code == 303
    tournament = Tournament.objects.get()
    assert (tournament.begins, tournament.ends, tournament.doors) == (time(19, 30), time(23), time(18, 30))
    page = organizer_client.get(setup(tournament)).content.decode()
    assert all(f'value="{typed}"' in page for typed in HOURS.values())
    assert club.time_zone in page


def test_lengths_are_proposed_for_the_stored_hours(organizer_client, club):
    tournament = open_tournament(club=club, begins=time(19, 30), ends=time(22))
    stages = organizer_client.get(reverse("scoring:stages", args=[tournament.public_id]))
    assert stages.context["flow_form"].hours == (time(19, 30), time(22))


@pytest.mark.parametrize(
    "impossible", [{"doors": "20:00", "begins": "19:30"}, {"ends": "23:00", "begins": ""}]
)
@pytest.mark.parametrize("page", [new, setup])
def test_impossible_hours_are_refused_with_input_kept(organizer_client, club, page, impossible):
    tournament = open_tournament(club=club)
    address = new(club) if page is new else setup(tournament)
    response = organizer_client.post(address, {**NEW, **impossible})
    assert response.status_code == 422
    assert len(response.context["form"].non_field_errors()) == 1
    assert all(f'value="{typed}"' in response.content.decode() for typed in impossible.values() if typed)
    assert not Tournament.objects.exclude(doors=None, ends=None).exists()


def test_moved_tournament_with_a_date_in_its_name_is_pointed_out(organizer_client, club):
    tournament = open_tournament(club=club, name="Gece, 21 Kasım")
    days = {"first_day": "2026-11-28", "last_day": "2026-11-29"}
    for name, levels in (("Gece, 21 Kasım", ["success", "warning"]), ("Gece, 28 Kasım", ["success"])):
        response = organizer_client.post(setup(tournament), {**TYPED, **days, "name": name}, follow=True)
        assert [message.level_tag for message in response.context["messages"]] == levels


def test_changed_proposal_of_tables_replaces_the_field(organizer_client, club):
    typed = {**NEW, "act": "show", "expected": "4", "proposed_tables": "8"}
    page = organizer_client.post(new(club), typed, headers={"HX-Request": "true"}).content.decode()
    assert 'id="tables" hx-swap-oob="true"' in page
    assert 'data-test="spare-tables"' not in page
    own = {**typed, "tables": "7"}
    page = organizer_client.post(new(club), own, headers={"HX-Request": "true"}).content.decode()
    assert ('id="tables"' in page, 'data-test="spare-tables"' in page) == (False, True)


def test_tournament_of_few_gets_few_tables(organizer_client, club):
    organizer_client.post(new(club), {**NEW, "expected": "4", "proposed_tables": "8"})
    assert Tournament.objects.get().tables.count() == 2
