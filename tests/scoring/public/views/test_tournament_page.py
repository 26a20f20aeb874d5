import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from rules.localized_text import format_signed
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
from tests.languages import english, path_in_language
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import (
    HTMX,
    TABS,
    address,
    begin,
    encounter_address,
    level_tournament,
    overtaken_tournament,
    play_groups,
    refresh,
    statements,
    text,
)
from tournaments.enums import EncounterState, SideLetter, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Group, Tournament
from tournaments.schedule.change import Change
from tournaments.tables.domain.tables import call_next_encounter

pytestmark = pytest.mark.django_db


QUALIFIED = '<span class="badge ok">'
CAN_STILL = '<span class="badge open">'


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=6)


@module_fixture
def eight() -> Tournament:
    return drawn_tournament()


@module_fixture
def decided() -> Tournament:
    """The groups are finished and the knockout is drawn."""
    tournament = drawn_tournament()
    play_groups(tournament)
    return tournament


@module_fixture
def nearly() -> Tournament:
    """The last encounter of the groups is open."""
    tournament = drawn_tournament(pairs=6)
    play_groups(tournament, leave=1)
    return tournament


@module_fixture
def level() -> Tournament:
    return level_tournament()


@pytest.mark.release
@pytest.mark.parametrize("page", TABS)
def test_every_tab_is_public_and_htmx_gets_the_fragment(client: Client, tournament: Tournament, page: str):
    full = client.get(address(page, tournament))
    fragment = client.get(address(page, tournament), headers=HTMX)
    assert full.status_code == fragment.status_code == 200
    assert "<html" in text(full)
    assert "<html" not in text(fragment)
    assert text(fragment).lstrip().startswith('<div id="live"')
    assert text(fragment).strip() in text(full)


@pytest.mark.parametrize("page", TABS)
def test_unknown_tournament_is_404(client: Client, page: str):
    unknown = Tournament(public_id=uuid4())
    assert client.get(address(page, unknown)).status_code == 404
    assert client.get(address(page, unknown), headers=HTMX).status_code == 404


@pytest.mark.parametrize("page", TABS)
def test_pages_only_allow_reading(client: Client, tournament: Tournament, page: str):
    assert client.post(address(page, tournament)).status_code == 405


@pytest.mark.release
@pytest.mark.parametrize("page", TABS)
def test_invalid_parameters_are_ignored(client: Client, tournament: Tournament, page: str):
    url = address(page, tournament)
    for nonsense in ("?seen=x", "?seen=-1", "?match=9999", "?seen=%00&seen=999"):
        assert client.get(url + nonsense).status_code == 200
        assert client.get(url + nonsense, headers=HTMX).status_code == 200


@pytest.mark.release
@pytest.mark.postgres
def test_page_takes_few_queries_for_any_number_of_tables(client: Client):
    small = drawn_tournament(pairs=8, groups=2)
    large = drawn_tournament(pairs=32, groups=8, tables=16)
    for tournament, hands in ((small, 2), (large, 9)):
        begin(tournament, hands)
        refresh(tournament)
    for page in TABS:
        for_many, for_few = (statements(client, address(page, tournament)) for tournament in (large, small))
        assert for_many == for_few <= 12, page


@pytest.mark.release
@pytest.mark.postgres
def test_knockout_takes_no_more_queries(client: Client, decided: Tournament):
    refresh(decided)
    for page in TABS:
        assert statements(client, address(page, decided)) <= 15, page


@pytest.mark.release
@pytest.mark.postgres
@pytest.mark.parametrize("page", TABS)
def test_signed_in_user_takes_no_more_queries(client: Client, tournament: Tournament, page: str):
    anonymous_count = statements(client, address(page, tournament))
    client.force_login(UserFactory.create())
    assert statements(client, address(page, tournament)) == anonymous_count


