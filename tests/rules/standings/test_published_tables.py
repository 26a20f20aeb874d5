"""Football tables: matches won represent goals, a draw has no winner."""

from rules.localized_text import Text
from rules.standings.criteria import Basis, Step, by_row
from rules.standings.standings_rows import EncounterRecord, row_of
from rules.standings.tiebreaks import rank_group

POINTS_FOR_A_WIN = 3


def football_match(first, second, goals):
    winner = None if goals[0] == goals[1] else (first if goals[0] > goals[1] else second)
    return EncounterRecord((first, second), winner, goals, (0, 0), (0, 0))


def points(group, tied, among=None):
    points = dict.fromkeys(tied, 0)
    for entrant in tied:
        for record in group.records[entrant]:
            if among is None or among.issuperset(record.sides):
                points[entrant] += {entrant: POINTS_FOR_A_WIN, None: 1}.get(record.winner, 0)
    return points


def among_tied(figure):
    def values(group, tied):
        among = {
            entrant: [record for record in group.records[entrant] if set(tied).issuperset(record.sides)]
            for entrant in tied
        }
        return {entrant: figure(row_of(entrant, among[entrant])) for entrant in tied}

    return values


def step(name, value, *, met=False):
    return Step(
        name, Text(name, name), Text(name, name), Text(name, f"by {name}"), "", value, Basis.SCORES, met
    )


POINTS = step("points", points)
DIFFERENCE = step("goal difference", by_row(lambda row: row.match_difference))
GOALS = step("goals", by_row(lambda row: row.matches_won))
POINTS_AMONG = step("points among them", lambda group, tied: points(group, tied, set(tied)), met=True)
DIFFERENCE_AMONG = step("difference among them", among_tied(lambda row: row.match_difference), met=True)
GOALS_AMONG = step("goals among them", among_tied(lambda row: row.matches_won), met=True)

WORLD_CUP_1994_E = [
    football_match("Italy", "Ireland", (0, 1)),
    football_match("Norway", "Mexico", (1, 0)),
    football_match("Italy", "Norway", (1, 0)),
    football_match("Mexico", "Ireland", (2, 1)),
    football_match("Italy", "Mexico", (1, 1)),
    football_match("Ireland", "Norway", (0, 0)),
]
FIFA_1994 = [POINTS, DIFFERENCE, GOALS, POINTS_AMONG]

EURO_2004_C = [
    football_match("Denmark", "Italy", (0, 0)),
    football_match("Sweden", "Bulgaria", (5, 0)),
    football_match("Bulgaria", "Denmark", (0, 2)),
    football_match("Italy", "Sweden", (1, 1)),
    football_match("Italy", "Bulgaria", (2, 1)),
    football_match("Denmark", "Sweden", (2, 2)),
]
UEFA_2004 = [POINTS, POINTS_AMONG, DIFFERENCE_AMONG, GOALS_AMONG, DIFFERENCE, GOALS]


def table(results, steps):
    entrants = sorted({side for record in results for side in record.sides})
    ranked = rank_group(entrants, results, None, steps)
    return [(place.rank, place.entrant, place.reason.step if place.reason else None) for place in ranked]


def test_world_cup_1994_group_e_all_four_level_on_points_and_difference():
    assert table(WORLD_CUP_1994_E, [POINTS, DIFFERENCE]) == [
        (1, name, None) for name in ("Ireland", "Italy", "Mexico", "Norway")
    ]
    assert table(WORLD_CUP_1994_E, FIFA_1994) == [
        (1, "Mexico", "goals"),
        (2, "Ireland", "points among them"),
        (3, "Italy", "goals"),
        (4, "Norway", None),
    ]


def test_ireland_against_italy_decides_only_between_these_two():
    # Among all four everybody has four points: before goals it separates nobody.
    assert table(WORLD_CUP_1994_E, [POINTS, POINTS_AMONG]) == [
        (1, name, None) for name in ("Ireland", "Italy", "Mexico", "Norway")
    ]
    assert [name for _, name, _ in table(WORLD_CUP_1994_E, [POINTS_AMONG, GOALS])] == [
        "Mexico",
        "Ireland",
        "Italy",
        "Norway",
    ]


def test_euro_2004_group_c_three_level_with_drawn_encounters():
    assert table(EURO_2004_C, UEFA_2004) == [
        (1, "Sweden", "goals among them"),
        (2, "Denmark", "goals among them"),
        (3, "Italy", "points"),
        (4, "Bulgaria", None),
    ]


def test_goals_against_bulgaria_count_only_overall():
    # Overall Italy scored three, Denmark four and Sweden eight; the difference has the same order.
    overall = [POINTS, POINTS_AMONG, DIFFERENCE_AMONG, DIFFERENCE]
    assert table(EURO_2004_C, overall)[:2] == [
        (1, "Sweden", "goal difference"),
        (2, "Denmark", "goal difference"),
    ]
    beaten = [
        football_match("Italy", "Bulgaria", (9, 1)) if record.sides == ("Italy", "Bulgaria") else record
        for record in EURO_2004_C
    ]
    assert [name for _, name, _ in table(beaten, UEFA_2004)] == ["Sweden", "Denmark", "Italy", "Bulgaria"]
    assert [name for _, name, _ in table(beaten, overall)] == ["Italy", "Sweden", "Denmark", "Bulgaria"]
