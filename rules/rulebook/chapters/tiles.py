"""Chapter: the tiles and the okey."""

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.chapter import Chapter, stated
from rules.text import Text


def chapter(rules: RuleSet) -> Chapter:
    """Tell what is played with, and what the indicator does (S0 I, S2, S4)."""
    return Chapter(
        "tiles",
        Text("Taşlar ve okey", "Tiles and the okey"),
        (
            stated(
                rules,
                Text(
                    "106 taşla oynanır: dört renkte 1’den 13’e, her taştan iki tane, iki de sahte okey.",
                    "106 tiles are played with: 1 to 13 in four colours, two of each, and two false okeys.",
                ),
                "S0",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Herkese 21 taş verilir, başlayana 22; o, taş çekmeden atarak başlar. Oyun saat yönünün "
                    "tersine döner.",
                    "Everybody is dealt 21 tiles, the starter 22, who begins with a discard. Play goes "
                    "counter-clockwise.",
                ),
                "S0 I",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Açılan gösterge okeyi belirler: aynı rengin bir büyüğü okeydir, 13’ün ardından 1 gelir. "
                    "Sahte okey gösterge olmaz, yerine başka taş açılır.",
                    "The indicator that is turned up names the okey: one higher in its colour, 1 after 13. A "
                    "false okey is no indicator, another tile is turned.",
                ),
                "S0 I",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "İki gerçek okey her taşın yerine geçer ve yerine geçtiği taş kadar sayılır.",
                    "The two real okeys stand for any tile and count what they stand for.",
                ),
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Sahte okey joker değildir: okeyin kendi rengi ve sayısıyla oynar.",
                    "A false okey is not wild: it plays as the okey’s own colour and number.",
                ),
                "S2",
                "S4",
            ),
        ),
    )
