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
        const said = {state: same ? "stored" : answer, code: "deal_skipped", reasons: ["No."], stored: ""}
        if (same) said.stands = "theirs"
        return new Response(JSON.stringify(said), {status: said.state === "stored" ? 200 : 409})
    }
    const told = []
    for (const name of ["stored", "refused", "gone", "held"])
        document.addEventListener(`outbox:${name}`, ({detail}) => told.push(`${name} ${detail.key}`))
    const waits = () => outbox.of("t").map(one => `${one.key} ${one.state}`)
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
def outbox(fresh: Modules) -> Modules:
    fresh.page.evaluate(
        "new Promise(done => {"
        " const asked = indexedDB.deleteDatabase('istaka'); asked.onsuccess = asked.onerror = () => done() })"
    )
    fresh.page.goto(HOUSE)
    return fresh


def play(outbox: Modules, script: str) -> Any:
    return outbox.run(MODULE, f"async (outbox) => {{ {BEFORE} {script} }}")


def test_hand_is_stored_before_sending_and_removed_once_confirmed(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.put(hand("a"))
        const before = [await rows(), [...sent], waits()]
        const state = await outbox.send("a", 5000)
        return [...before, state, sent, await rows(), waits(), told]
        """,
    ) == [["a"], [], ["a waiting"], "stored", ["a"], [], [], ["stored a"]]


def test_hand_sent_by_another_phone_is_removed_and_followers_relinked(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("same", "lost")
        await outbox.put(hand("a"))
        const after = {fields: [["end", "A1"], ["after", "a"], ["match", ""], ["deal", ""]]}
        await outbox.put(hand("b", after))
        await outbox.send("a", 5000)
        answers.push("lost")
        await outbox.put(hand("c", after))
        const follows = ["b", "c"].map(key => Object.fromEntries(outbox.find(key).fields).after)
        return [waits(), follows, told]
        """,
    ) == [["b waiting", "c waiting"], ["theirs", "theirs"], ["stored a"]]


def test_hands_are_sent_one_after_another(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        for (const key of ["a", "b", "c"]) await outbox.put(hand(key))
        await outbox.send("c", 5000)
        return [sent, told]
        """,
    ) == [["a", "b", "c"], ["stored a", "stored b", "stored c"]]


def test_refused_hand_holds_back_followers_until_discarded(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.put(hand("a"))
        await outbox.put(hand("b", {fields: [["after", "a"], ["match", ""], ["deal", "b"]]}))
        const state = await outbox.send("b", 5000)
        const held = [state, [...sent], waits(), outbox.find("a").reasons]
        await outbox.drop("a", "")
        const next = outbox.find("b") || {fields: []}
        await outbox.send("b", 5000)
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
        await outbox.put(hand("a"))
        const state = await outbox.send("a", 5000)
        return [state, waits(), await rows(), told]
        """,
    ) == ["waiting", ["a waiting"], ["a"], []]


def test_renewed_code_keeps_waiting_hands(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("gone")
        await outbox.put(hand("a"))
        await outbox.send("a", 5000)
        return [waits(), told]
        """,
    ) == [["a waiting"], ["gone a"]]


def test_held_hand_waits_and_is_sent_automatically(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("held")
        await outbox.put(hand("a"))
        const held = [await outbox.send("a", 5000), waits(), await rows()]
        const stored = new Promise(done => document.addEventListener("outbox:stored", done))
        await stored
        return [...held, sent, waits(), told]
        """,
    ) == ["waiting", ["a waiting"], ["a"], ["a", "a"], [], ["held a", "stored a"]]


def test_answer_to_a_changed_hand_is_ignored(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.put(hand("a"))
        const stored = window.fetch
        window.fetch = async (...asked) => {
            window.fetch = stored
            await outbox.put(hand("a", {fields: [["end", "B1"], ["deal", "mended"]]}))
            return stored(...asked)
        }
        await outbox.send("a", 5000)
        return [sent, await rows(), told]
        """,
    ) == [["a", "mended"], [], ["stored a"]]


def test_hand_put_again_keeps_its_place(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        await outbox.put(hand("a"))
        await outbox.put(hand("b"))
        await outbox.put(hand("a", {title: "mended"}))
        return outbox.of("t").map(one => one.title)
        """,
    ) == ["mended", "b"]


def test_tables_do_not_hold_each_other_back(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.put(hand("a"))
        await outbox.put(hand("x", {table: "u"}))
        await outbox.send("x", 5000)
        return [sent, outbox.elsewhere("u").map(one => one.key), outbox.of("u").length]
        """,
    ) == [["a", "x"], ["a"], 0]


def test_phone_with_full_storage_says_so_and_sends(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError") }
        await outbox.put(hand("a"))
        const before = [outbox.keeps(), waits(), await rows()]
        return [...before, await outbox.send("a", 5000), outbox.keeps(), waits()]
        """,
    ) == [False, ["a waiting"], [], "stored", True, []]


def test_browser_without_a_database_keeps_hands_while_the_page_is_open(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError") }
        await outbox.put(hand("a"))
        return [outbox.keeps(), waits(), await outbox.send("a", 5000), waits()]
        """,
    ) == [False, ["a waiting"], "stored", []]


def test_discarding_an_unknown_hand_changes_nothing(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused")
        await outbox.put(hand("a"))
        await outbox.send("a", 5000)
        await outbox.drop("z", "")
        await outbox.again("z")
        return [waits(), await rows()]
        """,
    ) == [["a refused"], ["a"]]


def test_refused_hand_is_sent_again_when_it_may_be_valid(outbox: Modules) -> None:
    assert play(
        outbox,
        """
        answers.push("refused", "stored")
        await outbox.put(hand("a"))
        await outbox.send("a", 5000)
        await outbox.again("a")
        return [sent, waits()]
        """,
    ) == [["a", "a"], []]