class TestNow:
    def test_open_tournament_lists_entrants_and_how_to_join(self, client: Client):
        entered = open_tournament(pairs=3)
        page = text(client.get(english(address("tournament", entered))))
        assert "Takım 3" in page
        assert "Ayşe Işık3, Can Öz3" in page
        assert 'data-test="how-to-enter"' in page
        assert 'data-test="nobody-entered"' not in page

    def test_name_can_be_picked_once_drawn(self, client: Client, tournament: Tournament):
        pages = [
            (shown, text(client.get(address("tournament", shown))))
            for shown in (open_tournament(), tournament)
        ]
        assert [address("follow", shown) in page for shown, page in pages] == [False, True]

    def test_empty_tournament_says_what_happens_next(self, client: Client):
        page = text(client.get(english(address("tournament", open_tournament()))))
        assert 'data-test="nobody-entered"' in page

    def test_table_in_play_is_shown_with_totals(self, client: Client, tournament: Tournament):
        encounter = begin(tournament, 1)[0]
        page = text(client.get(address("tournament", tournament)))
        assert f'id="hot-{encounter.public_id}"' in page
        assert "−101" in page
        assert "+70" in page

    def test_places_have_no_figures_before_the_first_refresh(self, client: Client, tournament: Tournament):
        page = text(client.get(address("tournament", tournament)))
        assert "Takım 1" in page
        assert "0/0" not in page

    def test_late_standings_say_as_of_which_hand(self, client: Client, tournament: Tournament):
        encounter = begin(tournament, 1)[0]
        never = client.get(address("tournament", tournament))
        refresh(tournament)
        fresh = client.get(address("tournament", tournament))
        play_hand(encounter)
        stale = client.get(address("tournament", tournament))
        pages = (never, fresh, stale)
        assert [page.context["stage_standings"].as_of_hands for page in pages] == [0, None, 1]
        assert ['data-test="as-of-hand"' in text(page) for page in pages] == [True, False, True]

    def test_rank_has_its_reason(self, client: Client, decided: Tournament):
        refresh(decided)
        page = text(client.get(english(address("tournament", decided))))
        assert "by encounters won" in page

    def test_qualified_entrants_are_marked(self, client: Client, nearly: Tournament):
        refresh(nearly)
        content_before = text(client.get(address("tournament", nearly)))
        certain = Standing.objects.filter(stage__tournament=nearly, outlook=Outlook.THROUGH).count()
        play_encounter(encounters_of(nearly)[-1])
        refresh(nearly)
        content_after = text(client.get(address("tournament", nearly)))
        in_a_row = f'<td class="n">{QUALIFIED}'
        assert content_before.count(in_a_row) == certain
        assert 2 <= certain < 4  # The complete group, and entrants who can't be overtaken.
        assert content_after.count(in_a_row) == 4

    def test_page_says_that_it_waits_for_a_lot(self, client: Client, level: Tournament):
        page = text(client.get(address("tournament", level)))
        stage = level.stages.get(kind=StageKind.GROUPS)
        assert re.findall(r'<p [^>]*id="(lot-[^"]+)"', page) == [f"lot-{stage.pk}-0", f"lot-{stage.pk}-1"]

    def test_drawn_bracket_is_shown(self, client: Client, nearly: Tournament):
        play_encounter(encounters_of(nearly)[-1])
        assert 'id="tie-2-main-1-1"' in text(client.get(address("tournament", nearly)))

    @pytest.mark.release
    def test_champion_is_celebrated(self, client: Client):
        tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
        play_groups(tournament)
        response = client.get(address("tournament", tournament))
        page = text(response)
        assert response.context["tab"] == "now"
        champion = page.partition('class="champion"')[2].partition("</section>")[0]
        tournament.refresh_from_db()
        assert tournament.champion
        assert f'href="{address("entrants", tournament)}{tournament.champion.public_id}/"' in champion

    @pytest.mark.slow
    def test_phone_shows_group_leaders_and_then_the_champion(self, client: Client):
        tournament = drawn_tournament(pairs=9, groups=3)
        play_hand(encounters_of(tournament)[0])
        refresh(tournament)
        response = client.get(address("tournament", tournament))
        assert not response.context["stage_standings"].decided
        assert text(response).count('id="leads-') == 1
        play_groups(tournament)
        refresh(tournament)
        response = client.get(address("tournament", tournament))
        assert response.context["stage_standings"].decided
        assert text(response).count('id="leads-') == 3

    def test_next_encounters_are_shown_between_rounds(self, client: Client, tournament: Tournament):
        upcoming = encounters_of(tournament)[0]
        page = text(client.get(address("tournament", tournament)))
        assert page.count('id="next-') == tournament.tables.count()
        assert f'id="next-{upcoming.public_id}"' in page
        play_hand(upcoming)
        assert 'id="next-' not in text(client.get(address("tournament", tournament)))

    def test_walkover_is_labelled_in_results(self, client: Client, tournament: Tournament):
        encounter = encounters_of(tournament)[0]
        walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
        response = client.get(address("tournament", tournament))
        assert [listing.walkover for listing in response.context["results"]] == [True]
        assert text(response).count('class="how tiny quiet"') == 1


