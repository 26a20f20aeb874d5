"""The switch for an encounter's matches, where sources have no encounters."""

from typing import Final

from rules.book.switch import Choice, Switch
from rules.localized_text import Text


def _best_of_choice(number: int) -> Choice:
    if number == 1:
        return Choice(
            1,
            Text("Tek maç", "A single match"),
            Text("Bir karşılaşma tek maçtır.", "An encounter is a single match."),
        )
    needed = number // 2 + 1
    return Choice(
        number,
        Text(f"{number} maç üzerinden", f"Best of {number}"),
        Text(
            f"Bir karşılaşma {number} maç üzerindendir: {needed} maç alan kazanır.",
            f"An encounter is best of {number}: {needed} wins take it.",
        ),
    )


BEST_OF: Final = Switch(
    "best_of",
    Text("Bir karşılaşmada maç", "Matches in an encounter"),
    Text(
        "Bir karşılaşmanın kaç maç üzerinden oynandığını belirler.",
        "Decides how many matches an encounter is the best of.",
    ),
    listed_choices=tuple(_best_of_choice(number) for number in (3, 1, 5)),
    create_choice=_best_of_choice,
    set_per_stage=True,
)
