from typing import Final

from rules.games.game import Game
from rules.games.okey_task.book.contents import BOOK
from rules.games.okey_task.differences import differences
from rules.games.okey_task.explain import word_line
from rules.games.okey_task.hand_details import hand_details
from rules.games.okey_task.hand_parts import hand_summary
from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.problems import find_errors, find_warnings
from rules.games.okey_task.racks import JOKER, answer_rack
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.rulesets import PRESETS, RuleSet
from rules.games.okey_task.score import score_hand
from rules.games.okey_task.seat_events import seat_events_of
from rules.localized_text import Text
from rules.rulesets import LONGEST_MATCH
from rules.seat_events import SeatEventKind

OKEY_TASK: Final = Game(
    id="okey_task",
    names=Text("Görev okeyi", "Task Okey"),
    about=Text(
        "Her elin bir görevi vardır ve görev tamamlanmadan açılmaz; elde kalan taşlar ceza puanıdır.",
        "Each hand has a task, which you lay down to open; tiles left cost penalty points.",
    ),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    score_hand=score_hand,
    word_own_line=word_line,
    book=BOOK,
    seat_events_of=seat_events_of,
    turns_indicator=False,
    numberless_name=JOKER,
    sum_names={"rack": Text("Elinde kalan", "Left on the rack")},
    counted_event_kinds=frozenset({SeatEventKind.OPENED, SeatEventKind.FINISHED, SeatEventKind.INFRACTION}),
    infraction_names={code: kind.name for code, kind in INFRACTIONS.items()},
    hand_details=hand_details,
    hand_summaries=hand_summary,
    differences=differences,
    answer_rack=answer_rack,
    tile_questions={
        "laid": Text("Görev oldu mu?", "Is the task fulfilled?"),
        "rack": Text("Açar mıydı?", "Could it open?"),
    },
    lengths=tuple(range(1, LONGEST_MATCH + 1)),
    offered_lengths=(3, 5, 7, 9, 11),
    play_tie_breaks=("fewest_infractions", "most_finishes"),
)
