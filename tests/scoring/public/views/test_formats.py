from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from scoring.play import walkovers
from tests.factories import (
    NOW,
    MembershipFactory,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    play_table,
    report,
    singles_report,
    singles_tournament,
)
from tests.languages import english, path_in_language
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import TABS, address, begin, statements, text
from tests.scoring.stage_flows import (
    BEST_THIRDS,
    DOUBLE,
    ELIMINATION,
    GROUPS,
    SWISS,
    drawn_flow,
    earlier_entered_side,
    of_group,
    play_until_level_last_round,
    ready_encounters,
    refresh_standings,
)
from tournaments.enums import DecidedBy, EncounterState, EntrantState, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change
from tournaments.stages.stage_names import stage_name
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = pytest.mark.django_db

TO_EIGHT = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 8),))
LONG_CHAIN = (
    GROUPS,
    StageSettings("swiss", 1, 3, rounds=2, feeds=(FeedSettings(1, 1, 2),), draws_itself=False),
    StageSettings("double", 1, 3, feeds=(FeedSettings(2, 1, 4),)),
)


def page(client: Client, name: str, tournament: Tournament) -> str:
    return text(client.get(english(address(name, tournament))))


def running_url(tournament: Tournament) -> str:
    return reverse("scoring:room_overview", args=[tournament.public_id])


def organizer_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    return client


def swiss(pairs: int) -> Tournament:
    tournament = drawn_flow(SWISS, TO_EIGHT, pairs=pairs, tables=8)
    for encounter in ready_encounters(tournament)[:3]:
        play_encounter(encounter)
    play_hand(ready_encounters(tournament)[0])
    refresh_standings(tournament)
    return tournament


def elimination(pairs: int) -> Tournament:
    tournament = drawn_flow(StageSettings("knockout", 1, 3, third_place=True), pairs=pairs)
    play_encounter(ready_encounters(tournament)[0])
    play_hand(ready_encounters(tournament)[0])
    return tournament


def double(pairs: int) -> Tournament:
    tournament = drawn_flow(DOUBLE, pairs=pairs)
    play_encounter(ready_encounters(tournament)[0])
    play_hand(ready_encounters(tournament)[0])
    return tournament


def tables(players: int) -> Tournament:
    tournament = singles_tournament(players=players)
    play_table(ready_encounters(tournament)[0], 40, 0, 20, 60)
    play_hand(ready_encounters(tournament)[0], singles_report(10, 0, 30, 20))
    return tournament


EVERY_FORMAT = [(swiss, 16, 128), (elimination, 6, 60), (double, 6, 40), (tables, 9, 37)]


@module_fixture
def begun() -> dict[tuple[Callable[[int], Tournament], int], Tournament]:
    return {(build, small): build(small) for build, small, _large in EVERY_FORMAT}


@module_fixture
def grouped() -> Tournament:
    return drawn_tournament(pairs=8)


@module_fixture
def chained() -> Tournament:
    return drawn_tournament(pairs=8, groups=2, stages=LONG_CHAIN)


def decide(encounters: list[Encounter]) -> None:
    """Let the first side win: each encounter by walkover, the last by its hands."""
    *others, last = encounters
    for encounter in others:
        winner = SideLetter(earlier_entered_side(encounter))
        walkovers.record_walkover(encounter=encounter, winner=winner, change=Change(CONSOLE, NOW))
    play_encounter(last, earlier_entered_side(last))


@pytest.mark.slow
@pytest.mark.parametrize(("create", "small", "large"), EVERY_FORMAT)
def test_every_page_takes_the_same_queries_for_few_and_many(client: Client, begun, create, small, large):
    client.force_login(UserFactory.create())
    few_pairs, many_pairs = begun[create, small], create(large)
    for name in TABS:
        assert (
            statements(client, address(name, few_pairs))
            == statements(client, address(name, many_pairs))
            <= 18
        )
    staff = [organizer_of(tournament) for tournament in (few_pairs, many_pairs)]
    assert statements(staff[0], running_url(few_pairs)) == statements(staff[1], running_url(many_pairs)) <= 17


