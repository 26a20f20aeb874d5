from typing import Any

import pytest

from rules.games.okey101.differences import differences
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.hand_summary import VersionReport

NAMES = {"A1": "Ayşe", "B1": "Hasan", "A2": "Can", "B2": "Ece"}
RULES = rule_set("101-pairs")

PLAIN: dict[str, Any] = {
    "outcome": "finished",
    "finisher": "A1",
    "seats": {
        "A1": {"opening": "series"},
        "B1": {"opening": "series", "rack": {"points": 47}},
        "A2": {"opening": "series"},
        "B2": {"opening": "none"},
    },
}


def version(seats: dict[str, dict[str, Any]] | None = None, **changes: Any) -> VersionReport:
    """Return the plain hand with changes; None removes a part."""
    changed_seats = {
        seat: {
            part: value
            for part, value in {**seat_entry, **(seats or {}).get(seat, {})}.items()
            if value is not None
        }
        for seat, seat_entry in PLAIN["seats"].items()
    }
    entry = {**PLAIN, "seats": changed_seats} | changes
    return VersionReport(
        parse_report({key: value for key, value in entry.items() if value is not None}), RULES
    )


def fouls(*codes: tuple[str, int]) -> dict[str, Any]:
    return {"infractions": [{"code": code, "count": count} for code, count in codes]}


def tiles(*codes: str) -> dict[str, Any]:
    return {"rack": {"tiles": list(codes)}}


KINDS = [
    pytest.param(
        version(), version(finisher="A2"), ["bitiren: Ayşe → Can"], ["finished by: Ayşe → Can"], id="finisher"
    ),
    pytest.param(
        version(),
        version(outcome="deck_exhausted", finisher=None),
        ["elin sonu: Ayşe bitti → deste bitti"],
        ["end of the hand: Ayşe finished → the deck ran out"],
        id="deck",
    ),
    pytest.param(
        version(outcome="all_opened_pairs", finisher=None),
        version(finisher=None),
        ["elin sonu: dördü de çift açtı → biten yazılmamış"],
        ["end of the hand: all four opened with pairs → no finisher named"],
        id="outcome",
    ),
    pytest.param(
        version(finish={"last_tile": "okey", "direct": False}),
        version(),
        ["okeyle bitiş yerine düz bitiş"],
        ["plain finish instead of okey finish"],
        id="finish",
    ),
    pytest.param(
        version(),
        version(finish={"last_tile": "double_okey", "direct": True}),
        ["düz bitiş yerine elden bitiş, okey ikiye"],
        ["direct finish, double okey finish instead of plain finish"],
        id="finish of two kinds",
    ),
    pytest.param(
        version(finish={"last_tile": "okey", "direct": False}),
        version(outcome="deck_exhausted", finisher=None),
        ["elin sonu: Ayşe bitti → deste bitti"],
        ["end of the hand: Ayşe finished → the deck ran out"],
        id="no finish any more",
    ),
    pytest.param(
        version(),
        version(indicator="r5"),
        ["gösterge: yok → kırmızı 5"],
        ["indicator: none → red 5"],
        id="indicator",
    ),
    pytest.param(
        version(indicator="r5"),
        version(indicator="z99"),
        ["gösterge: kırmızı 5 → z99"],
        ["indicator: red 5 → z99"],
        id="indicator that is none",
    ),
    pytest.param(
        version(),
        version(accepted=["many_infractions"]),
        ["olağan dışı sayılan başka şeyler onaylandı"],
        ["other warnings were confirmed"],
        id="doubts",
    ),
    pytest.param(
        version(),
        version({"B1": {"opening": "pairs"}, "B2": {"opening": "series"}}),
        ["Hasan: seri açtı → çift açtı", "Ece: açmadı → seri açtı"],
        ["Hasan: opened with series → opened with pairs", "Ece: not opened → opened with series"],
        id="openings",
    ),
    pytest.param(
        version({"A2": {"opening": None}}),
        version({"A2": {"opening": "none"}}),
        ["Can: açıp açmadığı sorulmadı → açmadı"],
        ["Can: not asked about opening → not opened"],
        id="an opening that was not reported",
    ),
    pytest.param(
        version(),
        version({"B1": {"rack": {"points": 74, "okeys": 1}}}),
        ["Hasan: kalan 47 → 74", "Hasan: elde kalan okey 0 → 1"],
        ["Hasan: rack 47 → 74", "Hasan: okeys on the rack 0 → 1"],
        id="rack",
    ),
    pytest.param(
        version(),
        version({"B1": {"rack": None}}),
        ["Hasan: kalan 47 → 0"],
        ["Hasan: rack 47 → 0"],
        id="no rack",
    ),
    pytest.param(
        version({"B1": tiles("r3", "b4")}),
        version({"B1": tiles("r5", "b2")}),
        ["Hasan: kalan taşlar başka, tutarı aynı"],
        ["Hasan: other tiles on the rack, of the same sum"],
        id="other tiles",
    ),
    pytest.param(
        version({"B1": tiles("r3", "b4")}), version({"B1": tiles("r3", "b4")}), [], [], id="same tiles"
    ),
    pytest.param(
        version(),
        version({"B1": fouls(("okey_discard", 2)), "A1": fouls(("invalid_meld", 1))}),
        ["Ayşe: kural hatası eklendi: Yanlış per", "Hasan: kural hatası eklendi: Okey atma × 2"],
        ["Ayşe: infraction added: Invalid meld", "Hasan: infraction added: Okey discarded × 2"],
        id="infractions added",
    ),
    pytest.param(
        version({"B1": fouls(("okey_discard", 2), ("invalid_meld", 1))}),
        version({"B1": fouls(("invalid_meld", 3))}),
        ["Hasan: kural hatası silindi: Okey atma × 2", "Hasan: Yanlış per 1 → 3"],
        ["Hasan: infraction removed: Okey discarded × 2", "Hasan: Invalid meld 1 → 3"],
        id="infractions changed",
    ),
    pytest.param(
        version({"B1": fouls(("spitting", 1), ("okey_discard", 1))}),
        version({"B1": fouls(("okey_discard", 1))}),
        ["Hasan: kural hatası silindi: spitting"],
        ["Hasan: infraction removed: spitting"],
        id="an infraction that nobody knows",
    ),
    pytest.param(version(), version(), [], [], id="nothing"),
]


@pytest.mark.parametrize(("before", "after", "turkish", "english"), KINDS)
def test_every_kind_of_difference_has_its_sentence(before, after, turkish, english):
    sentences = differences(before, after, NAMES)
    assert [text.tr for text in sentences] == turkish
    assert [text.en for text in sentences] == english


def test_seat_missing_in_one_version_is_skipped():
    entry = {**PLAIN, "seats": {"A1": {"opening": "series"}}}
    assert differences(version(), VersionReport(parse_report(entry), RULES), NAMES) == []


def test_tiles_of_a_rack_are_counted_by_their_indicator():
    older = version({"B1": tiles("r7", "r6")}, indicator="r5")
    newer = version({"B1": tiles("r7", "b6")}, indicator="r5")
    assert [text.en for text in differences(older, newer, NAMES)] == [
        "Hasan: rack 7 → 13",
        "Hasan: okeys on the rack 1 → 0",
    ]


def test_unchanged_infraction_hides_no_other():
    older = version({"B1": fouls(("playable_discard", 1))})
    newer = version({"B1": fouls(("playable_discard", 1), ("side_tile_returned", 1))})
    assert len(differences(older, newer, NAMES)) == 1