class TestGroups:
    def test_column_heads_and_qualification_are_explained(self, client: Client, tournament: Tournament):
        page = text(client.get(english(address("groups", tournament))))
        legend = page.partition('class="heads')[2].partition("</p>")[0]
        assert re.findall(r"<b>([^<]+)</b>: \S", legend) == ["W", "M±", "Average"]
        assert "first 2 of each group advance</p>" in page

    @pytest.mark.release
    def test_only_used_marks_are_explained(self, client: Client, nearly: Tournament):
        def marks() -> str:
            page = text(client.get(address("groups", nearly)))
            return page.partition('class="marks')[2].partition("</p>")[0]

        refresh(nearly)
        assert CAN_STILL in marks()
        play_encounter(encounters_of(nearly)[-1])
        refresh(nearly)
        assert (QUALIFIED in marks(), CAN_STILL in marks()) == (True, False)

    def test_every_encounter_of_a_group_is_listed(self, client: Client, tournament: Tournament):
        page = text(client.get(address("groups", tournament)))
        assert page.count('data-test="to-play"') == 2
        assert all(f'id="met-{encounter.public_id}"' in page for encounter in encounters_of(tournament))

    def test_order_is_explained_step_by_step(self, client: Client, tournament: Tournament):
        response = client.get(english(address("groups", tournament)))
        (stage,) = response.context["standings"].stages
        assert [step.id for step in stage.steps] == stage.stage.stage.tie_breaks
        order = text(response).partition('class="steps')[2].partition("</ol>")[0]
        assert re.findall(r"<b>([^<]+)</b>", order) == [step.name.en for step in stage.steps]

    def test_pending_lot_is_shown_with_what_it_decides(self, client: Client, level: Tournament):
        response = client.get(address("groups", level))
        page = text(response)
        assert page.count('id="lot-') == page.count('data-test="waiting-for-lot"') == 2
        assert page.count('data-test="lot-pending"') == 6
        assert not response.context["standings"].stages[0].estimated
        assert 'data-test="lot-possible"' not in page

    def test_possible_lot_is_shown_as_possible(self, client: Client, tournament: Tournament):
        begin(tournament, 1)
        refresh(tournament)
        page = text(client.get(address("groups", tournament)))
        assert 'data-test="lot-possible"' in page
        assert 'id="lot-' not in page
        assert 'data-test="waiting-for-lot"' not in page

    def test_eliminated_entrants_share_a_rank_without_a_lot(self, client: Client):
        tournament = drawn_tournament(advance=1)
        for encounter in encounters_of(tournament):
            sides = encounter.sides.order_by("entrant__places__position").values_list(
                "entrant__places__position", "letter"
            )
            (better, low), (worse, high) = sides
            round_the_last_three = (better, worse) == (1, 3)
            winner = SideLetter(high if round_the_last_three else low)
            walkovers.record_walkover(encounter=encounter, winner=winner, change=Change(CONSOLE, NOW))
        refresh(tournament)
        page = text(client.get(address("groups", tournament)))
        assert 'data-test="rank-shared"' in page
        assert 'id="lot-' not in page
        assert 'data-test="waiting-for-lot"' not in page

    @pytest.mark.slow
    def test_qualified_are_those_in_the_bracket_after_a_correction(self, client: Client):
        tournament, first, last = overtaken_tournament()
        response = client.get(address("groups", tournament))
        page = text(response)
        group_a = Group.objects.get(stage__tournament=tournament, name="A")
        group = page[page.index(f'id="group-{group_a.pk}"') :].partition("</table>")[0]
        rows = {
            name: row
            for row in group.split("<tr")[2:]
            for name in (first.name, last.name)
            if f">{name}<" in row.partition("<p>")[0]
        }
        assert 'class="rank">1<' in rows[first.name]
        assert QUALIFIED not in rows[first.name]
        assert QUALIFIED in rows[last.name]
        assert [table.is_superseded for table in response.context["standings"].stages[0].groups] == [
            True,
            False,
        ]
        assert page.count('data-test="changed-order"') == 1

    def test_page_says_that_nothing_is_drawn_yet(self, client: Client):
        assert 'data-test="nothing-drawn"' in text(client.get(address("groups", open_tournament())))


