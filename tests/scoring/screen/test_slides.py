from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.enums import SlideKind
from scoring.queries.tournament_context import read_tournament_context
from scoring.screen.queries.bracket_slides import Section
from scoring.screen.queries.slide_capacity import (
    HEIGHT,
    SlideArea,
    count_text_lines,
    lay_out_pages,
    spread_over_pages,
)
from scoring.screen.queries.slide_kinds import SlideShow
from scoring.screen.queries.slides import read_slide_show
from scoring.screen.screen_labels import number_ranges
from scoring.setup.domain import cancellation
from scoring.standings import standings_cache
from tests.browser.scenes.screen_states import knocked_out
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
    singles_report,
    singles_tournament,
)
from tests.simulation.random_evening import SimulatedEvening
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament


def test_a_long_name_takes_more_lines():
    assert count_text_lines("Kula – Varol", 20) == 1
    assert count_text_lines("Karaosmanoğlu – Büyükyılmaz", 20) == 2
    assert count_text_lines("ş" * 80, 21) == 4


def test_pages_are_filled_evenly_row_by_row_and_nothing_is_lost():
    items = list(range(9))
    pages = spread_over_pages(items, lambda _one: 9.0)
    assert [len(page) for page in pages] == [6, 3]
    assert [item for page in pages for item in page] == items
    assert spread_over_pages([], lambda _one: 9.0) == []


def test_fewer_items_fit_at_equal_height():
    heights = [5.0, 5.0, 19.0, 5.0]
    assert spread_over_pages(heights, float, columns=1, available=40) == [heights]
    pages = spread_over_pages(heights, float, columns=1, available=40, equal_heights=True)
    assert pages == [[5.0, 5.0], [19.0, 5.0]]


def test_oversized_item_has_its_own_page():
    assert spread_over_pages(["a", "b"], lambda _one: HEIGHT * 2, columns=1) == [["a"], ["b"]]


def test_columns_with_fewest_pages_are_chosen():
    def height(_item: int, room: SlideArea) -> float:
        return 10.0 if room.width > 50 else 25.0

    assert lay_out_pages(lambda _room: range(4), height, area=SlideArea(94.8, HEIGHT)) == [[0, 1], [2, 3]]
    assert lay_out_pages(lambda _room: range(4), lambda *_: 20.0, area=SlideArea(94.8, HEIGHT)) == [
        [0, 1, 2, 3]
    ]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([3, 4, 7, 8], "3, 4, 7, 8"), ([1, 2, 3, 4], "1–4"), ([2, 5, 6, 7, 9], "2, 5–7, 9"), ([], "")],
)
def test_titles_use_the_displayed_table_numbers(numbers, expected):
    assert number_ranges(numbers) == expected


def show(tournament: Tournament, *kinds: SlideKind, held: str = "", clock: bool = False) -> SlideShow:
    chosen = [kind.value for kind in kinds] or SlideKind.values
    return read_slide_show(
        read_tournament_context(tournament.public_id), kinds=chosen, pinned=held, clock=clock, at=NOW
    )


def kinds_of(shown: SlideShow) -> list[str]:
    return [slide.kind for slide in shown.slides]


