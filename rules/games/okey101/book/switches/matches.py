from collections.abc import Mapping
from typing import Final

from rules.book.switch import Choice, Switch
from rules.book.switch_examples import DecidedExample
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import FirstDealer, LevelMatch
from rules.localized_text import Text, format_number
from rules.standings.matches import MatchResult, decide_encounter, decide_match

_HANDS: Final = tuple(
    {"A": a, "B": b}
    for a, b in (
        (-101, 240),
        (404, -202),
        (61, -101),
        (-101, 317),
        (202, -58),
        (-202, 808),
        (530, -101),
        (412, -202),
        (97, 33),
        (221, -101),
        (-101, 36),
    )
)
"""Sides' penalties by hand; the lead changes with the length."""
_LENGTHS: Final = (11, 9, 7, 5, 3)
_WINNERS: Final = ("A", "B", "B", "A", "A")


def _length_result(rules: RuleSet) -> Text:
    played = decide_match(_HANDS[: rules.hands_per_match], rules.hands_per_match)
    return Text(*(_match_state(played, language) for language in ("tr", "en")))


def _match_state(played: MatchResult, language: str) -> str:
    totals = ", ".join(f"{side} {format_number(total, language)}" for side, total in played.totals.items())
    won = {"tr": f"{played.winner} kazanır: {totals}", "en": f"{played.winner} wins: {totals}"}
    return won[language]


def _best_of_result(rules: RuleSet) -> Text:
    result = decide_encounter(_WINNERS, rules.best_of)
    wins: Mapping[str, int] = {"A": 0, "B": 0} | dict(result.wins)
    score = f"{wins['A']}–{wins['B']}"
    return Text(f"{result.winner} kazanır: {score}", f"{result.winner} wins: {score}")


def _hands_choice(number: int) -> Choice:
    return Choice(
        number,
        Text(f"{number} el", f"{number} hand{'s' if number > 1 else ''}"),
        Text(
            f"Bir maç {number} eldir ve hepsi oynanır.",
            f"A match is {number} hand{'s' if number > 1 else ''}, and all are played.",
        ),
        _length_sources(number),
    )


def _length_sources(number: int) -> tuple[str, ...]:
    if number == RuleSet.hands_per_match:
        return ("S0 XI", "S4")
    return ("S0", "S4") if number in _LENGTHS else ()


def _best_of_choice(number: int) -> Choice:
    if number == 1:
        return Choice(
            1,
            Text("Tek maç", "A single match"),
            Text("Bir karşılaşma tek maçtır.", "An encounter is a single match."),
            ("S4",),
        )
    needed = number // 2 + 1
    return Choice(
        number,
        Text(f"{number} maç üzerinden", f"Best of {number}"),
        Text(
            f"Bir karşılaşma {number} maç üzerindendir: {needed} maç alan kazanır.",
            f"An encounter is best of {number}: {needed} wins take it.",
        ),
        ("S0 XI",) if number == RuleSet.best_of else (),
    )


_LEVEL: Final = (({"A": 1106, "B": 404}, {"A": 3, "B": 2}), ({"A": -202, "B": 500}, {"A": 0, "B": 2}))
"""Two parts of a level match: penalties, and 202s."""


def _level_match_result(rules: RuleSet) -> Text:
    hands, unopened = zip(*_LEVEL, strict=True)
    counted = unopened if rules.level_match is LevelMatch.FEWEST_UNOPENED else ()
    result = decide_match(hands, len(hands), unopened=counted)
    if result.level:
        return Text("Uzatma eli oynanır.", "An extra hand is played.")
    paid = " : ".join(str(count) for count in result.unopened.values())
    return Text(f"{result.winner} kazanır, açmayanlar {paid}.", f"{result.winner} wins, unopened {paid}.")


def _first_dealer_text(rules: RuleSet) -> Text:
    if rules.first_dealer is FirstDealer.RANDOM:
        return Text("Kura kime düşerse o dağıtır ve başlar.", "The player drawn by lot deals and begins.")
    return Text("A1 dağıtır, B1 başlar.", "A1 deals, B1 begins.")


SWITCHES: Final = (
    Switch(
        "first_dealer",
        Text("İlk dağıtan", "The first dealer"),
        Text(
            "İlk eli kimin dağıttığını ve kimin başladığını belirler.",
            "Decides who deals first, and who begins.",
        ),
        (
            DecidedExample(
                Text("B2, maçın skorunu da tutuyor.", "B2 keeps the score of the match, too."),
                _first_dealer_text,
            ),
        ),
        (
            Choice(
                FirstDealer.SCOREKEEPERS_RIGHT,
                Text("Skor tutanın sağındaki", "The scorekeeper’s right"),
                Text(
                    "İlk eli skor tutanın sağındaki dağıtır.",
                    "The player to the scorekeeper’s right deals first.",
                ),
                ("S0 I",),
            ),
            Choice(
                FirstDealer.RANDOM,
                Text("Kurayla", "By lot"),
                Text("İlk dağıtan kurayla belirlenir.", "The first dealer is drawn by lot."),
                ("S4",),
            ),
        ),
    ),
    Switch(
        "level_match",
        Text("Berabere biten maç", "A level match"),
        Text(
            "Eller bitince toplamlar eşitse maçın nasıl kazanıldığını belirler.",
            "Decides how a match is won when the totals are level after its hands.",
        ),
        (
            DecidedExample(
                Text(
                    "Maç 904–904 bitti. A’nın oyuncuları üç kez, B’ninkiler dört kez açmadığı için ödedi.",
                    "A match ends 904–904. A’s players paid three times for not opening, B’s four times.",
                ),
                _level_match_result,
            ),
        ),
        (
            Choice(
                LevelMatch.EXTRA_HAND,
                Text("Uzatma eli", "Extra hand"),
                Text(
                    "Maç biterken iki taraf eşitse, eşitlik bozulana kadar uzatma eli oynanır.",
                    "If both sides are level when a match ends, extra hands are played until they differ.",
                ),
            ),
            Choice(
                LevelMatch.FEWEST_UNOPENED,
                Text("Daha az açmayan kazanır", "Fewer unopened hands win"),
                Text(
                    "Toplamlar eşitse açmama cezasını daha az kez ödeyen taraf kazanır; bu da eşitse uzatma "
                    "eli oynanır.",
                    "If the totals are level, the side that paid for not opening fewer times wins; if that "
                    "is level too, an extra hand is played.",
                ),
            ),
        ),
    ),
    Switch(
        "hands_per_match",
        Text("Bir maçta el", "Hands in a match"),
        Text("Bir maçın kaç el olduğunu belirler.", "Decides how many hands a match has."),
        (
            DecidedExample(
                Text(
                    "Aynı eller, maç kaç else o kadarı sayılarak.",
                    "The same hands, counted up to the length of the match.",
                ),
                _length_result,
            ),
        ),
        tuple(_hands_choice(number) for number in _LENGTHS),
        _hands_choice,
        set_per_stage=True,
    ),
    Switch(
        "best_of",
        Text("Bir karşılaşmada maç", "Matches in an encounter"),
        Text(
            "Bir karşılaşmanın kaç maç üzerinden oynandığını belirler.",
            "Decides how many matches an encounter is the best of.",
        ),
        (
            DecidedExample(
                Text(
                    "Maçları sırasıyla A, B, B, A, A alıyor; gerektiği kadarı oynanıyor.",
                    "A, B, B, A, A win the matches in turn; as many are played as it takes.",
                ),
                _best_of_result,
            ),
        ),
        tuple(_best_of_choice(number) for number in (3, 1, 5)),
        _best_of_choice,
        set_per_stage=True,
    ),
)