class TestTables:
    def test_current_and_next_encounter_are_named(self, client: Client):
        tournament = drawn_tournament(tables=2)
        encounter = begin(tournament, 1)[0]
        page = text(client.get(address("tables", tournament)))
        assert page.count('class="current-encounter"') == 1
        assert str(encounter.public_id) in page
        assert page.count('class="next-encounter"') == 2

    def test_next_encounter_is_below_the_current_one_or_alone(self, client: Client):
        tournament = drawn_tournament(tables=2)
        begin(tournament, 1)
        page = text(client.get(address("tables", tournament)))
        playing, free = page.partition('id="table-1"')[2].split('id="table-2"')
        assert playing.index('class="current-encounter"') < playing.index('class="next-encounter"')
        assert 'class="current-encounter"' not in free
        assert ['data-test="next-can-begin"' in table for table in (playing, free)] == [False, True]

    def test_states_are_counted(self, client: Client):
        tournament = drawn_tournament(pairs=8, groups=2, tables=4)
        playing, decided, *_rest = encounters_of(tournament)
        play_hand(playing)
        play_encounter(decided)
        tournament.tables.filter(number=4).update(closed_at=NOW)
        response = client.get(address("tables", tournament))
        assert response.context["states"] == {"playing": 1, "free": 1, "finished": 1, "closed": 1}
        assert 'class="badge live"' in text(response)

    @pytest.mark.release
    @pytest.mark.parametrize("best_of", [1, 3])
    def test_result_shows_the_points_of_all_matches(self, client: Client, best_of: int):
        tournament = drawn_tournament(groups_best_of=best_of)
        play_encounter(encounters_of(tournament)[0])
        page = text(client.get(address("tables", tournament)))
        wins = best_of // 2 + 1
        totals = [f'data-test="points">{format_signed(wins * 3 * points, "en")}<' for points in (-101, 70)]
        assert [total in page for total in totals] == [True, True]
        assert (f"{wins}–0" in page) == (best_of > 1)

    def test_match_begins_with_no_points(self, client: Client):
        tournament = drawn_tournament(groups_best_of=3)
        encounter = encounters_of(tournament)[0]
        for _hand in range(3):
            play_hand(encounter)
        page = text(client.get(address("tables", tournament)))
        assert page.count('data-test="points">0<') == 2

    def test_awaited_entrants_are_named(self, client: Client):
        tournament = drawn_tournament(pairs=4, groups=1, tables=2)
        begin(tournament, 2)
        response = client.get(address("tables", tournament))
        busy = [
            encounter.state
            for status, _marks in response.context["tables"]
            for queued in status.queue
            for _side, encounter in queued.busy_sides
        ]
        assert set(busy) == {EncounterState.PLAYING}
        assert 'data-test="waits-for"' in text(response)

    def test_waiting_table_names_the_encounter_it_waits_for(self, client: Client):
        tournament = drawn_tournament(pairs=3, groups=1, tables=2)
        response = client.get(address("tables", tournament))
        assert text(response).count('data-test="waits-for"') == 1
        assert 'data-test="nothing-waiting"' not in text(response)
        assert [
            (status.table.number, encounter.state, encounter.table.number)
            for status, _marks in response.context["tables"]
            for queued in status.queue
            for _side, encounter in queued.busy_sides
        ] == [(2, EncounterState.READY, 1)]

    @pytest.mark.release
    def test_finished_table_lists_what_it_played(self, client: Client):
        tournament = drawn_tournament(pairs=6, tables=2)
        play_groups(tournament)
        for encounter in encounters_of(tournament)[-3:]:
            play_encounter(encounter)
        for encounter in encounters_of(tournament):
            call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
        response = client.get(address("tables", tournament))
        page = text(response)
        assert 'data-test="nothing-waiting"' not in page
        assert all(f'id="at-{encounter.public_id}"' in page for encounter in encounters_of(tournament))
        for table, _marks in response.context["tables"]:
            rounds = [(played.listing.knockout, played.listing.encounter.round) for played in table.played]
            assert rounds == sorted(rounds)
            *earlier, last = [
                page.index(f'id="at-{played.listing.encounter.public_id}"') for played in table.played
            ]
            assert [last, *earlier] == sorted([last, *earlier])

    def test_final_names_the_table_it_waits_for(self, client: Client, decided: Tournament):
        *semifinals, final = encounters_of(decided)[-3:]
        for encounter in semifinals:
            play_hand(encounter)
        response = client.get(english(address("tables", decided)))
        feeders = [
            encounter
            for status, _marks in response.context["tables"]
            for queued in status.queue
            if queued.listing.encounter == final
            for _side, encounter in queued.feeders
        ]
        assert feeders == semifinals
        page = text(response)
        assert page.count('data-test="waits-for"') == 1
        first, second = sorted(encounter.table.number for encounter in semifinals if encounter.table)
        assert f"after the games at tables {first} and {second}" in page

    def test_table_without_a_queue_says_so(self, client: Client):
        tournament = drawn_tournament(pairs=4, groups=1, tables=6)
        begin(tournament, 1)
        assert text(client.get(address("tables", tournament))).count('data-test="nothing-waiting"') == 1

    def test_table_in_use_does_not_list_everything(self, client: Client, tournament: Tournament):
        play_encounter(encounters_of(tournament)[0])
        assert 'id="at-' not in text(client.get(address("tables", tournament)))


