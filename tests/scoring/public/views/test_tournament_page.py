from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from scoring.enums import Outlook
from scoring.models import Standing
from scoring.play import walkovers
from tests.factories import (
    LEAGUE,
    NOW,
    UserFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.kept import kept
from tests.languages import english, in_language
from tests.scoring.live.watching import (
    HTMX,
    TABS,
    address,
    begin,
    level_tournament,
    overtaken_tournament,
    play_groups,
    refresh,
    statements,
    text,
)
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.tables.domain.tables import call_next_encounter

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament(pairs=6)


@kept
def eight() -> Tournament:
    return drawn_tournament()


@kept
def decided() -> Tournament:
    """The groups are played to their end, and the knock-out is drawn."""
    tournament = drawn_tournament()
    play_groups(tournament)
    return tournament


@kept
def nearly() -> Tournament:
    """Of the groups the last encounter is left."""
    tournament = drawn_tournament(pairs=6)
    play_groups(tournament, leave=1)
    return tournament


@kept
def level() -> Tournament:
    return level_tournament()


@pytest.mark.parametrize("page", TABS)
def test_every_tab_opens_for_anybody_and_alone_for_htmx(client: Client, tournament: Tournament, page: str):
    whole = client.get(address(page, tournament))
    part = client.get(address(page, tournament), headers=HTMX)
    assert whole.status_code == part.status_code == 200
    assert "<html" in text(whole)
    assert "<html" not in text(part)
    assert text(part).lstrip().startswith('<div id="live"')
    assert text(part).strip() in text(whole)


@pytest.mark.parametrize("page", TABS)
def test_a_tournament_that_does_not_exist_is_not_found(client: Client, page: str):
    nobody = Tournament(public_id=uuid4())
    assert client.get(address(page, nobody)).status_code == 404
    assert client.get(address(page, nobody), headers=HTMX).status_code == 404


@pytest.mark.parametrize("page", TABS)
def test_pages_are_for_reading_only(client: Client, tournament: Tournament, page: str):
    assert client.post(address(page, tournament)).status_code == 405


@pytest.mark.parametrize("page", TABS)
def test_nonsense_in_the_address_changes_nothing(client: Client, tournament: Tournament, page: str):
    url = address(page, tournament)
    for nonsense in ("?seen=x", "?seen=-1", "?match=9999", "?seen=%00&seen=999"):
        assert client.get(url + nonsense).status_code == 200
        assert client.get(url + nonsense, headers=HTMX).status_code == 200


@pytest.mark.both_databases
def test_a_page_takes_a_few_statements_however_many_play(client: Client):
    small = drawn_tournament(pairs=8, groups=2)
    large = drawn_tournament(pairs=32, groups=8, tables=16)
    for tournament, hands in ((small, 2), (large, 9)):
        begin(tournament, hands)
        refresh(tournament)
    for page in TABS:
        for_many, for_few = (statements(client, address(page, one)) for one in (large, small))
        assert for_many == for_few <= 12, page


@pytest.mark.both_databases
def test_the_knock_out_costs_no_more(client: Client, decided: Tournament):
    refresh(decided)
    for page in TABS:
        assert statements(client, address(page, decided)) <= 15, page


@pytest.mark.both_databases
@pytest.mark.parametrize("page", TABS)
def test_whoever_is_signed_in_costs_nothing_more(client: Client, tournament: Tournament, page: str):
    anybody = statements(client, address(page, tournament))
    client.force_login(UserFactory.create())
    assert statements(client, address(page, tournament)) == anybody


class TestNow:
    def test_lists_who_entered_while_entries_are_open_and_says_how_to_join(self, client: Client):
        entered = open_tournament(pairs=3)
        page = text(client.get(english(address("tournament", entered))))
        assert "Takım 3" in page
        assert "Ayşe Işık3, Can Öz3" in page
        assert f"to play, tell the organizers of {entered.club.name}." in page
        assert "When do I play?" not in page

    def test_tells_what_happens_next_while_nobody_has_entered(self, client: Client):
        page = text(client.get(english(address("tournament", open_tournament()))))
        assert "Nobody has entered yet" in page

    def test_shows_a_table_in_play_with_its_totals(self, client: Client, tournament: Tournament):
        encounter = begin(tournament, 1)[0]
        page = text(client.get(address("tournament", tournament)))
        assert f'id="hot-{encounter.public_id}"' in page
        assert "−101" in page
        assert "+70" in page

    def test_shows_places_without_figures_before_the_first_refresh(
        self, client: Client, tournament: Tournament
    ):
        page = text(client.get(address("tournament", tournament)))
        assert "Takım 1" in page
        assert "0/0" not in page

    def test_says_as_of_which_hand_when_the_standings_lag(self, client: Client, tournament: Tournament):
        encounter = begin(tournament, 1)[0]
        never = text(client.get(english(address("tournament", tournament))))
        refresh(tournament)
        fresh = text(client.get(english(address("tournament", tournament))))
        play_hand(encounter)
        stale = text(client.get(english(address("tournament", tournament))))
        assert "as of hand 0<" in never
        assert "as of hand" not in fresh
        assert "as of hand 1<" in stale

    def test_gives_the_reason_for_a_rank(self, client: Client, decided: Tournament):
        refresh(decided)
        page = text(client.get(english(address("tournament", decided))))
        assert "by encounters won" in page

    def test_marks_those_who_are_through(self, client: Client, nearly: Tournament):
        refresh(nearly)
        before = text(client.get(english(address("tournament", nearly))))
        certain = Standing.objects.filter(stage__tournament=nearly, outlook=Outlook.THROUGH).count()
        play_encounter(encounters_of(nearly)[-1])
        refresh(nearly)
        after = text(client.get(english(address("tournament", nearly))))
        assert before.count("</svg>through</span>") == certain
        assert 2 <= certain < 4  # of the group that was complete already, and who can't be overtaken
        assert after.count("</svg>through</span>") == 4

    def test_says_that_a_lot_is_waited_for(self, client: Client, level: Tournament):
        page = text(client.get(address("tournament", level)))
        assert "<b>A grubunda kura bekleniyor.</b>" in page
        assert "<b>B grubunda kura bekleniyor.</b>" in page

    def test_shows_the_bracket_once_it_is_drawn(self, client: Client, nearly: Tournament):
        play_encounter(encounters_of(nearly)[-1])
        assert 'id="tie-2-main-1-1"' in text(client.get(address("tournament", nearly)))

    def test_shows_the_champion_with_joy(self, client: Client):
        tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
        play_groups(tournament)
        page = text(client.get(address("tournament", tournament)))
        assert 'aria-current="page">Özet</a>' in page
        champion = page.partition('class="champion"')[2].partition("</section>")[0]
        tournament.refresh_from_db()
        assert tournament.champion
        assert f'href="{address("entrants", tournament)}{tournament.champion.public_id}/"' in champion

    def test_on_a_phone_it_says_who_leads_each_group_and_then_who_won_it(self, client: Client):
        tournament = drawn_tournament(pairs=9, groups=3)
        play_hand(encounters_of(tournament)[0])
        refresh(tournament)
        page = text(client.get(english(address("tournament", tournament))))
        assert "Who leads" in page
        play_groups(tournament)
        refresh(tournament)
        page = text(client.get(english(address("tournament", tournament))))
        assert "Who leads" not in page
        assert "Group winners" in page
        assert page.count('id="leads-') == 3

    def test_between_rounds_it_says_what_each_table_plays_next(self, client: Client, tournament: Tournament):
        upcoming = encounters_of(tournament)[0]
        page = text(client.get(english(address("tournament", tournament))))
        assert "Next at the tables" in page
        assert page.count('id="next-') == tournament.tables.count()
        assert f'id="next-{upcoming.public_id}"' in page
        play_hand(upcoming)
        assert 'id="next-' not in text(client.get(address("tournament", tournament)))

    def test_says_walkover_in_the_list_of_results(self, client: Client, tournament: Tournament):
        encounter = encounters_of(tournament)[0]
        walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
        page = text(client.get(english(address("tournament", tournament))))
        assert 'class="how tiny quiet">walkover<' in page


class TestGroups:
    def test_explains_the_heads_of_its_columns_and_who_goes_on(self, client: Client, tournament: Tournament):
        page = text(client.get(english(address("groups", tournament))))
        told = page.partition('class="heads')[2].partition("</p>")[0]
        assert "<b>W</b>: encounters won / played" in told
        assert "<b>M±</b>: matches won − lost" in told
        assert "Opp." not in told
        assert "first 2 of each group advance</p>" in page

    def test_explains_only_the_marks_that_stand_in_it(self, client: Client, nearly: Tournament):
        def marks() -> str:
            page = text(client.get(english(address("groups", nearly))))
            return page.partition('class="marks')[2].partition("</p>")[0]

        refresh(nearly)
        assert "can still advance" in marks()
        play_encounter(encounters_of(nearly)[-1])
        refresh(nearly)
        assert "through" in marks()
        assert "can still advance" not in marks()

    def test_lists_every_encounter_of_a_group(self, client: Client, tournament: Tournament):
        page = text(client.get(address("groups", tournament)))
        assert all(f'id="met-{one.public_id}"' in page for one in encounters_of(tournament))

    def test_explains_the_order_step_by_step(self, client: Client, tournament: Tournament):
        page = text(client.get(english(address("groups", tournament))))
        assert (
            page.index("Encounters won") < page.index("Match difference") < page.index("Fewest infractions")
        )

    def test_says_that_a_lot_is_waited_for_and_what_it_will_decide(self, client: Client, level: Tournament):
        page = text(client.get(english(address("groups", level))))
        assert page.count("waits for a lot.</b>") == page.count("waits for a lot</span>") == 2
        assert page.count("the lot decides.") == 6
        assert "estimate" not in page
        assert "if it stays so" not in page

    def test_a_lot_that_may_be_needed_is_no_more_than_that(self, client: Client, tournament: Tournament):
        begin(tournament, 1)
        refresh(tournament)
        page = text(client.get(english(address("groups", tournament))))
        assert "if it stays so" in page
        assert "waits for a lot" not in page

    def test_those_who_go_home_level_share_the_rank_without_a_lot(self, client: Client):
        tournament = drawn_tournament(advance=1)
        for encounter in encounters_of(tournament):
            sides = encounter.sides.order_by("entrant__places__position").values_list(
                "entrant__places__position", "letter"
            )
            (better, low), (worse, high) = sides
            round_the_last_three = (better, worse) == (1, 3)
            winner = SideLetter(high if round_the_last_three else low)
            walkovers.record_walkover(encounter=encounter, winner=winner, by=CONSOLE, at=NOW)
        refresh(tournament)
        page = text(client.get(english(address("groups", tournament))))
        assert "they share the rank." in page
        assert "waits for a lot" not in page

    def test_through_are_those_whom_the_bracket_holds_whatever_was_corrected_since(self, client: Client):
        tournament, first, last = overtaken_tournament()
        page = text(client.get(english(address("groups", tournament))))
        group = page[page.index("Group A</h2>") :].partition("</table>")[0]
        rows = {
            name: row
            for row in group.split("<tr")[2:]
            for name in (first.name, last.name)
            if f">{name}<" in row
        }
        assert 'class="rank">1<' in rows[first.name]
        assert "through</span>" not in rows[first.name]
        assert "through</span>" in rows[last.name]
        assert page.count("changed the order of group A;") == 1
        assert "changed the order of group B" not in page

    def test_says_that_nothing_is_drawn_yet(self, client: Client):
        page = text(client.get(english(address("groups", open_tournament()))))
        assert "Nothing is drawn yet" in page


class TestTables:
    def test_names_what_is_played_now_and_next(self, client: Client):
        tournament = drawn_tournament(tables=2)
        encounter = begin(tournament, 1)[0]
        page = text(client.get(address("tables", tournament)))
        assert page.count('class="hall-now"') == 1
        assert str(encounter.public_id) in page
        assert page.count('class="hall-next"') == 4

    def test_says_who_has_to_be_waited_for(self, client: Client):
        tournament = drawn_tournament(pairs=4, groups=1, tables=2)
        begin(tournament, 2)
        page = text(client.get(english(address("tables", tournament))))
        assert "still plays at table" in page
        assert "plays at table 1 first" not in page
        assert "plays at table 2 first" not in page

    def test_and_before_the_first_hand_who_plays_elsewhere_first(self, client: Client):
        """Three pairs, two tables: at the second one lies what comes once the first has played."""
        tournament = drawn_tournament(pairs=3, groups=1, tables=2)
        page = text(client.get(english(address("tables", tournament))))
        assert page.count("plays at table 1 first") == 1
        assert "plays at table 2 first" not in page

    def test_a_table_with_nothing_left_lists_what_it_played(self, client: Client):
        tournament = drawn_tournament(pairs=6, tables=2)
        play_groups(tournament)
        for encounter in encounters_of(tournament)[-3:]:
            play_encounter(encounter)
        for encounter in encounters_of(tournament):
            call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
        page = text(client.get(english(address("tables", tournament))))
        assert "Nothing is waiting" not in page
        assert all(f'id="at-{one.public_id}"' in page for one in encounters_of(tournament))
        assert page.index("Group A, round 1") < page.index("Semi-finals") < page.index(">Final<")

    def test_one_that_plays_on_does_not(self, client: Client, tournament: Tournament):
        play_encounter(encounters_of(tournament)[0])
        assert 'id="at-' not in text(client.get(address("tables", tournament)))


class TestEntrants:
    def test_tells_how_far_everybody_came_once_it_is_over(self, client: Client, decided: Tournament):
        for encounter in encounters_of(decided)[-3:]:
            play_encounter(encounter)
        page = text(client.get(english(address("entrants", decided))))
        reached = ["champion</span>", ">Final</a>", ">Semi-finals</a>", "number 3 of its group"]
        assert [page.count(one) for one in reached] == [1, 1, 2, 2]
        assert "number 4 of its group" in page

    def test_tells_everybody_where_to_go(self, client: Client, eight: Tournament):
        encounter = begin(eight, 1)[0]
        page = text(client.get(english(address("entrants", eight))))
        assert encounter.table
        assert page.count(f"plays at table {encounter.table.number}<") == 2
        assert page.count("next at table") == 6


def test_every_page_speaks_both_languages(client: Client, tournament: Tournament):
    begin(tournament)
    for page in TABS:
        for language in ("tr", "en"):
            with translation.override(language):
                got = client.get(in_language(address(page, tournament), language))
            assert f'<html lang="{language}" ' in text(got)


def test_of_many_groups_and_tables_it_shows_some_and_leads_to_the_others(client: Client):
    tournament = drawn_tournament(pairs=68, groups=17, tables=34)
    begin(tournament, 26)
    refresh(tournament)
    page = text(client.get(english(address("tournament", tournament))))
    assert page.count('id="group-') == 16
    assert page.count('id="play-') == 24
    assert "2 more tables" in page
    assert page.count("All groups") == 2
