from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from tournaments.formats.drawing import Drawee, DrawInputs, DrawKind, Method, Pots, Separation
from tournaments.formats.group_sizes import group_sizes

SEEDS = st.text(alphabet="0123456789ab-", max_size=6)
CLUBS = st.sampled_from(["", "Kadıköy", "Moda", "Beşiktaş", "Üsküdar"])


def drawees_of_clubs(*clubs: str) -> tuple[Drawee, ...]:
    """Return one drawee for each club, e1 with the highest rating; an empty name is no club."""
    return tuple(
        Drawee(id=f"e{number}", name=f"Takım {number}", rating=2000 - number, club=club)
        for number, club in enumerate(clubs, start=1)
    )


def group_inputs(
    drawees: Iterable[Drawee],
    groups: int,
    *,
    method: Method = Method.RANDOM,
    pots: Pots = Pots.NONE,
    apart: Separation = Separation.NOBODY,
    seed: str = "7",
) -> DrawInputs:
    drawees = tuple(drawees)
    return DrawInputs(
        kind=DrawKind.GROUPS,
        drawees=drawees,
        method=method,
        seed=seed,
        sizes=tuple(group_sizes(len(drawees), groups)),
        pots=pots,
        apart=apart,
    )


def order_inputs(
    drawees: Iterable[Drawee],
    *,
    method: Method = Method.RATING,
    apart: Separation = Separation.NOBODY,
    seed: str = "7",
) -> DrawInputs:
    return DrawInputs(kind=DrawKind.ORDER, drawees=tuple(drawees), method=method, seed=seed, apart=apart)


@st.composite
def any_inputs(draw: st.DrawFn) -> DrawInputs:
    number = st.none() | st.integers(-3, 6)
    text = st.text(max_size=4)
    ids = draw(st.lists(st.text(min_size=1, max_size=5), unique=True, max_size=24))
    drawees = tuple(
        Drawee(
            id=drawee_id,
            name=draw(text),
            rating=draw(number),
            club=draw(CLUBS | text),
            seed=draw(number),
            pot=draw(number),
            came_from=draw(st.none() | st.tuples(st.sampled_from(["", "A", "B"]), st.integers(1, 3))),
        )
        for drawee_id in ids
    )
    method, apart, seed = draw(st.sampled_from(Method)), draw(st.sampled_from(Separation)), draw(text)
    if not ids or draw(st.booleans()):
        return order_inputs(drawees, method=method, apart=apart, seed=seed)
    pots = draw(st.sampled_from(Pots))
    groups = draw(st.integers(1, len(ids)))
    return group_inputs(drawees, groups, method=method, pots=pots, apart=apart, seed=seed)
