from __future__ import annotations

from typing import Any

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "table/queue"
SECOND = 1_000


def waiting_hand(key: str, order: int = 0, **more: Any) -> dict[str, Any]:
    place = more.pop("place", {})
    fields = [["end", "A1"], *([name, value] for name, value in place.items())]
    return {
        "key": key,
        "order": order,
        "table": "t",
        "encounter": "e",
        "state": "waiting",
        "fields": fields,
    } | more


A, B, C = waiting_hand("a", 1), waiting_hand("b", 2), waiting_hand("c", 3)


def keys(hands: list[dict[str, Any]]) -> str:
    return "".join(hand["key"] for hand in hands)


def test_hands_are_in_order_of_entry(modules: Modules) -> None:
    fixed = waiting_hand("b", 2, lines=["fixed"])
    cases = {
        "nothing": ([], {}, ""),
        "the database's own order": ([C, A, B], {}, "abc"),
        "one that could not be written": ([A, C], {"b": B}, "abc"),
        "all of them": ([], {"c": C, "a": A}, "ac"),
    }
    answers = modules.answers(
        MODULE, "mergeRows", {name: [rows, page_rows] for name, (rows, page_rows, _) in cases.items()}
    )
    assert {name: keys(hands) for name, hands in answers.items()} == {
        name: row[2] for name, row in cases.items()
    }
    assert modules.answer(MODULE, "mergeRows", [A, B], {"b": fixed}) == [A, fixed]


def test_new_hand_is_last_regardless_of_the_phones_clock(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "orderOf",
        {
            "the first": ([[], "n", 5 * SECOND], 5 * SECOND),
            "a later one": ([[A, B], "n", 5 * SECOND], 5 * SECOND),
            "the clock was set back": ([[waiting_hand("a", 9 * SECOND)], "n", SECOND], 9 * SECOND + 1),
            "two at once": ([[waiting_hand("a", SECOND)], "n", SECOND], SECOND + 1),
            "put again it keeps its place": ([[A, B, C], "b", 5 * SECOND], 2),
        },
    )


def test_sendable_hands(modules: Modules) -> None:
    refused, other_table = waiting_hand("a", 1, state="refused"), waiting_hand("x", 4, table="u")
    cases = {
        "nothing": ([], ""),
        "the first": ([A, B, C], "a"),
        "a refused one holds back what follows": ([refused, B, C], ""),
        "but not another table's": ([refused, B, other_table], "x"),
        "one of each table": ([A, B, other_table, waiting_hand("y", 5, table="u")], "ax"),
        "one that is refused later holds back nothing": ([A, waiting_hand("b", 2, state="refused")], "a"),
    }
    answers = modules.answers(MODULE, "sendableHands", {name: [hands] for name, (hands, _) in cases.items()})
    assert {name: keys(hands) for name, hands in answers.items()} == {
        name: row[1] for name, row in cases.items()
    }


def test_refusals_the_keeper_can_fix(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "isFixable",
        {
            "what can't be": ([waiting_hand("a", state="refused", code="hand_refused")], True),
            "what no page fixes": ([waiting_hand("a", state="refused", code="seating_changed")], False),
            "what waits again": ([waiting_hand("a", code="hand_refused")], False),
        },
    )


def test_hands_after_a_removed_one(modules: Modules) -> None:
    first = waiting_hand("a", 1, place={"after": "", "match": "2", "deal": "7"})
    second = waiting_hand("b", 2, place={"after": "a", "match": "", "deal": ""})
    third = waiting_hand("c", 3, place={"after": "b", "match": "", "deal": ""})

    def places(*gone: tuple[dict[str, Any], str]) -> dict[str, dict[str, str]]:
        left = [modules.answer(MODULE, "createTombstone", hand, stored_key, 5) for hand, stored_key in gone]
        still = [
            hand
            for hand in (third, second, first)
            if hand["key"] not in [tombstone["key"] for tombstone in left]
        ]
        return {
            row["key"]: dict(row["fields"]) for row in modules.answer(MODULE, "waitingHands", left + still)
        }

    as_entered = {hand["key"]: dict(hand["fields"]) for hand in (first, second, third)}
    its_place = {"end": "A1", "after": "", "match": "2", "deal": "7"}
    after_z = {"end": "A1", "after": "z", "match": "", "deal": ""}
    assert places() == as_entered
    assert places((first, "")) == {"b": its_place, "c": as_entered["c"]}
    assert places((first, "z")) == {"b": after_z, "c": as_entered["c"]}
    assert places((second, "")) == {"a": as_entered["a"], "c": as_entered["b"]}
    assert places((first, ""), (second, "")) == {"c": its_place}
    assert places((first, "b"), (second, "a"))["c"]["match"] == ""


def test_tombstones_are_dropped_after_a_day(modules: Modules) -> None:
    a_day = 24 * 3600 * SECOND
    left = [modules.answer(MODULE, "createTombstone", hand, "z", at) for hand, at in ((A, 5), (B, 6))]
    assert keys(modules.answer(MODULE, "expiredTombstones", [*left, C], a_day + 6)) == "a"


def test_hands_unknown_to_a_page(modules: Modules) -> None:
    other = waiting_hand("o", 2, encounter="f")
    cases: dict[str, tuple[list[Any], str]] = {
        "it knows of none": ([[A, B], "e", ""], "ab"),
        "of the first": ([[A, B, C], "e", "a"], "bc"),
        "of the last": ([[A, B], "e", "b"], ""),
        "of one that is stored": ([[A, B], "e", "z"], "ab"),
        "another encounter": ([[A, other, B], "e", "a"], "b"),
        "nothing waits": ([[], "e", "a"], ""),
    }
    answers = modules.answers(
        MODULE, "handsUnknownTo", {name: arguments for name, (arguments, _) in cases.items()}
    )
    assert {name: keys(hands) for name, hands in answers.items()} == {
        name: row[1] for name, row in cases.items()
    }


def test_request_body_of_a_hand(modules: Modules) -> None:
    def sent(*fields: tuple[str, str]) -> list[Any]:
        return [{"fields": [list(field) for field in fields]}]

    modules.check_cases(
        MODULE,
        "requestBody",
        {
            "nothing": (sent(), ""),
            "fields in their order": (sent(("end", "A1"), ("after", "")), "end=A1&after="),
            "the same name twice": (sent(("accepted", "x"), ("accepted", "y")), "accepted=x&accepted=y"),
            "what an address may not hold": (
                sent(("reason", "çift & 100 %=+\n")),
                "reason=%C3%A7ift%20%26%20100%20%25%3D%2B%0A",
            ),
        },
    )


def test_unanswered_requests_are_retried_with_growing_pauses(modules: Modules) -> None:
    seconds = {1: 1, 2: 2, 3: 4, 4: 8, 5: 15, 6: 15, 500: 15, 0: 1}
    modules.check_cases(
        MODULE,
        "retryDelay",
        {f"{failures} failures": ([failures], pause * SECOND) for failures, pause in seconds.items()},
    )


def test_lists_are_never_mutated(modules: Modules) -> None:
    script = """({inOrder, createTombstone, waitingHands, withoutKey}, [first, second]) => {
        const hands = [second, createTombstone(first, "z", 5)]
        const before = JSON.stringify(hands)
        inOrder(hands)
        withoutKey(hands, "a")
        waitingHands(hands)
        return JSON.stringify(hands) === before
    }"""
    assert modules.run(MODULE, script, [A, waiting_hand("b", 2, place={"after": "a"})])
