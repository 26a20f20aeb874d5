from typing import Final

from rules.book.book_context import all_of, in_pairs, sentences_for
from rules.games.okey_task.book.cases import cost_example, exchanged_joker_case
from rules.games.okey_task.book.play_context import BookContext, Rule, SwitchRule, is_joker_charged
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "7.1",
        "finisher",
        Text("Bitene elinden ötürü bir şey yazılmaz.", "The finisher is charged nothing for the rack."),
        ("S3",),
        example=cost_example(
            "A1 bitti", "A1 finished", {"B1": {"opening": "series", "rack": {"points": 27}}}, seat="A1"
        ),
    ),
    Rule(
        "7.2",
        "rack",
        Text(
            "Bitmeyene elinde kalan taşların sayıları yazılır.",
            "A player who did not finish is charged the numbers of the tiles left.",
        ),
        ("S3",),
        example=cost_example(
            "A1 bitti, B1’in elinde 27 kaldı",
            "A1 finished, B1 has 27 left",
            {"B1": {"opening": "series", "rack": {"points": 27}}},
        ),
    ),
    Rule(
        "7.3",
        "unopened",
        Text(
            "Açmamış olana da yalnız elinde kalan yazılır.",
            "A player who has not opened pays only for the tiles left, too.",
        ),
        ("S3",),
        example=cost_example(
            "A1 bitti; B1 açmadı, elinde 27 kaldı",
            "A1 finished; B1 did not open and has 27 left",
            {"B1": {"opening": "none", "rack": {"points": 27}}},
        ),
    ),
    Rule(
        "7.4",
        "deck-each",
        Text(
            "Deste bitince herkese elinde kalan yazılır.",
            "When the deck runs out, everyone is charged for the tiles left.",
        ),
        ("S3",),
        example=cost_example(
            "Deste bitti, B1’in elinde 27 kaldı",
            "The deck ran out, B1 has 27 left",
            {"B1": {"opening": "series", "rack": {"points": 27}}},
            finished=False,
        ),
    ),
    Rule(
        "7.5",
        "partner-pays",
        Text(
            "Eşi biten oyuncuya da elinde kalan yazılır.",
            "A player whose partner finished pays for the tiles left, too.",
        ),
        when=in_pairs,
        example=cost_example(
            "A1 bitti, eşi A2’nin elinde 9 kaldı",
            "A1 finished, the partner A2 has 9 left",
            {"A2": {"opening": "series", "rack": {"points": 9}}},
            seat="A2",
        ),
    ),
    Rule(
        "7.6",
        "joker-left",
        Text("Elinde kalan jokerin sayısı sıfırdır.", "A joker left on the rack counts zero."),
        example=cost_example(
            "B1’in elinde kırmızı 7 ve joker kaldı",
            "B1 has red 7 and a joker left",
            {"B1": {"opening": "series", "rack": {"tiles": ["r7", "*"]}}},
        ),
    ),
    SwitchRule("7.7", "infractions", example=exchanged_joker_case),
    Rule(
        "7.8",
        "joker-of-an-opener",
        Text(
            "Puan, jokeri açışında koyan oyuncuya yazılır; açmamış olana yazılmaz.",
            "The player who laid the joker when opening pays for it; a player who has not opened pays "
            "nothing.",
        ),
        ("S3",),
        when=is_joker_charged,
    ),
    Rule(
        "7.9",
        "joker-laid-later",
        Text(
            "Açıştan sonra konan joker değiştirilirse puan yazılmaz.",
            "For a joker laid after the opening, nothing is paid.",
        ),
        ("S3",),
        when=is_joker_charged,
    ),
    Rule(
        "7.10",
        "joker-own",
        Text(
            "Kendi jokerini kendisi değiştirene puan yazılmaz.",
            "A player who takes back their own joker in exchange pays nothing.",
        ),
        ("S3",),
        when=is_joker_charged,
    ),
    Rule(
        "7.11",
        "joker-partner",
        Text(
            "Jokeri eşin değiştirmesi de başkasının değiştirmesi sayılır.",
            "An exchange by the partner counts like that of any other player.",
        ),
        when=all_of(is_joker_charged, in_pairs),
    ),
    Rule(
        "7.12",
        "joker-finisher",
        Text(
            "Bitene de kaptırdığı jokerin puanı yazılır.",
            "The finisher pays for a joker that was exchanged, too.",
        ),
        when=is_joker_charged,
    ),
    Rule(
        "7.13",
        "nothing-else",
        Text(
            "Başka hiçbir kural hatasına puan yazılmaz; hakem uyarır.",
            "No other infraction is charged; the referee warns.",
        ),
    ),
    Rule(
        "7.14",
        "racks-grow",
        Text(
            "Ek taşlar yüzünden elde çok taş kalabilir; 400’den fazla puan yazılamaz.",
            "Extra tiles make racks grow; more than 400 points can’t be written.",
        ),
        unchecked=True,
    ),
    Rule(
        "7.15",
        "lowest",
        Text("Toplamı az olan öndedir.", "The lower total leads."),
    ),
    Rule(
        "7.16",
        "joker-each",
        Text(
            "İki jokeri birden kaptırana puan iki kez yazılır.",
            "A player whose two jokers were exchanged is charged twice.",
        ),
        when=is_joker_charged,
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(7, "points", Text("Puanlar", "Points"), tuple(sentences_for(_PARTS, play)))
