"""The draw, before and after."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import escape

from tests.factories import drawn_tournament, encounters_of, enter_pairs, open_tournament, play_hand
from tournaments.enums import DrawMethod, TournamentState
from tournaments.forms.draw import field_of
from tournaments.models import Group, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club) -> Tournament:
    return open_tournament(club=club, pairs=14)


def address(name: str, tournament: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.public_id])


def drawn_groups() -> dict[str, list[str]]:
    return {
        group.name: list(group.places.order_by("position").values_list("entrant__name", flat=True))
        for group in Group.objects.order_by("position")
    }


def by_seed(desk, tournament, **changes: Any):
    page = desk.get(address("draw_by_seed", tournament), {"groups": "4", "seed": "yedi"})
    typed = {"groups": "4", "seed": "yedi", "list_digest": page.context["list_digest"], **changes}
    return page, desk.post(address("draw_by_seed", tournament), typed)


def test_too_few_pairs_are_sent_to_the_entry_list(desk, club):
    few = open_tournament(club=club, pairs=3)
    assert "plan" not in desk.get(address("draw", few)).context
    for name in ("draw_by_seed", "draw_by_hand"):
        answer = desk.get(address(name, few))
        assert (answer.status_code, answer.headers["Location"]) == (303, address("draw", few))


def test_the_page_tells_what_the_usual_choice_means(desk, tournament):
    plan = desk.get(address("draw", tournament)).context["plan"]
    assert (plan.groups, plan.sizes, plan.tables) == (4, [4, 4, 3, 3], 4)


def test_htmx_gets_the_plan_alone(desk, tournament):
    answer = desk.get(address("draw", tournament), {"groups": "4"}, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<section class="card o-pad" id="plan"')


@pytest.mark.parametrize("groups", ["3", "7", "32"])
def test_what_does_not_fit_is_refused_with_a_link_to_what_does(desk, tournament, groups):
    answer = desk.get(address("draw", tournament), {"groups": groups})
    assert answer.context["plan"].refusal is not None
    assert f"{address('draw', tournament)}?groups=4" in answer.content.decode()


@pytest.mark.parametrize("groups", ["", "x", "-1", "0", "99999999999999999999"])
def test_nonsense_falls_back_to_the_usual_choice(desk, tournament, groups):
    assert desk.get(address("draw", tournament), {"groups": groups}).context["plan"].groups == 4


def test_what_a_seed_shows_is_what_it_draws(desk, tournament):
    page, answer = by_seed(desk, tournament)
    assert page.context["seed"] == "yedi"
    assert (answer.status_code, answer.headers["Location"]) == (303, address("draw", tournament))
    shown = {name: [pair.name for pair in members] for name, members in page.context["drawn"]}
    assert drawn_groups() == shown
    stage = Stage.objects.get(seed="yedi")
    assert stage.draw_method == DrawMethod.SEEDED


def test_asking_again_gives_no_other_seed(desk, tournament):
    seeds = {desk.get(address("draw_by_seed", tournament)).context["seed"] for _again in range(3)}
    assert len(seeds) == 1
    assert not Group.objects.exists()


def test_a_list_that_changed_meanwhile_is_shown_again(desk, tournament):
    _page, answer = by_seed(desk, tournament, list_digest="old")
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()
    assert not Group.objects.exists()


def test_so_is_one_in_which_a_pair_was_renamed(desk, tournament):
    page = desk.get(address("draw_by_seed", tournament))
    tournament.entrants.filter(number=1).update(name="Zirve")
    _page, answer = by_seed(desk, tournament, list_digest=page.context["list_digest"])
    assert answer.status_code == 422
    assert not Group.objects.exists()


@pytest.mark.parametrize("changes", [{"groups": "3"}, {"groups": "9"}, {"seed": ""}, {"groups": "vier"}])
def test_a_draw_that_is_not_possible_is_refused(desk, tournament, changes):
    _page, answer = by_seed(desk, tournament, **changes)
    assert answer.status_code == 422
    assert not Group.objects.exists()


def placed(tournament: Tournament, letters: str) -> dict[str, str]:
    entrants = tournament.entrants.order_by("number")
    return {field_of(entrant): letter for entrant, letter in zip(entrants, letters, strict=False)}


def test_pairs_are_placed_as_they_came_out_of_the_bag(desk, tournament):
    page = desk.get(address("draw_by_hand", tournament), {"groups": "4"})
    assert page.context["names"] == ["A", "B", "C", "D"]
    typed = {"groups": "4", **placed(tournament, "ABCDABCDABCDAA")}
    assert desk.post(address("draw_by_hand", tournament), typed).status_code == 303
    assert [len(members) for members in drawn_groups().values()] == [5, 3, 3, 3]
    assert drawn_groups()["B"] == ["Takım 2", "Takım 6", "Takım 10"]
    assert Stage.objects.exclude(draw_method="").get().draw_method == DrawMethod.BY_HAND


@pytest.mark.parametrize(
    ("letters", "codes"),
    [
        ("ABCDABCDABCDA", ["not_everybody_placed"]),
        ("ABCDABCDABCDAX", ["not_everybody_placed"]),
        ("A" * 14, ["group_too_small_or_large"]),
        ("A" * 12, ["not_everybody_placed", "group_too_small_or_large"]),
    ],
)
def test_what_was_placed_stays_and_everything_amiss_is_told_at_once(desk, tournament, letters, codes):
    answer = desk.post(address("draw_by_hand", tournament), {"groups": "4", **placed(tournament, letters)})
    assert answer.status_code == 422
    assert [reason.code for reason in answer.context["reasons"]] == codes
    assert [chosen for _pair, _field, chosen in answer.context["rows"]][:4] == list(letters[:4])
    assert not Group.objects.exists()


def test_what_is_amiss_is_told_beside_what_it_concerns(desk, tournament):
    typed = {"groups": "4", **placed(tournament, "AAAAAAABBBCC")}
    page = desk.post(address("draw_by_hand", tournament), typed).content.decode()
    missing = [field_of(entrant) for entrant in tournament.entrants.filter(number__gt=12)]
    assert [field for field in missing if f'aria-describedby="{field}-amiss"' in page] == missing
    assert page.count("-amiss") == 2 * len(missing)
    amiss = re.findall(r'class="badge bad" data-group="(.)"', page)
    assert amiss == ["A", "C", "D"]


def test_nothing_is_amiss_before_anything_was_sent(desk, tournament):
    page = desk.get(address("draw_by_hand", tournament), {"groups": "4"}).content.decode()
    assert "-amiss" not in page
    assert "badge bad" not in page


def test_three_groups_placed_by_hand_fill_no_bracket(desk, tournament):
    typed = {"groups": "3", **placed(tournament, "AAAAABBBBBCCC")}
    answer = desk.post(address("draw_by_hand", tournament), typed)
    codes = [reason.code for reason in answer.context["reasons"]]
    assert codes == ["not_everybody_placed", "groups_dont_fill_bracket"]
    (bracket,) = answer.context["reasons"][1:]
    assert answer.content.decode().count(escape(bracket.message)) == 1


def test_the_record_of_a_draw_is_shown_with_its_seed(desk, tournament, owner):
    by_seed(desk, tournament)
    answer = desk.get(address("draw", tournament))
    assert answer.context["stage"].seed == "yedi"
    assert answer.context["drawn_by"].user == owner.user
    assert not answer.context["begun"]


def test_a_draw_is_taken_back_until_the_first_hand(desk, tournament):
    by_seed(desk, tournament)
    assert desk.post(address("undo_draw", tournament)).status_code == 303
    assert Tournament.objects.get().state == TournamentState.OPEN
    by_seed(desk, tournament)
    play_hand(encounters_of(tournament)[0])
    answer = desk.post(address("undo_draw", tournament))
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "hands_were_played"
    assert Group.objects.count() == 4


def test_a_second_tap_on_the_draw_does_no_harm(desk, tournament):
    _page, first = by_seed(desk, tournament)
    again = desk.post(address("draw_by_seed", tournament), {"groups": "4", "seed": "yedi"})
    assert (first.status_code, again.status_code) == (303, 303)
    assert Group.objects.count() == 4


def test_one_group_has_no_knockout(desk, club):
    small = open_tournament(club=club)
    enter_pairs(small, 5)
    assert desk.get(address("draw", small), {"groups": "1"}).context["plan"].estimate.knockout_encounters == 0


def test_who_advances_is_told_of_several_groups_only(desk, club):
    small = open_tournament(club=club, pairs=6)

    def page(groups: str) -> str:
        return desk.get(address("draw", small), {"groups": groups}).content.decode()

    assert "ilk ikisi elemeye çıkar: 4 takım" in page("2")
    assert "çıkar" not in page("1")


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_num_queries):
    for tournament in (drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)):
        with django_assert_num_queries(11):
            desk.get(address("draw", tournament))
