from __future__ import annotations

import pytest

from tests.static.conftest import Modules
from tests.static.hand_builders import SINGLES, hand

pytestmark = pytest.mark.browser

MODULE = "table/questions"
DECK, ALL_PAIRS = "deck_exhausted", "all_opened_pairs"
AFTER_A1 = ["B1", "A2", "B2"]


def test_asked_seats_begin_after_the_finisher(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "askedSeats",
        {
            "nobody finished yet": ([hand()], []),
            "the first": ([hand("A1")], AFTER_A1),
            "the second": ([hand("B1")], ["A2", "B2", "A1"]),
            "the last": ([hand("B2")], ["A1", "B1", "A2"]),
            "his partner is spared": ([hand("A1", spares_partner=True)], ["B1", "B2"]),
            "the other's partner is spared": ([hand("B2", spares_partner=True)], ["A1", "A2"]),
            "nobody is anybody's partner": (
                [hand("B1", seats=SINGLES, spares_partner=True)],
                ["C1", "D1", "A1"],
            ),
            "the deck ran out": ([hand(DECK)], ["A1", "B1", "A2", "B2"]),
            "the deck ran out, partners spared": (
                [hand(DECK, spares_partner=True)],
                ["A1", "B1", "A2", "B2"],
            ),
            "all opened pairs": ([hand(ALL_PAIRS)], []),
            "directly": ([hand("A1", finish="direct")], []),
            "directly with an okey": ([hand("A1", finish="direct_okey")], []),
            "directly, okeys on racks count": (
                [hand("A1", finish="direct", asks_unopened=True)],
                AFTER_A1,
            ),
            "an end that there isn't": ([hand("Z9")], []),
        },
    )


def test_seats_asked_for_their_opening(modules: Modules) -> None:
    def sheet(seat: str, *asked: object, **more: object) -> list[object]:
        return [hand(*asked, **more), seat]  # type: ignore[arg-type]

    modules.check_cases(
        MODULE,
        "asksOpening",
        {
            "before an end": (sheet("A1"), False),
            "the finisher": (sheet("A1", "A1"), True),
            "an opponent": (sheet("B1", "A1"), True),
            "a spared partner": (sheet("A2", "A1", spares_partner=True), False),
            "a spared partner whose sheet was opened": (
                sheet("A2", "A1", spares_partner=True, visited={"A2": True}),
                True,
            ),
            "the finisher of a direct one": (sheet("A1", "A1", finish="direct"), True),
            "an opponent of a direct one": (sheet("B1", "A1", finish="direct"), False),
            "one who was visited before a direct one": (
                sheet("B1", "A1", finish="direct", visited={"B1": True}),
                False,
            ),
            "anybody without a deck": (sheet("B2", DECK), True),
            "nobody where all opened pairs": (sheet("A1", ALL_PAIRS), False),
        },
    )


def test_seats_asked_for_their_rack(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "asksRack",
        {
            "opened with series": ([hand("A1", "ss--"), "B1"], True),
            "opened with pairs": ([hand("A1", "sp--"), "B1"], True),
            "did not open": ([hand("A1", "sn--"), "B1"], False),
            "no answer yet": ([hand("A1", "s---"), "B1"], False),
            "finished": ([hand("A1", "ss--"), "A1"], False),
            "finished directly": ([hand("A1", "ss--", finish="direct"), "B1"], False),
            "the deck ran out": ([hand(DECK, "ssss"), "A1"], True),
            "no end": ([hand("", "ssss"), "A1"], False),
        },
    )


def test_unopened_seats_are_asked_for_okeys_if_charged(modules: Modules) -> None:
    def asks(*answers: object, **more: object) -> dict[str, object]:
        return hand(*answers, asks_unopened=True, **more)  # type: ignore[arg-type]

    modules.check_cases(
        MODULE,
        "asksOkeysOnly",
        {
            "not under other rules": ([hand("A1", "sn--"), "B1"], False),
            "he did not open": ([asks("A1", "sn--"), "B1"], True),
            "he opened": ([asks("A1", "ss--"), "B1"], False),
            "no answer yet": ([asks("A1", "s---"), "B1"], False),
            "the finisher never": ([asks("A1", "n---"), "A1"], False),
            "before an end": ([asks("", "nnnn"), "B1"], False),
            "after a direct finish everybody": ([asks("A1", finish="direct"), "B1"], True),
            "but a spared partner": ([asks("A1", finish="direct", spares_partner=True), "A2"], False),
            "unless his sheet was opened": (
                [asks("A1", finish="direct", spares_partner=True, visited={"A2": True}), "A2"],
                True,
            ),
            "the deck ran out": ([asks(DECK, "nnnn"), "A1"], True),
        },
    )


def test_indicator_is_asked_if_it_counts(modules: Modules) -> None:
    tiles = {"B1": ["r7"]}
    modules.check_cases(
        MODULE,
        "needsIndicator",
        {
            "points alone": ([hand("A1", "ss--", okeys={"B1": 1})], False),
            "an okey that counts its number": (
                [hand("A1", "ss--", okeys={"B1": 1}, asks_indicator=True)],
                True,
            ),
            "no okey": ([hand("A1", "ss--", asks_indicator=True)], False),
            "tiles": ([hand("A1", "ss--", tiles=tiles)], True),
            "tiles of who did not open": ([hand("A1", "sn--", tiles=tiles)], False),
        },
    )


