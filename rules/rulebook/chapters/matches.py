"""Chapters: matches, encounters and groups as a tournament plays them; the table."""

from collections.abc import Sequence

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.chapter import Chapter, stated, switched
from rules.rulebook.stages import StagePlan, articles_of
from rules.text import Text


def chapter(rules: RuleSet, stages: Sequence[StagePlan]) -> Chapter:
    """Tell how long is played, who wins, who goes on (S0 XI; other formats and the order are chosen)."""
    return Chapter(
        "matches",
        Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"),
        (
            *(article for stage in stages for article in articles_of(rules, stage)),
            *switched(rules, "level_match"),
            stated(
                rules,
                Text(
                    "Sayılmayan el yeniden oynanır ve maçın ellerinden biri sayılmaz.",
                    "A void hand is played again and is none of the match’s hands.",
                ),
                "S0 V",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Hükmen: karşılaşma ve gereken maçlar kazanana yazılır, el ve averaj yazılmaz; "
                    "oynanmış eller hiçbir toplamda sayılmaz.",
                    "Walkover: the winner is credited the encounter and the matches it needs, no hands, no "
                    "average; hands already played count nowhere.",
                ),
            ),
        ),
    )


def at_the_table(rules: RuleSet) -> Chapter:
    """Tell how people sit, who deals, who decides a dispute (S0 I and VIII)."""
    return Chapter(
        "table",
        Text("Masada", "At the table"),
        (
            stated(
                rules,
                Text(
                    "Yerler anlaşarak ya da zarla belirlenir: büyük atan önce, ötekiler saat yönünün tersine "
                    "oturur. Maç bitmeden yer değiştirilmez.",
                    "Seats are agreed on or diced for: the highest sits first, the others counter-clockwise. "
                    "Nobody changes seats before the match ends.",
                ),
                "S0 I",
            ),
            *switched(rules, "first_dealer"),
            stated(
                rules,
                Text("Dağıtma her elde sağa geçer.", "The deal passes to the right with each hand."),
                "S0 I",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "El bitince kalan taşlar rakiplere ve skor tutana gösterilerek sayılır.",
                    "After a hand the tiles left are counted in sight of the opponents and the scorekeeper.",
                ),
                "S0 V",
            ),
            stated(
                rules,
                Text(
                    "Anlaşmazlıkta masaya tertip komisyonundan biri çağrılır.",
                    "In a dispute a member of the organizing committee is called to the table.",
                ),
                "S0 VIII",
            ),
        ),
    )
