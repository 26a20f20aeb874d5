from typing import Final

from rules.book import table_sentences
from rules.games.okey101.book.play_context import BookContext, Rule, in_pairs, shared_sentence
from rules.localized_text import Text


def _is_singles(play: BookContext) -> bool:
    return play.singles


CONDUCT: Final = (
    Rule(
        "10.16",
        "no-talking",
        Text(
            "Eşler oyun sırasında birbirine taşlar ve oyun hakkında bir şey söyleyemez.",
            "Partners may not tell each other anything about their tiles or the play.",
        ),
        ("S0 VIII",),
        when=in_pairs,
    ),
    Rule(
        "10.17",
        "signals",
        Text(
            "Eşler aralarında anlaştıkları işaretleri kullanabilir.",
            "Partners may use signals they have agreed on.",
        ),
        ("S0 VIII",),
        when=in_pairs,
    ),
    Rule(
        "10.16",
        "no-talking",
        Text(
            "Oyuncular birbirine taşları hakkında bilgi veremez.",
            "Players may not tell each other about their tiles.",
        ),
        when=_is_singles,
    ),
    Rule(
        "10.18",
        "talking-warned",
        Text("Konuşanı hakem uyarır.", "The referee warns players who talk to each other."),
    ),
    Rule(
        "10.28",
        "seen-by-accident",
        Text(
            "Birinin taşları kazayla görülürse el sürer; gören, gördüğünü kimseye söylemez.",
            "If a player’s tiles are seen by accident, the hand continues; those who saw them keep silent.",
        ),
    ),
    Rule(
        "10.29",
        "seen-on-purpose",
        Text(
            "Başkasının taşlarına bilerek bakanı hakem uyarır.",
            "The referee warns a player who looks at another’s tiles on purpose.",
        ),
    ),
    shared_sentence(table_sentences.CONDUCT, "spectators", "10.30", "spectator-speaks"),
    shared_sentence(table_sentences.WARNINGS_TO_PLAYERS, "slow-play", "10.39", "slow-play"),
    Rule(
        "10.40",
        "feeding",
        Text(
            "Rakibine bilerek taş vereni hakem uyarır.",
            "The referee warns a player who feeds tiles to an opponent on purpose.",
        ),
    ),
)
DISPUTES: Final = (
    Rule(
        "10.19",
        "referee-called",
        Text("Anlaşmazlıkta masaya hakem çağrılır.", "In a dispute the referee is called to the table."),
        ("S0 VIII",),
    ),
    Rule(
        "10.20", "play-stops", Text("Hakem gelene kadar oyun durur.", "Play stops until the referee comes.")
    ),
    Rule(
        "10.41",
        "referee-plays",
        Text(
            "Oynayan hakem kendi masasında karar vermez; başka bir hakem ya da organizatör verir.",
            "A referee who plays does not rule at their own table; another referee or the organizer does.",
        ),
    ),
    shared_sentence(table_sentences.CONDUCT, "ruling", "10.21", "ruling"),
    shared_sentence(table_sentences.CONDUCT, "program", "10.22", "program-checks"),
    shared_sentence(table_sentences.CONDUCT, "substitute", "10.24", "nobody-plays-for-another"),
    shared_sentence(
        table_sentences.WARNINGS_TO_PLAYERS, "after-a-warning", "10.25", "goes-on-after-a-warning"
    ),
    Rule(
        "10.33",
        "nobody-to-replace",
        Text(
            "Oyuna devam edemeyen oyuncunun yedeği yoksa, takımı ayrılmış sayılır.",
            "If a player can’t continue and has no substitute, the team counts as having left.",
        ),
        when=in_pairs,
    ),
    Rule(
        "10.33",
        "nobody-to-replace",
        Text(
            "Oyuna devam edemeyen oyuncunun yedeği yoksa, oyuncu ayrılmış sayılır.",
            "A player who can’t continue and has no substitute counts as having left.",
        ),
        when=_is_singles,
    ),
    Rule(
        "10.34",
        "substitute-not-entered",
        Text(
            "Listeye eklenmeden oynayan yedeğin bitmiş elleri geçerlidir; devam etmesi için organizatör "
            "onu ekler.",
            "Hands that a substitute finished before being entered count; to continue, the substitute must "
            "be "
            "entered.",
        ),
    ),
    shared_sentence(table_sentences.CONDUCT, "break", "10.35", "break-between-hands"),
)
