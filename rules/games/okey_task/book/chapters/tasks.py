from typing import Final

from rules.book.book_context import in_pairs, sentences_for, shared_sentence
from rules.book.play_sentences import PLAY
from rules.games.okey_task.book.cases import opening_example
from rules.games.okey_task.book.chapters.task_rows import table
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.games.okey_task.tasks import Task
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "4.1",
        "task-drawn",
        Text(
            "Her el için bir görev rastgele çekilir; herkes için aynıdır.",
            "A task is drawn at random for each hand; it is the same for all.",
        ),
        ("S3",),
    ),
    Rule(
        "4.2",
        "drawn-by",
        Text(
            "Görevi telefon çeker, ya da masa çeker ve telefona yazar.",
            "The phone draws the task, or the table draws it and enters it in the phone.",
        ),
    ),
    Rule(
        "4.3",
        "task-shown",
        Text("Görev, el başlamadan herkese gösterilir.", "The task is shown to all before the hand begins."),
    ),
    Rule(
        "4.4",
        "task-first",
        Text(
            "Açmak için önce görev masaya konur; başka perle açılmaz.",
            "A player opens by laying the task; no other melds open.",
        ),
        ("S3",),
    ),
    Rule(
        "4.5",
        "task-exactly",
        Text(
            "Çift dışında her görev tam istenen taş sayısıyla konur; artanı sonraki sıralarda eklenir.",
            "A task other than pairs is laid with exactly its number of tiles; more are added in later "
            "turns.",
        ),
    ),
    Rule(
        "4.6",
        "task-with-jokers",
        Text("Görevdeki perlerde joker kullanılabilir.", "Jokers may be used in the melds of the task."),
        ("S3",),
        example=opening_example(Task.KUT_3, "r9 * k9 b1"),
    ),
    Rule(
        "4.7",
        "task-keeps-one",
        Text(
            "Açan, o sırada bir taş atar: görevden sonra elinde bir taş kalmalıdır.",
            "A player who opens discards in that turn: a tile must be left after the task.",
        ),
        ("S3",),
        example=opening_example(Task.SERI_3, "r5 r6 r7"),
    ),
    Rule(
        "4.8",
        "task-pairs",
        Text("Çift görevi en az 4 çiftle açılır.", "The task of pairs opens with at least 4 pairs."),
        ("S3",),
        example=opening_example(Task.CIFT, "r1 r1 k4 k4 y9 y9 b2 b2 r5"),
    ),
    Rule(
        "4.9",
        "task-own",
        Text(
            "Herkes görevi kendi taşlarıyla koyar; eşin koyduğu ona yetmez.",
            "Everyone lays the task with their own tiles; a partner’s melds are not enough.",
        ),
        when=in_pairs,
    ),
    Rule(
        "4.10",
        "task-short",
        Text(
            "Görevi karşılamayan taşlar geri alınır.",
            "Tiles that do not fulfil the task are taken back.",
        ),
    ),
    Rule(
        "4.11",
        "task-wrong",
        Text(
            "Yanlış görevle açış, sonraki oyuncu taşını attıktan sonra geçerli sayılır.",
            "An opening with a wrong task is valid once the next player has discarded.",
        ),
    ),
    Rule(
        "4.12",
        "tasks-apart",
        Text(
            "İki perlik görevde aynı taş iki perde birden sayılmaz.",
            "In a task of two melds no tile counts in both.",
        ),
        ("S3",),
        example=opening_example(Task.KUT_3_SERI_3, "r5 b5 y5 r6 r7 k1"),
    ),
    Rule(
        "4.13",
        "task-differs",
        Text(
            "Masaya gösterilen görev telefondakinden başkaysa gösterilen geçerlidir; telefona o yazılır.",
            "If the table was shown a different task than the phone has, the one shown applies and is "
            "entered.",
        ),
    ),
    shared_sentence(PLAY, "starter-opens", "4.14", "starter-opens"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(4, "tasks", Text("Görevler", "Tasks"), tuple(sentences_for(_PARTS, play)), table(play))