def test_rack_fields_show_before_the_opening_is_known(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "asksAnyOfRack",
        {
            "no answer yet": ([hand("A1", "s---"), "B1"], True),
            "opened": ([hand("A1", "ss--"), "B1"], True),
            "did not open": ([hand("A1", "sn--"), "B1"], False),
            "did not open, okeys cost": ([hand("A1", "sn--", asks_unopened=True), "B1"], True),
            "the finisher": ([hand("A1", "s---"), "A1"], False),
            "no end": ([hand(), "B1"], False),
        },
    )


def test_answered_sheets(modules: Modules) -> None:
    visited = {"B1": True}
    modules.check_cases(
        MODULE,
        "isAnswered",
        {
            "nothing": ([hand("A1", "s---"), "B1"], False),
            "not opened": ([hand("A1", "sn--"), "B1"], True),
            "opened, no figure": ([hand("A1", "ss--"), "B1"], False),
            "opened, blanks": ([hand("A1", "ss--", points={"B1": "  "}), "B1"], False),
            "opened, a figure": ([hand("A1", "ss--", points={"B1": "0"}), "B1"], True),
            "a figure, but not how": ([hand("A1", "s---", points={"B1": "12"}), "B1"], False),
            "not opened, okeys cost": ([hand("A1", "sn--", asks_unopened=True), "B1"], True),
            "a direct finish, sheet not seen": (
                [hand("A1", finish="direct", asks_unopened=True), "B1"],
                False,
            ),
            "a direct finish, sheet seen": (
                [hand("A1", finish="direct", asks_unopened=True, seen=visited), "B1"],
                True,
            ),
        },
    )


def test_order_of_steps(modules: Modules) -> None:
    half = hand("A1", "sn--")
    modules.check_cases(
        MODULE,
        "nextStep",
        {
            "the first of three": ([hand("A1", "s---"), "end"], "B1"),
            "past an answered sheet": ([half, "end"], "A2"),
            "on from a sheet": ([half, "A2"], "B2"),
            "back to the sheet passed over": ([hand("A1", "s--n"), "A2"], "B1"),
            "the last goes to the whole hand": ([hand("A1", "snn-"), "B2"], "review"),
            "everything is answered": ([hand("A1", "snnn"), "end"], "review"),
            "a spared partner is not asked": ([hand("A1", "sn--", spares_partner=True), "B1"], "B2"),
            "a direct finish asks nobody": ([hand("A1", finish="direct"), "end"], "review"),
            "all opened pairs ask nobody": ([hand(ALL_PAIRS), "end"], "review"),
            "nobody finished": ([hand(), "end"], "review"),
            "the deck ran out": ([hand(DECK), "end"], "A1"),
            "from how it was finished": ([half, "finish"], "A2"),
            "four players": ([hand("C1", "----", seats=SINGLES), "end"], "D1"),
        },
    )


def test_sections_of_each_step(modules: Modules) -> None:
    def sections(step: str, **hand_fields: object) -> list[str]:
        named = {name: [hand(**hand_fields), step, name] for name in ("end", "finish", "A1", "B1", "review")}  # type: ignore[arg-type]
        return [name for name, is_open in modules.answers(MODULE, "isSectionOpen", named).items() if is_open]

    assert sections("end") == ["end"]
    assert sections("end", end="A1") == ["end"]
    assert sections("B1", end="A1") == ["finish", "B1"]
    assert sections("finish", end="A1") == ["finish", "A1"]
    assert sections("A1", end=DECK) == ["finish", "A1"]
    assert sections("review", end="A1") == ["review"]


def test_choices_that_answer_their_step(modules: Modules) -> None:
    costs = hand("A1", asks_unopened=True)
    modules.check_cases(
        MODULE,
        "answersStep",
        {
            "who finished": ([hand(), "end", "end", "A1"], True),
            "who finished, where all is asked on one page": (
                [hand(openings="", seats=()), "review", "end", "A1"],
                False,
            ),
            "not opened": ([hand("A1"), "B1", "B1-opening", "none"], True),
            "not opened, but okeys cost": ([costs, "B1", "B1-opening", "none"], False),
            "opened": ([hand("A1"), "B1", "B1-opening", "series"], False),
            "on another sheet": ([hand("A1"), "B1", "A1-opening", "none"], False),
            "how it was finished": ([hand("A1"), "B1", "finish", "okey"], False),
        },
    )
    modules.check_cases(
        MODULE,
        "continuesByEnter",
        {
            "nobody finished": ([hand(), "end"], False),
            "somebody finished": ([hand("A1"), "end"], True),
            "an unanswered sheet": ([hand("A1"), "B1"], False),
            "an answered sheet": ([hand("A1", "sn--"), "B1"], True),
            "a sheet that is not asked": ([hand("A1", spares_partner=True), "A2"], True),
            "the whole hand is saved, not passed": ([hand("A1", "snnn"), "review"], False),
            "how it was finished": ([hand("A1"), "finish"], True),
        },
    )
    modules.check_cases(
        MODULE,
        "canContinue",
        {
            "asked and unanswered": ([hand("A1"), "B1"], False),
            "asked and answered": ([hand("A1", "sn--"), "B1"], True),
            "not asked": ([hand("A1"), "A1"], True),
            "no sheet": ([hand("A1"), None], True),
        },
    )


def test_partners_sit_opposite_each_other(modules: Modules) -> None:
    cases = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}
    modules.check_cases(MODULE, "partnerOf", {seat: ([seat], other) for seat, other in cases.items()})
