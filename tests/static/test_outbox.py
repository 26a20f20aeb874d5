from __future__ import annotations

from typing import Any

import pytest

from tests.static.conftest import HOUSE, Modules

pytestmark = pytest.mark.browser

MODULE = "table/outbox"

BEFORE = """
    const hand = (key, more = {}) => ({
        key, table: "t", encounter: "e", address: "/send/", page: "/", title: key, lines: [],
        fields: [["end", "A1"], ["after", ""], ["match", "1"], ["deal", key]], ...more,
    })
    const sent = []
    const answers = []
    window.fetch = async (address, {body}) => {
        sent.push(new URLSearchParams(body).get("deal"))
        const answer = answers.length ? answers.shift() : "stored"
        if (answer === "lost") throw new TypeError("lost")
        if (answer === "gone") return new Response("", {status: 404, headers: {"X-Istaka": "1"}})
        if (answer === "broken") return new Response("", {status: 500})
        const same = answer === "same"
        const payload = {state: same ? "stored" : answer, code: "deal_skipped", reasons: ["No."], stored: ""}
        if (same) payload.stored = "theirs"
        return new Response(JSON.stringify(payload), {status: payload.state === "stored" ? 200 : 409})
    }
    const events = []
    for (const name of ["stored", "refused", "gone", "held"])
        document.addEventListener(`outbox:${name}`, ({detail}) => events.push(`${name} ${detail.key}`))
    const waits = () => outbox.handsOf("t").map(one => `${one.key} ${one.state}`)
    const rows = () => new Promise(answer => {
        const asked = indexedDB.open("istaka", 1)
        asked.onsuccess = () => {
            const all = asked.result.transaction("hands").objectStore("hands").getAll()
            all.onsuccess = () => {
                asked.result.close()
                answer(all.result.filter(one => !one.left).map(one => one.key))
            }
        }
    })
"""


@pytest.fixture
def outbox(fresh_modules: Modules) -> Modules:
    fresh_modules.page.evaluate(
        "new Promise(done => {"
        " const asked = indexedDB.deleteDatabase('istaka'); asked.onsuccess = asked.onerror = () => done() })"
    )
    fresh_modules.page.goto(HOUSE)
    return fresh_modules


def play(outbox: Modules, script: str) -> Any:
    return outbox.run(MODULE, f"async (outbox) => {{ {BEFORE} {script} }}")


def test_hand_is_stored_before_sending_and_removed_once_confirmed(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.putHand(hand("a"))
        const before = [await rows(), [...sent], waits()]
        const state = await outbox.sendHand("a", 5000)
        return [...before, state, sent, await rows(), waits(), events]
        """,
    ) == [["a"], [], ["a waiting"], "stored", ["a"], [], [], ["stored a"]]


def test_hand_sent_by_another_phone_is_removed_and_followers_relinked(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("same", "lost")
        await outbox.putHand(hand("a"))
        const after = {fields: [["end", "A1"], ["after", "a"], ["match", ""], ["deal", ""]]}
        await outbox.putHand(hand("b", after))
        await outbox.sendHand("a", 5000)
        answers.push("lost")
        await outbox.putHand(hand("c", after))
        const follows = ["b", "c"].map(key => Object.fromEntries(outbox.findHand(key).fields).after)
        return [waits(), follows, events]
        """,
    ) == [["b waiting", "c waiting"], ["theirs", "theirs"], ["stored a"]]


def test_hands_are_sent_one_after_another(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        for (const key of ["a", "b", "c"]) await outbox.putHand(hand(key))
        await outbox.sendHand("c", 5000)
        return [sent, events]
        """,
    ) == [["a", "b", "c"], ["stored a", "stored b", "stored c"]]


def test_refused_hand_holds_back_followers_until_discarded(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.putHand(hand("a"))
        await outbox.putHand(hand("b", {fields: [["after", "a"], ["match", ""], ["deal", "b"]]}))
        const state = await outbox.sendHand("b", 5000)
        const held = [state, [...sent], waits(), outbox.findHand("a").reasons]
        await outbox.dropHand("a", "")
        const next = outbox.findHand("b") || {fields: []}
        await outbox.sendHand("b", 5000)
        return [...held, Object.fromEntries(next.fields), sent, waits()]
        """,
    ) == [
        "waiting",
        ["a"],
        ["a refused", "b waiting"],
        ["No."],
        {"after": "", "match": "1", "deal": "a"},
        ["a", "a"],
        [],
    ]


