from typing import Final

from rules.book.length_switch import BEST_OF
from rules.book.switch import Choice, Heading, Switch, yes_no
from rules.games.okey_points.book import examples, prices
from rules.games.okey_points.finishes import STATED_PRICES
from rules.games.okey_points.rulesets import OneColourDoubles
from rules.localized_text import Text


def _nobody_finished_choice(points: int) -> Choice:
    if not points:
        return Choice(
            0,
            Text("Bir şey ödenmez", "Nothing is paid"),
            Text(
                "Kimse bitmeden deste biterse kimseden puan düşülmez.", "If the deck runs out, nobody pays."
            ),
            ("S4",),
        )
    return Choice(
        points,
        Text(f"{points} puan", f"{points} point{'s' if points > 1 else ''}"),
        Text(
            f"Kimse bitmeden deste biterse herkesten {points} puan düşülür.",
            f"If the deck runs out and nobody finishes, everyone pays {points}.",
        ),
        ("S1",) if points == 1 else (),
    )


def _spared_choice(points: int | None) -> Choice:
    """Spare sides with fewer than ``points`` left from a shown indicator; None: everyone pays."""
    if points is None:
        return Choice(
            None,
            Text("Herkesten düşülür", "Everyone pays"),
            Text(
                "Gösterge için ötekilerin hepsinden düşülür, ne kadar puanı kalmış olursa olsun.",
                "For a shown indicator, all the others pay, no matter how many points they have left.",
            ),
            ("S4",),
        )
    return Choice(
        points,
        Text(f"{points} puandan azı kalandan düşülmez", f"Not with fewer than {points} left"),
        Text(
            f"{points} puandan azı kalandan gösterge için puan düşülmez.",
            f"A side with fewer than {points} points left pays nothing for a shown indicator.",
        ),
        ("S1",) if points == 3 else (),  # noqa: PLR2004 - the figure of the page of rules
    )


def _hands_choice(most: int | None) -> Choice:
    if most is None:
        return Choice(
            None,
            Text("Sınır yok", "No limit"),
            Text(
                "Maçın el sayısı belirli değildir: bir tarafın puanı bitene kadar sürer.",
                "A match has no set number of hands: it continues until a side has no points left.",
            ),
            ("S1", "S4"),
        )
    return Choice(
        most,
        Text(f"En çok {most} el", f"At most {most} hand{'s' if most > 1 else ''}"),
        Text(
            f"Maç en geç {most}. elin sonunda biter; o zaman puanı en çok kalan kazanır.",
            f"A match ends after hand {most} at the latest; then the most points left win.",
        ),
    )


_COLOUR: Final = (
    Choice(
        OneColourDoubles.NO,
        Text("Hayır", "No"),
        Text(
            "Bütün taşların tek renkten olması puanı artırmaz.",
            "Tiles all of one colour do not raise the price.",
        ),
        ("S4",),
    ),
    Choice(
        OneColourDoubles.YES,
        Text("Evet", "Yes"),
        Text(
            "Bütün taşları tek renkten olan bitişin puanı iki katıdır.",
            "A finish with tiles all of one colour costs twice as much.",
        ),
        ("S4",),
    ),
    Choice(
        OneColourDoubles.RED_AND_BLACK,
        Text("Yalnız kırmızı ve siyah", "Only red and black"),
        Text(
            "Bütün taşları kırmızı ya da bütün taşları siyah olan bitişin puanı iki katıdır.",
            "A finish all in red or all in black costs twice as much.",
        ),
        ("S4",),
    ),
)
_NO_INDICATOR: Final = Text(
    "Göstergenin eşini göstermenin puanı yoktur; kimseden puan düşülmez.",
    "Showing the indicator’s twin earns nothing; nobody pays.",
)
_INDICATOR: Final = Text(
    "Bir oyuncu göstergenin eşini gösterirse öteki taraflardan birer puan düşülür.",
    "When a player shows the indicator’s twin, each other side pays one point.",
)

_FINISHES: Final = (
    Switch(
        "finishes",
        Text("Bitişlerin puanı", "What finishes cost"),
        Text(
            "Her bitiş türü için ötekilerden kaç puan düşüldüğünü belirler.",
            "Decides what the others pay for each kind of finish.",
        ),
        create_choice=prices.price_choice,
        samples=({**STATED_PRICES["S1"], "groups": 3, "one_colour_run": 3},),
        amounts=prices.AMOUNTS,
    ),
    Switch(
        "nobody_finished",
        Text("Kimse bitmezse", "If nobody finishes"),
        Text("Deste bitince kaç puan düşüldüğünü belirler.", "Decides what is paid when the deck runs out."),
        (examples.NOBODY_FINISHED_EXAMPLE,),
        tuple(_nobody_finished_choice(points) for points in (0, 1)),
        _nobody_finished_choice,
        (2,),
    ),
    Switch(
        "one_colour_doubles",
        Text("Tek renkle bitiş iki kat mı?", "Does one colour double?"),
        Text(
            "Bütün taşları tek renkten olan bitişin iki kat sayılıp sayılmadığını belirler.",
            "Decides whether a finish with tiles of one colour counts twice.",
        ),
        examples.ONE_COLOUR_EXAMPLE,
        _COLOUR,
    ),
)
_SHOWN: Final = (
    Switch(
        "indicator_shown",
        Text("Gösterge", "Indicator shown"),
        Text(
            "Göstergenin eşini göstermenin puanı olup olmadığını belirler.",
            "Decides whether showing the indicator’s twin earns points.",
        ),
        (examples.INDICATOR_SHOWN_EXAMPLE,),
        yes_no(_NO_INDICATOR, _INDICATOR, yes_sources=("S1", "S4")),
    ),
    Switch(
        "indicator_spares_below",
        Text("Gösterge için kimden düşülmez?", "Who need not pay for the indicator?"),
        Text(
            "Az puanı kalandan gösterge için puan düşülüp düşülmediğini belirler.",
            "Decides whether those with few points left pay for the indicator.",
        ),
        (examples.SPARED_SIDE_EXAMPLE,),
        tuple(_spared_choice(points) for points in (3, None)),
        _spared_choice,
        (4,),
    ),
)
_MATCHES: Final = (
    Switch(
        "hands_per_match",
        Text("Bir maçta en çok el", "Most hands of a match"),
        Text("Maçın el sınırını belirler.", "Decides after how many hands a match ends at the latest."),
        create_choice=_hands_choice,
        samples=(None, 9),
        set_per_stage=True,
    ),
    BEST_OF,
)
HEADINGS: Final = (
    Heading("finish", Text("Bitiş", "The finish"), _FINISHES),
    Heading("indicator", Text("Gösterge", "The indicator"), _SHOWN),
    Heading("matches", Text("Maçlar", "Matches"), _MATCHES),
)
SWITCHES: Final[dict[str, Switch]] = {
    switch.field: switch for heading in HEADINGS for switch in heading.switches
}
"""The switches by field name."""
