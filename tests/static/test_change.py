from __future__ import annotations

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "live/morph"

CHANGE = """({morph}, [before, after]) => {
    document.body.innerHTML = before
    const from = document.body.firstElementChild
    const kept = new Map(Array.from(from.querySelectorAll("[id]"), one => [one.id, one]))
    const to = document.createRange().createContextualFragment(after).firstElementChild
    morph(from, to)
    const same = Array.from(from.querySelectorAll("[id]")).filter(one => kept.get(one.id) === one)
    return [from.outerHTML, same.map(one => one.id).join(" ")]
}"""


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("<p><b id=a>1</b></p>", "<p><b id=a>1</b></p>", "a"),
        ("<p><b id=a>1</b></p>", "<p><b id=a>2</b></p>", "a"),
        ("<p><b id=a></b><b id=b></b></p>", "<p><b id=b></b><b id=a></b></p>", "b a"),
        ("<p><b id=a></b><b id=b></b></p>", "<p><b id=b></b></p>", "b"),
        ("<p><b id=b></b></p>", "<p><b id=a></b><b id=b></b></p>", "b"),
        ("<p><b id=a></b>, <b id=b></b></p>", "<p><b id=b></b></p>", "b"),
        ("<p>one</p>", "<p>two<i>three</i></p>", ""),
        ("<p>one<i>three</i></p>", "<p><i>three</i></p>", ""),
        ('<p class="x"></p>', '<p lang="tr"></p>', ""),
        ("<p><i id=a></i></p>", "<p><b id=c></b></p>", ""),
    ],
)
def test_result_equals_the_new_page_and_unchanged_elements_are_kept(
    fresh_modules: Modules, before: str, after: str, same: str
) -> None:
    expected = fresh_modules.page.evaluate(
        "text => { document.body.innerHTML = text; return document.body.innerHTML }", after
    )
    assert fresh_modules.run(MODULE, CHANGE, [before, after]) == [expected, same]


def test_opened_and_revealed_elements_stay_after_an_update(fresh_modules: Modules) -> None:
    by_script = 'style="top:0" data-form="tall"'
    before = f'<div><details id="d" open></details><p id="p" {by_script}></p><a data-print></a></div>'
    after = '<div><details id="d"></details><p id="p"></p><a data-print hidden></a></div>'
    assert fresh_modules.run(MODULE, CHANGE, [before, after]) == [
        f'<div><details id="d" open=""></details><p id="p" {by_script}></p><a data-print=""></a></div>',
        "d p",
    ]


def test_browser_without_storage_works(fresh_modules: Modules) -> None:
    script = """({writeStorage, readStorage}) => {
        writeStorage("localStorage", "key", "one")
        const kept = readStorage("localStorage", "key")
        writeStorage("localStorage", "key", null)
        const gone = readStorage("localStorage", "key")
        const refuse = () => { throw new DOMException("no", "SecurityError") }
        Object.defineProperty(window, "localStorage", {get: refuse})
        writeStorage("localStorage", "key", "two")
        return [kept, gone, readStorage("localStorage", "key")]
    }"""
    assert fresh_modules.run("browser-storage", script) == ["one", None, None]


def test_nearest_of_several_distances(modules: Modules) -> None:
    modules.check_cases(
        "public/rounds",
        "nearestToZero",
        {"above": ([[-300, 40, 900]], 40), "below": ([[-30, 40]], -30), "the only one": ([[7]], 7)},
    )


def test_names_are_found_by_turkish_casing_rules(modules: Modules) -> None:
    folds = {"IŞIL": "ışıl", "İnci": "inci", " Çağ ": "çağ"}
    modules.check_cases(
        "public/find-name", "foldCase", {name: ([name], folded) for name, folded in folds.items()}
    )


def test_applicants_are_found_by_beginnings_of_names_and_digits_of_phone_numbers(modules: Modules) -> None:
    people, contacts = ["Ayşe Işık – Can Öz"], ["0532 111 22 33", "can@example.org"]
    cases = {
        "": True,
        "isik": True,
        "Ayşe IŞ": True,
        "şık": False,
        "532 111": True,
        "+90 532": True,
        "0533": False,
    }
    modules.check_cases(
        "tournaments/find-applicant",
        "isFound",
        {query: ([query, people, contacts], found) for query, found in cases.items()},
    )