@pytest.mark.release
def test_groups_take_the_same_queries_for_4_and_32(client: Client):
    client.force_login(UserFactory.create())
    few, many = drawn_tournament(pairs=16, groups=4), drawn_tournament(pairs=96, groups=32, tables=16)
    for tournament in (few, many):
        begin(tournament, 3)
        refresh_standings(tournament)
    for name in TABS:
        assert statements(client, address(name, few)) == statements(client, address(name, many)) <= 18


@pytest.mark.slow
@pytest.mark.parametrize(("create", "small"), [(create, small) for create, small, _large in EVERY_FORMAT])
def test_every_page_opens_in_both_languages(client: Client, begun, create, small):
    tournament = begun[create, small]
    for name, language in product(TABS, ("tr", "en")):
        answer = client.get(path_in_language(address(name, tournament), language))
        assert answer.status_code == 200
        assert "%(" not in text(answer)
    assert organizer_of(tournament).get(running_url(tournament)).status_code == 200


@pytest.mark.release
def test_tabs_match_the_format(client: Client):
    swiss_only = page(client, "tournament", drawn_flow(SWISS, pairs=6))
    assert ">Standings</a>" in swiss_only
    assert ">Bracket</a>" not in swiss_only
    knockout = page(client, "tournament", drawn_flow(ELIMINATION, pairs=6))
    assert ">Bracket</a>" in knockout
    assert ">Groups</a>" not in knockout
    singles_page = page(client, "tournament", singles_tournament(players=8))
    assert ">Rounds</a>" in singles_page
    assert ">Players</a>" in singles_page
    assert "8 players" in singles_page


@pytest.mark.slow
def test_long_table_is_cut_on_the_tournament_page_and_full_on_its_own(client: Client):
    tournament = swiss(20)
    tournament_page, groups_page = (page(client, name, tournament) for name in ("tournament", "groups"))
    assert tournament_page.count('class="rank"') == 10
    full_table = f'<a class="small more" href="{english(address("groups", tournament))}">'
    assert (full_table in tournament_page, full_table in groups_page) == (True, False)
    assert groups_page.count('class="rank"') == 20
    assert 'class="card group strong"' in groups_page


def test_swiss_system_lists_its_rounds_and_bye(client: Client):
    tournament = drawn_flow(SWISS, pairs=5)
    refresh_standings(tournament)
    response = client.get(address("groups", tournament))
    (table,) = response.context["standings"].stages[0].groups
    assert [number for number, _listings in table.rounds] == [1]
    assert sorted(place.standing.byes for place in table.places) == [0, 0, 0, 0, 1]
    content = text(response)
    assert f'id="round-of-{table.group.pk}-1"' in content
    assert content.count('data-test="bye"') == 1


def test_every_entrants_status_has_a_mark_and_a_word(client: Client, grouped):
    decide(of_group(grouped))
    refresh_standings(grouped)
    content = page(client, "groups", grouped)
    group_a = grouped.stages.get(position=1).groups.get(name="A")
    group = content[content.index(f'id="group-{group_a.pk}"') :].partition("</table>")[0]
    badges = re.findall(r'<td class="n"><span class="badge([^"]*)"><svg.*?</svg>([^<]+)</span>', group)
    assert sorted(kind for kind, word in badges if word.strip()) == ["", "", " ok", " ok"]
    assert "Certain to advance." in group
    assert "Can no longer be among the first 2." in group
    assert '<span class="badge open">' in content


def test_status_based_on_wins_alone_is_an_estimate(client: Client, begun):
    content = page(client, "groups", begun[swiss, 16])
    assert content.count('class="soft est"') == 16


def test_requirements_are_shown_before_the_last_round(client: Client, grouped):
    play_until_level_last_round(grouped)
    refresh_standings(grouped)
    content = page(client, "groups", grouped)
    assert 'id="needs-' in content
    assert content.count('class="needed"') == 4


def test_best_thirds_have_their_own_table(client: Client):
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    begin(tournament, 2)
    refresh_standings(tournament)
    response = client.get(address("groups", tournament))
    best_table = response.context["standings"].stages[0].best
    assert (best_table.feed.first_rank, best_table.best) == (3, 2)
    best = text(response).partition('id="best-1"')[2].partition("</section>")[0]
    assert best.count('class="rank"') == 3


