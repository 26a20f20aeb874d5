from typing import Final

from rules.games.game import Game
from rules.games.okey_points.book.contents import BOOK
from rules.games.okey_points.differences import differences
from rules.games.okey_points.explain import word_line
from rules.games.okey_points.hand_parts import hand_summary
from rules.games.okey_points.missing_inputs import missing_inputs
from rules.games.okey_points.problems import OUTDATED_REFUSALS, find_errors, find_warnings
from rules.games.okey_points.racks import answer_rack
from rules.games.okey_points.reports import parse_report, with_penalties_before
from rules.games.okey_points.rulesets import PRESETS, START, RuleSet
from rules.games.okey_points.score import score_hand
from rules.games.okey_points.seat_events import FINISHES, seat_events_of
from rules.localized_text import Text
from rules.rulesets import LONGEST_MATCH
from rules.seat_events import PLAIN_FINISH, SeatEventKind

OKEY_POINTS: Final = Game(
    id="okey_points",
    names=Text("Düz okey", "Classic Okey"),
    about=Text(
        f"Herkes {START} puanla başlar, biten ötekilere puan kaybettirir; birinin puanı bitince maç biter.",
        f"Everyone begins with {START} points and loses some when others finish; at 0 the match is over.",
    ),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    outdated_refusals=OUTDATED_REFUSALS,
    missing_inputs=missing_inputs,
    score_hand=score_hand,
    word_own_line=word_line,
    book=BOOK,
    seat_events_of=seat_events_of,
    sum_names={
        "finish": Text("Rakiplerin bitişleri", "Finishes of the others"),
        "one_colour": Text("Tek renk", "One colour"),
        "nobody_finished": Text("Kimsenin bitmediği eller", "Hands nobody finished"),
        "indicator_shown": Text("Rakiplerin göstergesi", "Indicators of the others"),
    },
    counted_event_kinds=frozenset({SeatEventKind.FINISHED, SeatEventKind.SHOWN}),
    finish_names=FINISHES,
    usual_finishes=(PLAIN_FINISH, "okey", "pairs", "one_colour_run"),
    answer_rack=answer_rack,
    tile_questions={
        "laid": Text("El bitti mi?", "Is the hand finished?"),
        "rack": Text("Bitebilir miydi?", "Could it finish?"),
    },
    lengths=(None, *range(1, LONGEST_MATCH + 1)),
    offered_lengths=(5, 7, 9, 11, None),
    open_match=(5, 12),
    play_tie_breaks=("most_finishes",),
    ends_at=START,
    with_penalties_before=with_penalties_before,
    charges_sides=True,
    hand_summaries=hand_summary,
    differences=differences,
)
