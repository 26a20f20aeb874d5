from itertools import pairwise

from scoring.public.queries.totals_chart import BOTTOM, LABEL_GAP, LEFT, RIGHT, TOP, Chart, draw_chart


def chart_of(*totals, hands=11) -> Chart:
    courses = {
        letter: list(course) for letter, course in zip("ABCD", zip(*totals, strict=True), strict=False)
    }
    chart = draw_chart(courses, hands)
    assert chart is not None
    return chart


def test_one_hand_has_no_chart():
    assert draw_chart({}, 11) is None
    assert draw_chart({"A": [-101], "B": [70]}, 11) is None


def test_curves_begin_at_zero_and_end_with_the_last_hand():
    a, b = chart_of((-101, 70), (-202, 140), (-303, 210), hands=3).curves
    assert (a.points[0].x, b.points[0].x) == (LEFT, LEFT)
    assert a.points[0].y == b.points[0].y
    assert a.points[-1].x == RIGHT
    assert (a.letter, a.total, b.letter, b.total) == ("A", -303, "B", 210)


def test_more_points_are_higher():
    a, b = chart_of((100, 50), (400, 60)).curves
    assert a.points[-1].y < b.points[-1].y


def test_everything_is_inside_the_frame():
    for totals in ([(0, 0), (0, 0)], [(-8000, 9000), (-12345, 20000)], [(5, -5, 9, 0), (-5, 5, 900, 70)]):
        chart = chart_of(*totals)
        assert all(TOP <= point.y <= BOTTOM for course in chart.curves for point in course.points)
        assert 2 <= len(chart.levels) <= 8


def test_final_figures_never_overlap():
    for last in ((200, 200), (200, 200, 201, 199), (0, 900, 5, 895), (7, 6, 5, 4)):
        labels = sorted(course.label for course in chart_of((0,) * len(last), last).curves)
        assert all(below - above >= LABEL_GAP - 0.1 for above, below in pairwise(labels))


def test_final_figures_are_at_the_end_of_their_curves_if_there_is_room():
    courses = chart_of((0, 0, 0), (0, 500, 1000)).curves
    assert [course.label for course in courses] == [course.points[-1].y for course in courses]


def test_higher_figure_stays_above():
    first, second, third = chart_of((0, 0, 0), (201, 202, 200)).curves
    assert second.label < first.label < third.label


def test_extra_hands_lengthen_the_scale():
    chart = chart_of(*((number, -number) for number in range(1, 14)))
    assert chart.curves[0].points[-1].x == RIGHT
    assert chart.hands[-1][1] == 13


def test_countdown_chart_shows_points_left_and_the_highest_leads():
    chart = draw_chart({"A": [0, 3], "B": [2, 18]}, None, 20)
    assert chart
    assert [course.total for course in chart.curves] == [17, 2]
    assert (chart.leading_curve, chart.points_lead) == (chart.curves[0], 15)
    assert [level.value for level in chart.levels][::3] == [0, 15]


def test_nothing_is_drawn_below_no_points_left():
    chart = draw_chart({"A": [2, 2], "B": [0, 25]}, None, 20)
    assert chart is not None
    assert min(level.value for level in chart.levels) == 0
    assert chart.curves[1].points[-1].y == BOTTOM
