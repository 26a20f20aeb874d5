from typing import Final

from rules.games.game import Game
from rules.games.okey101.amounts import FACTORS
from rules.games.okey101.book.contents import BOOK
from rules.games.okey101.differences import differences
from rules.games.okey101.explain import word_line
from rules.games.okey101.hand_parts import hand_summary
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.missing_inputs import seats_missing_inputs
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.program_answers import answer_opening, answer_rack
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import (
    PRESETS,
    RuleSet,
    counts_unopened_when_level,
    keepers_right_deals_first,
    rules_for,
)
from rules.games.okey101.score import score_hand, seat_events_of
from rules.localized_text import Text
from rules.seat_events import PLAIN_FINISH, SeatEventKind

_RACK: Final = Text("Elinde kalan", "Left on the rack")
_LENGTHS: Final = (3, 5, 7, 9, 11)

OKEY_101: Final = Game(
    id="okey101",
    names=Text("101 okey", "101 Okey"),
    about=Text(
        "En az 101’lik serilerle ya da beş çiftle açılır; elde kalan taşlar ceza puanıdır, en azı kazanır.",
        "You open with runs and sets worth 101 or with five pairs; tiles left cost points, and the fewest "
        "points win.",
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
    sum_names={
        "finisher": Text("Bitirilen eller", "Finished hands"),
        "rack": _RACK,
        "rack_of_pairs": _RACK,
        "unopened": Text("Açılmayan eller", "Not opened"),
        "okey_left": Text("Elinde kalan okey", "Okey left"),
    },
    counted_event_kinds=frozenset(
        {SeatEventKind.OPENED, SeatEventKind.FINISHED, SeatEventKind.INFRACTION, SeatEventKind.CHARGED}
    ),
    finish_names={code: factor.name for code, factor in FACTORS.items()},
    usual_finishes=(PLAIN_FINISH, "okey", "pairs", "direct"),
    infraction_names={code: kind.name for code, kind in INFRACTIONS.items()},
    seats_missing_inputs=seats_missing_inputs,
    answer_rack=answer_rack,
    tile_questions={
        "laid": Text("Yerdeki perler", "Melds laid"),
        "rack": Text("Açar mıydı?", "Could it open?"),
        "finish": Text("Elden bitti mi?", "Direct finish?"),
    },
    rules_for=rules_for,
    decides_level_match=counts_unopened_when_level,
    keepers_right_deals_first=keepers_right_deals_first,
    lengths=_LENGTHS,
    offered_lengths=_LENGTHS,
    optional_play_tie_breaks=("fewest_unopened", "most_finishes"),
    answer_opening=answer_opening,
    hand_summaries=hand_summary,
    differences=differences,
)