class TestEntrants:
    def test_results_of_all_entrants_are_shown_at_the_end(self, client: Client, decided: Tournament):
        for encounter in encounters_of(decided)[-3:]:
            play_encounter(encounter)
        response = client.get(address("entrants", decided))
        decided.refresh_from_db()
        assert decided.champion
        rows = response.context["entrants"]
        ties = sorted(where.last.round.ties for _entrant, _place, where in rows if where.last)
        assert ties == [1, 1, 2, 2]
        ranks = sorted(place.rank for _entrant, place, where in rows if not where.last)
        assert ranks == [3, 3, 4, 4]
        page = text(response)
        assert page.count('class="badge ok"') == 1
        champion_row = page.partition(f'id="pair-{decided.champion.public_id}"')[2].partition("</tr>")[0]
        assert 'class="badge ok"' in champion_row

    def test_tables_of_all_entrants_are_shown(self, client: Client, eight: Tournament):
        encounter = begin(eight, 1)[0]
        response = client.get(address("entrants", eight))
        whereabouts = [where for _entrant, _place, where in response.context["entrants"]]
        now = [where.now.encounter for where in whereabouts if where.now]
        upcoming = [where.next.encounter for where in whereabouts if where.next and not where.now]
        assert now == [encounter] * 2
        assert len(upcoming) == 6
        page = text(response)
        assert all(f'<a href="{encounter_address(shown)}">' in page for shown in (*now, *upcoming))


@pytest.mark.release
def test_every_page_has_both_languages(client: Client, tournament: Tournament):
    begin(tournament)
    for page in TABS:
        for language in ("tr", "en"):
            with translation.override(language):
                answer = client.get(path_in_language(address(page, tournament), language))
            assert f'<html lang="{language}" ' in text(answer)


def test_many_groups_and_tables_are_cut_with_a_link(client: Client):
    tournament = drawn_tournament(pairs=68, groups=17, tables=34)
    begin(tournament, 26)
    refresh(tournament)
    response = client.get(address("tournament", tournament))
    page = text(response)
    assert page.count('id="group-') == 16
    assert page.count('id="play-') == 24
    assert response.context["more_playing"] == 2
    assert page.count(f'class="small more" href="{address("tables", tournament)}"') == 2
    assert page.count(f'class="small more" href="{address("groups", tournament)}"') == 2
