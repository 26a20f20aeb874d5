from __future__ import annotations

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "screen/slides"


def slide(kind: str, page: int = 1, until: str | None = None) -> dict[str, str | None]:
    return {"id": f"slide-{kind}-{page}", "kind": kind, "until": until}


T1, T2, H1 = slide("tables"), slide("tables", 2), slide("hands")
ENDED, ENDS = slide("notice", 1, "10"), slide("notice", 2, "20")
NOW = 15_000


def test_slides_in_rotation(modules: Modules) -> None:
    def asked(*slides: object, holds: str = "", called: str = "") -> list[object]:
        return [list(slides), {"now": NOW, "holds": holds, "called": called}]

    modules.check_cases(
        MODULE,
        "slidesInRotation",
        {
            "all": (asked(T1, T2, H1), [T1, T2, H1]),
            "but notices that ended": (asked(T1, ENDED, ENDS), [T1, ENDS]),
            "one that ends this moment has ended": (asked(T1, slide("notice", 3, "15")), [T1]),
            "a kind that is held": (asked(T1, T2, H1, holds="1", called="tables"), [T1, T2]),
            "called, not held": (asked(T1, H1, called="hands"), [T1, H1]),
            "held, but there is none": (asked(T1, H1, holds="1", called="groups"), [T1, H1]),
            "held, but it ended": (asked(T1, ENDED, holds="1", called="notice"), [T1]),
            "never nothing": (asked(ENDED), [ENDED]),
            "nothing there": (asked(), []),
        },
    )


def test_steps_wrap_around(modules: Modules) -> None:
    going = [T1, T2, H1]
    modules.check_cases(
        MODULE,
        "slideAfterSteps",
        {
            "on": ([going, T1["id"], 1], T2),
            "on from the last": ([going, H1["id"], 1], T1),
            "back from the first": ([going, T1["id"], -1], H1),
            "from nowhere": ([going, "slide-groups-1", 1], T1),
            "from nothing": ([going, None, -1], T1),
            "the only one": ([[T1], T1["id"], 1], T1),
        },
    )


def test_missing_slide_is_replaced_by_its_neighbour(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "sameOrNearest",
        {
            "it is there": ([[T1, T2, H1], H1["id"]], H1),
            "one page less": ([[T1, T2, H1], "slide-tables-3"], T2),
            "its kind is gone": ([[T1, H1], "slide-groups-1"], T1),
            "there was none": ([[T1, H1], None], T1),
        },
    )