def test_every_kind_of_walkover_is_labelled(client: Client, grouped):
    won_by_a, won_by_b, lost_by_both = [encounter for encounter in encounters_of(grouped) if encounter.group][
        :3
    ]
    walkovers.record_walkover(encounter=won_by_a, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    Encounter.objects.filter(pk=won_by_b.pk).update(
        state=EncounterState.DECIDED, decided_by=DecidedBy.DOUBLE_WALKOVER, decided_at=NOW
    )
    Encounter.objects.filter(pk=lost_by_both.pk).update(annulled_at=NOW)
    response = client.get(address("groups", grouped))
    content = text(response)
    tables = response.context["standings"].stages[0].groups
    listings = [listing for table in tables for listing in table.listings]
    assert [listing.encounter for listing in listings if listing.walkover] == [won_by_a]
    assert [listing.encounter for listing in listings if listing.double_walkover] == [won_by_b]
    assert content.count('class="how tiny quiet"') == 2
    annulled = content.partition('<ul class="list tight gone">')[2].partition("</ul>")[0]
    assert f'id="met-{lost_by_both.public_id}"' in annulled
    assert 'class="badge bad"' in annulled
    assert page(client, "tournament", grouped).count('class="how tiny quiet"') == 2


@pytest.mark.release
@pytest.mark.parametrize(
    ("state", "word"), [(EntrantState.WITHDRAWN, "withdrawn"), (EntrantState.DISQUALIFIED, "disqualified")]
)
def test_withdrawn_entrant_is_labelled(client: Client, grouped, state, word):
    refresh_standings(grouped)
    grouped.entrants.filter(number=1).update(state=state, left_at=NOW)
    assert word in page(client, "groups", grouped)
    assert word in page(client, "entrants", grouped)


def test_annulled_encounter_is_listed_below_its_bracket(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    encounter = ready_encounters(tournament)[0]
    Encounter.objects.filter(pk=encounter.pk).update(annulled_at=NOW)
    content = page(client, "bracket", tournament)
    annulled = content.partition('data-test="annulled"')[2].partition("</section>")[0]
    assert f'id="met-{encounter.public_id}"' in annulled


def test_every_stage_is_listed(client: Client, chained):
    decide(ready_encounters(chained))
    content = text(organizer_of(chained).get(running_url(chained)))
    assert reverse("tournaments:draw_stage", args=[chained.public_id, 2]) in content
    response = client.get(address("tournament", chained))
    assert 'id="stages"' in text(response)
    assert "css/tournaments/stages.css" in text(response)
    stages = chained.stages.order_by("position")
    names = [stage_name(stage) for stage in stages]
    assert [box.full_name for box in response.context["diagram"].boxes] == names
    assert len(set(names)) == 3


@pytest.mark.release
def test_screen_says_that_a_round_can_be_drawn(client: Client):
    tournament = drawn_flow(SWISS, pairs=6)
    decide(ready_encounters(tournament))
    content = text(organizer_of(tournament).get(running_url(tournament)))
    assert reverse("scoring:draw_round", args=[tournament.public_id, 1]) in content


def test_group_corrected_after_the_draw_shows_both_rankings(client: Client):
    tournament = drawn_tournament(pairs=6)
    encounter, *others = ready_encounters(tournament)
    play_encounter(encounter, earlier_entered_side(encounter))
    decide(others)
    refresh_standings(tournament)
    assert 'id="corrected-' not in page(client, "groups", tournament)
    encounter = of_group(tournament)[0]
    finisher = f"{encounter.winner}1"
    correct(encounter, report(finisher=finisher, points=(77, 77)))
    refresh_standings(tournament)
    content = page(client, "groups", tournament)
    assert encounter.group
    assert re.findall(r'id="corrected-(\d+)"', content) == [str(encounter.group.pk)]


def test_rules_cover_every_stage(client: Client, chained):
    content = page(client, "rules", chained)
    assert "Group stage: In a group, all meet each other once." in content
    assert "Group stage: The first two advance." in content
    assert "Swiss system: In every round, entrants with equally many encounters won meet" in content
    assert "Double elimination: An entrant who loses twice is out" in content
