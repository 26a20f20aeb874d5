import pytest
from django.utils import translation

from rules.games.okey101.game import OKEY_101
from scoring.queries.round_names import RoundName
from scoring.statistics.average_chart import ChartPoint, draw_average_chart
from scoring.statistics.counted_hands import CountedHand
from scoring.statistics.key_figures import Figures, Share
from scoring.statistics.side_results import StageProgress, StageResults
from scoring.statistics.statistics_labels import (
    entrant_progress_label,
    finish_name,
    format_average,
    format_percent,
    infraction_name,
    share_bar,
)
from tournaments.enums import EntrantKind, Part, StageKind
from tournaments.models import Group, GroupPlace, Stage
from tournaments.naming.names import without_turkish_letters


@pytest.mark.parametrize(
    ("figure", "turkish", "english"),
    [
        (None, "", ""),
        (0.0, "0,0", "0.0"),
        (-0.04, "0,0", "0.0"),
        (0.05, "+0,1", "+0.1"),
        (-101.25, "−101,3", "−101.3"),
        (1203.44, "+1.203,4", "+1,203.4"),
    ],
)
def test_average_has_its_sign_and_one_decimal(figure, turkish, english):
    for language, expected in (("tr", turkish), ("en", english)):
        with translation.override(language):
            assert format_average(figure) == expected


@pytest.mark.parametrize(
    ("share", "turkish", "english"),
    [
        (Share(0, 0), "", ""),
        (Share(0, 3), "%0", "0%"),
        (Share(1, 8), "%13", "13%"),
        (Share(3, 3), "%100", "100%"),
    ],
)
def test_share_is_a_whole_percentage(share, turkish, english):
    for language, expected in (("tr", turkish), ("en", english)):
        with translation.override(language):
            assert format_percent(share) == expected


def test_finish_has_the_name_of_the_rules():
    with translation.override("tr"):
        assert [finish_name(kind) for kind in ("plain", "okey", "direct+okey")] == [
            "Düz bitiş",
            "Okeyle bitiş",
            "Elden bitiş + okeyle bitiş",
        ]
        assert finish_name("pairs") == "Çiftten bitiş"


def test_infraction_has_the_name_of_the_rules():
    with translation.override("tr"):
        assert infraction_name("opening_taken_back") == "Geri toplama"
        assert infraction_name("joker_exchanged") == "Joker kaptırma"
    assert infraction_name("of_another_game") == "of_another_game"


def test_bar_lists_its_figures_and_fills_its_width():
    with translation.override("en"):
        bar = share_bar(
            "Openings", Figures(OKEY_101, opened_with_series=6, opened_with_pairs=2, not_opened=0).openings
        )
    assert 'aria-label="Openings: With series 6 (75%), With pairs 2 (25%), Not opened 0 (0%)"' in bar
    assert 'class="of-series" x="0.0" width="223.5"' in bar
    assert 'class="of-pairs" x="225.5" width="74.5"' in bar
    assert "of-none" not in bar


class TestReachedLabels:
    stage = Stage(kind=StageKind.KNOCKOUT, name="Eleme")
    final = RoundName(StageKind.KNOCKOUT.value, Part.MAIN.value, 3, 3, 1)
    place = GroupPlace(group=Group(name="B"))

    def reached_label(self, stage: StageResults) -> str:
        with translation.override("en"):
            return entrant_progress_label(stage)

    @pytest.mark.parametrize(
        ("how", "label"),
        [
            (StageProgress.WON, "Final: won"),
            (StageProgress.LOST, "Final: lost"),
            (StageProgress.PLAYS, "Final: to be played"),
            (StageProgress.PLACED, "Final: place 2"),
        ],
    )
    def test_round_label(self, how, label):
        assert self.reached_label(StageResults(self.stage, how, [], rank=2, round=self.final)) == label

    @pytest.mark.parametrize(
        ("how", "label", "alone"),
        [
            (StageProgress.RANK, "number 2 in group B (4 pairs)", "place 2 (4 pairs)"),
            (StageProgress.STANDS, "for now number 2 in group B (4 pairs)", "for now place 2 (4 pairs)"),
            (StageProgress.IN_GROUP, "in group B, no hand yet", "drawn, no hand yet"),
        ],
    )
    def test_group_place_label(self, how, label, alone):
        nameless = GroupPlace(group=Group(name=""))
        league = StageResults(self.stage, how, [], rank=2, group_size=4, group=self.place, only_group=True)
        assert self.reached_label(league) == alone
        assert (
            self.reached_label(StageResults(self.stage, how, [], rank=2, group_size=4, group=self.place))
            == label
        )
        assert (
            self.reached_label(StageResults(self.stage, how, [], rank=2, group_size=4, group=nameless))
            == alone
        )

    def test_singles_count_players(self):
        stage = StageResults(self.stage, StageProgress.RANK, [], 2, 4, self.place, kind=EntrantKind.SINGLES)
        assert self.reached_label(stage) == "number 2 in group B (4 players)"


class TestAverageChart:
    def hands(self, *matches: int) -> list[CountedHand]:
        return [CountedHand(1, match, OKEY_101, {}) for match in matches]

    def test_average_covers_all_hands_so_far(self):
        own_points = iter([10, 20, 60])
        course = draw_average_chart(self.hands(1, 1, 2), lambda _hand: next(own_points), lambda _hand: 0)
        assert course
        assert list(course.chart_points) == [ChartPoint(1, 2, 15, 0), ChartPoint(2, 3, 30, 0)]
        assert (course.best.match, course.last.own) == (1, 30)

    def test_one_match_has_no_chart(self):
        assert draw_average_chart(self.hands(1, 1), lambda _hand: 1, lambda _hand: 1) is None

    @pytest.mark.parametrize("figure", [0, 5, -404, 100_000])
    def test_constant_average_is_drawn(self, figure):
        course = draw_average_chart(self.hands(*range(1, 100)), lambda _hand: figure, lambda _hand: figure)
        assert course
        assert all(14 <= y <= 196 for _x, y in (*course.own, *course.opponents_curve))
        assert not course.dotted
        assert len(course.numbers) <= 16

    def test_every_point_is_inside(self):
        figures = iter(range(-900, 900, 20))
        course = draw_average_chart(self.hands(*range(1, 60)), lambda _hand: next(figures), lambda _hand: -3)
        assert course
        assert all(14 <= y <= 196 for _x, y in (*course.own, *course.opponents_curve))
        assert 2 <= len(course.levels) <= 8


def test_names_are_found_without_a_turkish_keyboard():
    assert without_turkish_letters("  IŞIK  Çağrı İNCİ ") == "isik cagri inci"
