from collections.abc import Mapping
from typing import Final

from rules.book.switch import Choice, Switch, infraction_amounts
from rules.book.switch_examples import DecidedExample
from rules.games.okey101.book.examples import hand_example
from rules.games.okey101.infractions import FLAT, INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.localized_text import Text, format_number, join_names

_FOULED: Final = hand_example(
    {
        "outcome": "finished",
        "finisher": "A1",
        "seats": {
            "A1": {"opening": "series"},
            "B1": {
                "opening": "series",
                "rack": {"points": 14},
                "infractions": [{"code": "playable_discard", "count": 2}],
            },
            "A2": {"opening": "series", "rack": {"points": 22}},
            "B2": {"opening": "none", "infractions": [{"code": "okey_discard", "count": 1}]},
        },
    }
)


def _amounts_choice(infractions: Mapping[str, int]) -> Choice:
    return Choice(
        infractions,
        Text(_name(infractions, "tr"), _name(infractions, "en")),
        Text(_sentence(infractions, "tr"), _sentence(infractions, "en")),
        ("S0 VII", "S2", "S4"),
    )


def _figures(infractions: Mapping[str, int], language: str) -> str:
    amounts = sorted(set(infractions.values()))
    return join_names([format_number(amount, language) for amount in amounts], language)


def _name(infractions: Mapping[str, int], language: str) -> str:
    if not infractions:
        return {"tr": "Hiçbiri", "en": "None"}[language]
    count, figures = len(infractions), _figures(infractions, language)
    return {"tr": f"{count} kural hatası: {figures}", "en": f"{count} infractions: {figures}"}[language]


def _sentence(infractions: Mapping[str, int], language: str) -> str:
    if not infractions:
        return {"tr": "Hiçbir kural hatasına puan yazılmaz.", "en": "No infraction is charged."}[language]
    figures = _figures(infractions, language)
    names = [INFRACTIONS[code].name.in_language(language) for code in INFRACTIONS if code in infractions]
    listed = join_names(names, language)
    return {"tr": f"Puan yazılanlar ({figures}): {listed}.", "en": f"Charged ({figures}): {listed}."}[
        language
    ]


def _uncalled_text(rules: RuleSet) -> Text:
    if rules.playable_must_be_called:
        return Text("Puan yazılmaz.", "Nothing is charged.")
    return Text("Puan yazılır.", "It is charged.")


SWITCHES: Final = (
    Switch(
        "playable_must_be_called",
        Text("İşlek taş söylenmeli mi?", "Must a playable discard be called?"),
        Text(
            "İşlek taş atana, rakip söylemeden de puan yazılıp yazılmadığını belirler.",
            "Decides whether a playable discard is charged only if an opponent calls it.",
        ),
        (
            DecidedExample(
                Text(
                    "B1 işlek bir taş attı. Kimse “işlek” demedi, A2 desteden çekti.",
                    "B1 discarded a playable tile. Nobody called it, and A2 drew from the deck.",
                ),
                _uncalled_text,
            ),
        ),
        (
            Choice(
                True,
                Text("Evet, rakip söylemeli", "Yes, by an opponent"),
                Text(
                    "İşlek taş, bir rakip atandan önce “işlek” deyip rengini ve sayısını söylerse yazılır.",
                    "A playable discard is charged if an opponent calls it with colour and number before the "
                    "thrower does.",
                ),
                ("S0 VII",),
            ),
            Choice(
                False,
                Text("Hayır", "No"),
                Text(
                    "İşlek taşın puanı, kimse söylemese de yazılır.",
                    "A playable discard is charged even if nobody calls it.",
                ),
                ("S4",),
            ),
        ),
    ),
    Switch(
        "infractions",
        Text("Kural hataları", "Infractions"),
        Text(
            "Hangi kural hatalarına kaç puan yazıldığını belirler.",
            "Decides which infractions are charged and how much each costs.",
        ),
        (_FOULED,),
        create_choice=_amounts_choice,
        samples=(dict.fromkeys(INFRACTIONS, FLAT // 2),),
        amounts=infraction_amounts(INFRACTIONS, FLAT),
    ),
)