@pytest.mark.parametrize("answer", ["lost", "broken"])
def test_hand_waits_without_an_answer(outbox: Modules, answer: str) -> None:
    assert play(
        outbox,
        f"""
        answers.push("{answer}")
        await outbox.putHand(hand("a"))
        const state = await outbox.sendHand("a", 5000)
        return [state, waits(), await rows(), events]
        """,
    ) == ["waiting", ["a waiting"], ["a"], []]


def test_renewed_code_keeps_waiting_hands(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("gone")
        await outbox.putHand(hand("a"))
        await outbox.sendHand("a", 5000)
        return [waits(), events]
        """,
    ) == [["a waiting"], ["gone a"]]


def test_held_hand_waits_and_is_sent_automatically(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("held")
        await outbox.putHand(hand("a"))
        const held = [await outbox.sendHand("a", 5000), waits(), await rows()]
        const stored = new Promise(done => document.addEventListener("outbox:stored", done))
        await stored
        return [...held, sent, waits(), events]
        """,
    ) == ["waiting", ["a waiting"], ["a"], ["a", "a"], [], ["held a", "stored a"]]


def test_answer_to_a_changed_hand_is_ignored(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.putHand(hand("a"))
        const stored = window.fetch
        window.fetch = async (...asked) => {
            window.fetch = stored
            await outbox.putHand(hand("a", {fields: [["end", "B1"], ["deal", "fixed"]]}))
            return stored(...asked)
        }
        await outbox.sendHand("a", 5000)
        return [sent, await rows(), events]
        """,
    ) == [["a", "fixed"], [], ["stored a"]]


def test_hand_put_again_keeps_its_place(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.putHand(hand("a"))
        await outbox.putHand(hand("b"))
        await outbox.putHand(hand("a", {title: "fixed"}))
        return outbox.handsOf("t").map(one => one.title)
        """,
    ) == ["fixed", "b"]


def test_tables_do_not_hold_each_other_back(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.putHand(hand("a"))
        await outbox.putHand(hand("x", {table: "u"}))
        await outbox.sendHand("x", 5000)
        return [sent, outbox.handsElsewhere("u").map(one => one.key), outbox.handsOf("u").length]
        """,
    ) == [["a", "x"], ["a"], 0]


def test_phone_with_full_storage_says_so_and_sends(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError") }
        await outbox.putHand(hand("a"))
        const before = [outbox.isPersistent(), waits(), await rows()]
        return [...before, await outbox.sendHand("a", 5000), outbox.isPersistent(), waits()]
        """,
    ) == [False, ["a waiting"], [], "stored", True, []]


def test_browser_without_a_database_keeps_hands_while_the_page_is_open(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError") }
        await outbox.putHand(hand("a"))
        return [outbox.isPersistent(), waits(), await outbox.sendHand("a", 5000), waits()]
        """,
    ) == [False, ["a waiting"], "stored", []]


def test_discarding_an_unknown_hand_changes_nothing(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.putHand(hand("a"))
        await outbox.sendHand("a", 5000)
        await outbox.dropHand("z", "")
        await outbox.resendHand("z")
        return [waits(), await rows()]
        """,
    ) == [["a refused"], ["a"]]


def test_refused_hand_is_sent_again_when_it_may_be_valid(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused", "stored")
        await outbox.putHand(hand("a"))
        await outbox.sendHand("a", 5000)
        await outbox.resendHand("a")
        return [sent, waits()]
        """,
    ) == [["a", "a"], []]