@pytest.mark.django_db
class TestSlides:
    def test_before_the_draw_there_is_a_welcome(self):
        assert kinds_of(show(open_tournament(pairs=3), SlideKind.GROUPS)) == ["welcome"]

    def test_groups_are_spread_over_pages(self):
        tournament = drawn_tournament(pairs=32, groups=8, tables=16)
        pages = show(tournament, SlideKind.GROUPS).slides
        assert [slide.key for slide in pages] == ["groups-1", "groups-2"]
        names = [part.table.group.name for slide in pages for part in slide.content]
        assert names == list("ABCDEFGH")

    def test_every_row_is_shown_beside_a_clock(self):
        tournament = drawn_tournament(pairs=24, groups=1, stages=LEAGUE)
        for clock in (False, True):
            pages = show(tournament, SlideKind.GROUPS, clock=clock).slides
            parts = [part for slide in pages for part in slide.content]
            assert sum(len(part.places) for part in parts) == 24

    def test_tables_in_play_come_with_the_next_encounters_and_the_last_hands(self):
        tournament = drawn_tournament(pairs=8, groups=2)
        for encounter in encounters_of(tournament)[:2]:
            play_hand(encounter)
        slides = show(tournament)
        assert kinds_of(slides) == ["tables", "next", "groups", "hands", "welcome"]
        hands = next(slide.content for slide in slides.slides if slide.kind == "hands")
        assert [hand.number for hand in hands] == [1, 1]
        assert {hand.finisher for hand in hands} <= {
            player.name for entrant in tournament.entrants.all() for player in entrant.players.all()
        }

    @pytest.mark.release
    @pytest.mark.postgres
    def test_newest_hand_of_each_table_is_shown(self):
        tournament = drawn_tournament(pairs=8, groups=2)
        first, second = encounters_of(tournament)[:2]
        for encounter in (first, first, second, first):
            play_hand(encounter)
        hands = show(tournament, SlideKind.HANDS).slides[0].content
        numbers = {hand.listing.encounter: hand.number for hand in hands}
        assert numbers == {first: 3, second: 1}

    @pytest.mark.postgres
    def test_queries_do_not_grow(self):
        counts = []
        for pairs, groups in ((6, 2), (16, 4)):
            tournament = drawn_tournament(pairs=pairs, groups=groups)
            for encounter in encounters_of(tournament)[:groups]:
                play_hand(encounter)
            with CaptureQueriesContext(connection) as queries:
                show(tournament)
            counts.append(len(queries))
        assert counts[0] == counts[1]

    @pytest.mark.release
    def test_group_slides_are_replaced_by_the_bracket_unless_pinned(self):
        tournament = drawn_tournament(pairs=8, groups=2)
        for encounter in encounters_of(tournament):
            if encounter.group_id:
                play_encounter(encounter, points=(30 + encounter.pk % 17, 40))
        assert "groups" not in kinds_of(show(tournament))
        assert "bracket" in kinds_of(show(tournament))
        assert "groups" in kinds_of(show(tournament, held="groups"))

    def test_encounter_that_has_not_begun_is_next(self):
        tournament = drawn_tournament(pairs=8, groups=2, tables=2)
        content = show(tournament, SlideKind.NEXT).slides[0].content
        assert content.upcoming_only
        assert [row.next_encounter.listing.ready for row in content.rows] == [True, True]
        play_hand(encounters_of(tournament)[0])
        content = show(tournament, SlideKind.NEXT).slides[0].content
        assert not content.upcoming_only
        assert [row.current_encounter and row.current_encounter.listing.playing for row in content.rows] == [
            True,
            None,
        ]
        assert not any(row.next_encounter.listing.playing for row in content.rows)

    def test_only_tables_with_a_waiting_encounter_are_next(self):
        tournament = knocked_out("knockout", 8)
        playing = encounters_of(tournament)[0]
        play_hand(playing)
        rows = [row for slide in show(tournament, SlideKind.NEXT).slides for row in slide.content.rows]
        assert all(row.next_encounter for row in rows)
        assert playing.table not in [row.table for row in rows]

    def test_next_encounter_names_the_awaited_entrants(self):
        tournament = knocked_out("double", 16)
        pages = [slide.content for slide in show(tournament, SlideKind.NEXT).slides]
        cells = [
            cell
            for page in pages
            for row in page.rows
            for cell in (row.current_encounter, row.next_encounter)
            if cell
        ]
        waiting = [slot for cell in cells for slot in cell.slots if slot.entrant is None and not slot.vacant]
        assert waiting
        assert all(slot.waits_for for slot in waiting)

    def test_unreached_part_is_left_out(self):
        tournament = knocked_out("double", 8)
        sections = [slide.content for slide in show(tournament, SlideKind.BRACKET).slides]
        assert {section.part for section in sections} == {"main"}

    @pytest.mark.parametrize("pairs", [8, 16])
    def test_every_slide_from_the_last_sixteen_on_leads_to_the_final(self, pairs):
        sections = [slide.content for slide in show(knocked_out("knockout", pairs), SlideKind.BRACKET).slides]
        ends = [section.tie_below or section.rounds[-1].ties[0] for section in sections]
        assert {tie.name.round.ties for tie in ends} == {1}
        assert all(tie.listing.encounter.table for tie in ends)

    def test_second_and_third_are_shown_below_the_champion(self):
        tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
        for encounter in encounters_of(tournament):
            play_encounter(encounter, points=(30 + encounter.pk % 17, 40))
        standings_cache.refresh(stage=first_stage(tournament), at=NOW)
        tournament.refresh_from_db()
        podium = show(tournament, SlideKind.CHAMPION).slides[0].content
        assert podium.champion == tournament.champion
        assert [place for place, _entrant in podium.others] == [2, 3]
        assert podium.champion not in [entrant for _place, entrant in podium.others]

    @pytest.mark.release
    def test_finished_tournament_shows_only_the_ranking(self):
        tournament = drawn_tournament(pairs=12, groups=1, stages=LEAGUE)
        for encounter in encounters_of(tournament):
            play_encounter(encounter, points=(30 + encounter.pk % 17, 40))
        standings_cache.refresh(stage=first_stage(tournament), at=NOW)
        slides = show(tournament, held="hands")
        assert kinds_of(slides) == ["champion", "champion", "groups", "welcome"]
        columns = slides.slides[1].content.columns
        assert [len(column) for column in columns] == [6, 6]
        ranking = [place for column in columns for place, _entrant in column]
        assert ranking == sorted(ranking)
        assert {entrant for column in columns for _place, entrant in column} == set(tournament.entrants.all())

    def test_cancelled_tournament_shows_no_current_play(self):
        tournament = drawn_tournament(pairs=8, groups=2)
        play_hand(encounters_of(tournament)[0])
        cancellation.cancel(tournament=tournament, reason="Salonu su bastı", by=CONSOLE, at=NOW)
        assert kinds_of(show(tournament)) == ["groups", "welcome"]

    def test_tables_of_four(self):
        tournament = singles_tournament(players=16)
        play_hand(encounters_of(tournament)[0], singles_report(30, 0, 20, 10))
        slides = show(tournament)
        assert {"tables", "bracket", "hands"} <= set(kinds_of(slides))
        section = next(slide.content for slide in slides.slides if slide.kind == "bracket")
        assert isinstance(section, Section)
        assert section.of_four

    @pytest.mark.release
    @pytest.mark.parametrize("name", ["knockout", "double", "swiss", "tables", "best_thirds"])
    def test_every_format_begins_with_a_welcome(self, name):
        """`tests.simulation.checks` asserts that each ends with its champion."""
        assert set(kinds_of(show(SimulatedEvening(name, seed=5).tournament))) == {"welcome"}
