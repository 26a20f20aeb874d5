"""The public pages and the hall for every format: the same cost whatever the size, and all in words."""

from __future__ import annotations

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
from tests.kept import kept
from tests.languages import english, in_language
from tests.scoring.chains import (
    BEST_THIRDS,
    DOUBLE,
    ELIMINATION,
    GROUPS,
    SWISS,
    drawn,
    entered_first,
    fresh,
    of_group,
    play_to_a_level_last_round,
    ready,
)
from tests.scoring.live.watching import TABS, address, begin, statements, text
from tournaments.enums import DecidedBy, EncounterState, EntrantState, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
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


def hall(tournament: Tournament) -> str:
    return reverse("scoring:running", args=[tournament.public_id])


def organizer_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    return client


def swiss(pairs: int) -> Tournament:
    tournament = drawn(SWISS, TO_EIGHT, pairs=pairs, tables=8)
    for encounter in ready(tournament)[:3]:
        play_encounter(encounter)
    play_hand(ready(tournament)[0])
    fresh(tournament)
    return tournament


def elimination(pairs: int) -> Tournament:
    tournament = drawn(StageSettings("knockout", 1, 3, third_place=True), pairs=pairs)
    play_encounter(ready(tournament)[0])
    play_hand(ready(tournament)[0])
    return tournament


def double(pairs: int) -> Tournament:
    tournament = drawn(DOUBLE, pairs=pairs)
    play_encounter(ready(tournament)[0])
    play_hand(ready(tournament)[0])
    return tournament


def tables(players: int) -> Tournament:
    tournament = singles_tournament(players=players)
    play_table(ready(tournament)[0], 40, 0, 20, 60)
    play_hand(ready(tournament)[0], singles_report(10, 0, 30, 20))
    return tournament


EVERY_FORMAT = [(swiss, 16, 128), (elimination, 6, 60), (double, 6, 40), (tables, 9, 37)]


@kept
def begun() -> dict[tuple[Callable[[int], Tournament], int], Tournament]:
    """Of every format the small one."""
    return {(made, small): made(small) for made, small, _large in EVERY_FORMAT}


@kept
def grouped() -> Tournament:
    return drawn_tournament(pairs=8)


@kept
def chained() -> Tournament:
    return drawn_tournament(pairs=8, groups=2, stages=LONG_CHAIN)


def decide(encounters: list[Encounter]) -> None:
    """Whoever was entered first wins: each by a walkover, and the last one by its hands."""
    *others, last = encounters
    for encounter in others:
        winner = SideLetter(entered_first(encounter))
        walkovers.record_walkover(encounter=encounter, winner=winner, by=CONSOLE, at=NOW)
    play_encounter(last, entered_first(last))


@pytest.mark.decides
@pytest.mark.parametrize(("made", "small", "large"), EVERY_FORMAT)
def test_every_page_takes_as_many_statements_for_many_as_for_few(client: Client, begun, made, small, large):
    client.force_login(UserFactory.create())
    few, many = begun[made, small], made(large)
    for name in TABS:
        assert statements(client, address(name, few)) == statements(client, address(name, many)) <= 18
    staff = [organizer_of(one) for one in (few, many)]
    assert statements(staff[0], hall(few)) == statements(staff[1], hall(many)) <= 17


@pytest.mark.decides
def test_groups_take_as_many_statements_for_thirty_two_as_for_four(client: Client):
    client.force_login(UserFactory.create())
    few, many = drawn_tournament(pairs=16, groups=4), drawn_tournament(pairs=96, groups=32, tables=16)
    for tournament in (few, many):
        begin(tournament, 3)
        fresh(tournament)
    for name in TABS:
        assert statements(client, address(name, few)) == statements(client, address(name, many)) <= 18


@pytest.mark.parametrize(("made", "small"), [(made, small) for made, small, _large in EVERY_FORMAT])
def test_every_page_opens_in_both_languages(client: Client, begun, made, small):
    tournament = begun[made, small]
    for name, language in product(TABS, ("tr", "en")):
        answer = client.get(in_language(address(name, tournament), language))
        assert answer.status_code == 200
        assert "%(" not in text(answer)
    assert organizer_of(tournament).get(hall(tournament)).status_code == 200


def test_tabs_are_those_of_the_formats(client: Client):
    swiss_only = page(client, "tournament", drawn(SWISS, pairs=6))
    assert ">Standings</a>" in swiss_only
    assert ">Bracket</a>" not in swiss_only
    knockout = page(client, "tournament", drawn(ELIMINATION, pairs=6))
    assert ">Bracket</a>" in knockout
    assert ">Groups</a>" not in knockout
    four = page(client, "tournament", singles_tournament(players=8))
    assert ">Rounds</a>" in four
    assert ">Players</a>" in four
    assert "8 players" in four


def test_a_long_table_is_cut_beside_what_is_played_and_whole_on_its_own_page(client: Client):
    tournament = swiss(20)
    now, whole = (page(client, name, tournament) for name in ("tournament", "groups"))
    assert now.count('class="rank"') == 10
    assert "The whole table" in now
    assert whole.count('class="rank"') == 20
    assert "Opp.</abbr>" in whole


