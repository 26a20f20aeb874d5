from scoring.domain.queries.chart import BOTTOM, LABEL_GAP, LEFT, RIGHT, TOP, draw_chart


def test_one_hand_is_no_course():
    assert draw_chart([], 11) is None
    assert draw_chart([(-101, 70)], 11) is None


def test_courses_begin_at_nothing_and_end_with_the_last_hand():
    chart = draw_chart([(-101, 70), (-202, 140), (-303, 210)], 3)
    assert chart is not None
    assert (chart.a[0].x, chart.b[0].x) == (LEFT, LEFT)
    assert chart.a[0].y == chart.b[0].y
    assert chart.a[-1].x == RIGHT


def test_more_points_stand_higher():
    chart = draw_chart([(100, 50), (400, 60)], 11)
    assert chart is not None
    assert chart.a[-1].y < chart.b[-1].y


def test_everything_stays_inside_the_frame():
    for totals in ([(0, 0), (0, 0)], [(-8000, 9000), (-12345, 20000)], [(5, -5), (-5, 5)]):
        chart = draw_chart(totals, 11)
        assert chart is not None
        assert all(TOP <= point.y <= BOTTOM for point in (*chart.a, *chart.b))
        assert 2 <= len(chart.levels) <= 8


def test_final_figures_never_cover_each_other():
    chart = draw_chart([(100, 100), (200, 200)], 11)
    assert chart is not None
    assert abs(chart.label_a - chart.label_b) >= LABEL_GAP


def test_extra_hands_lengthen_the_scale():
    chart = draw_chart([(number, -number) for number in range(1, 14)], 11)
    assert chart is not None
    assert chart.a[-1].x == RIGHT
    assert chart.hands[-1][1] == 13