def test_a_swiss_system_lists_its_rounds_and_its_bye(client: Client):
    tournament = drawn(SWISS, pairs=5)
    fresh(tournament)
    said = page(client, "groups", tournament)
    assert "<h3>Round 1</h3>" in said
    assert '<span class="soft">bye</span>' in said
    assert "<span>1 bye</span></p>" in said


def test_the_state_of_everybody_has_a_mark_and_a_word(client: Client, grouped):
    decide(of_group(grouped))
    fresh(grouped)
    said = page(client, "groups", grouped)
    group = said[said.index("Group A</h2>") :].partition("</table>")[0]
    assert group.count("</svg>through</span>") == group.count("</svg>out</span>") == 2
    assert "Certain to advance." in group
    assert "Can no longer be among the first 2." in group
    assert "can still advance" in said


def test_what_rests_on_wins_alone_is_called_an_estimate(client: Client, begun):
    said = page(client, "groups", begun[swiss, 16])
    assert said.count("an estimate, by wins alone") == 16


def test_before_the_last_round_it_says_who_needs_what(client: Client, grouped):
    play_to_a_level_last_round(grouped)
    fresh(grouped)
    said = page(client, "groups", grouped)
    assert "What the last round must bring" in said
    assert said.count("To advance: A win") == 4


def test_the_thirds_are_compared_in_a_table_of_their_own(client: Client):
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    begin(tournament, 2)
    fresh(tournament)
    said = page(client, "groups", tournament)
    best = said[said.index('id="best-1"') :].partition("</section>")[0]
    assert "Those in place 3, across groups" in best
    assert "the best 2 advance" in best
    assert best.count('class="rank"') == 3


def test_walkovers_of_every_kind_are_called_so(client: Client, grouped):
    one, other, third = [one for one in encounters_of(grouped) if one.group][:3]
    walkovers.record_walkover(encounter=one, winner=SideLetter.B, by=CONSOLE, at=NOW)
    Encounter.objects.filter(pk=other.pk).update(
        state=EncounterState.DECIDED, decided_by=DecidedBy.DOUBLE_WALKOVER, decided_at=NOW
    )
    Encounter.objects.filter(pk=third.pk).update(annulled_at=NOW)
    said = page(client, "groups", grouped)
    assert ">walkover</span>" in said
    assert ">lost by both</span>" in said
    assert "annulled</span>" in said
    assert "Annulled: they count nowhere" in said
    assert 'class="how tiny quiet">lost by both<' in page(client, "tournament", grouped)


@pytest.mark.parametrize(
    ("state", "word"), [(EntrantState.WITHDRAWN, "withdrawn"), (EntrantState.DISQUALIFIED, "disqualified")]
)
def test_who_left_is_said_to_have(client: Client, grouped, state, word):
    fresh(grouped)
    grouped.entrants.filter(number=1).update(state=state, left_at=NOW)
    assert word in page(client, "groups", grouped)
    assert word in page(client, "entrants", grouped)


def test_an_annulled_encounter_of_a_bracket_is_listed_beneath_it(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    one = ready(tournament)[0]
    Encounter.objects.filter(pk=one.pk).update(annulled_at=NOW)
    said = page(client, "bracket", tournament)
    assert said.index("Annulled: they count nowhere") < said.index(f'id="met-{one.public_id}"')


def test_every_stage_of_a_chain_has_its_place(client: Client, chained):
    decide(ready(chained))
    said = text(organizer_of(chained).get(english(hall(chained))))
    assert "Swiss system can be drawn." in said
    assert reverse("scoring:draw_stage", args=[chained.public_id, 2]) in said
    picture = page(client, "tournament", chained)
    assert "How the tournament goes" in picture
    assert picture.index("Group stage") < picture.index("Swiss system") < picture.index("Double elimination")


def test_the_hall_says_that_a_round_can_be_drawn(client: Client):
    tournament = drawn(SWISS, pairs=6)
    decide(ready(tournament))
    said = text(organizer_of(tournament).get(english(hall(tournament))))
    assert "round 2 can be drawn." in said
    assert reverse("scoring:draw_round", args=[tournament.public_id, 1]) in said


def test_what_was_corrected_after_the_draw_stands_beside_what_was_then(client: Client):
    tournament = drawn_tournament(pairs=6)
    encounter, *others = ready(tournament)
    play_encounter(encounter, entered_first(encounter))
    decide(others)
    fresh(tournament)
    assert "was corrected after" not in page(client, "groups", tournament)
    encounter = of_group(tournament)[0]
    finisher = f"{encounter.winner}1"
    correct(encounter, report(finisher=finisher, points=(77, 77)))
    fresh(tournament)
    said = page(client, "groups", tournament)
    assert "Group A was corrected after the next stage was drawn" in said
    assert said.count("was corrected after") == 1


def test_the_rules_tell_of_every_stage(client: Client, chained):
    said = page(client, "rules", chained)
    assert "Group stage: In a group everybody meets once." in said
    assert "Group stage: The first two advance." in said
    assert "Swiss system: In every round those meet" in said
    assert "Double elimination: Whoever loses twice is out" in said
