from typing import Final

from rules.games.okey_task.book.play_context import BookContext
from rules.games.okey_task.racks import task_opening
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_MELDS, TASK_NAMES, Task
from rules.localized_text import Text, join_names
from rules.sentences import Row, Table
from rules.sources import cite

_HEADS: Final = (Text("Görev", "Task"), Text("Perler", "Melds"), Text("Taş", "Tiles"))
_FIRST: Final = 31


def table(play: BookContext) -> Table:
    return Table(_HEADS, tuple(_task_row(play, index, task) for index, task in enumerate(Task)))


def _task_row(play: BookContext, index: int, task: Task) -> Row:
    name, melds, tiles = TASK_NAMES[task], _melds(task), _tiles(task)
    text = Text(f"{name.tr}: {melds.tr}, {tiles} taş.", f"{name.en}: {melds.en}, {tiles} tiles.")
    cells = (name, melds, Text(f"{tiles}", f"{tiles}"))
    return Row(f"4.{_FIRST + index}", f"task.{task}", cite(("S3",), play.source), text=text, cells=cells)


def _melds(task: Task) -> Text:
    if task is Task.CIFT:
        return Text(f"en az {FEWEST_PAIRS} çift", f"{FEWEST_PAIRS} pairs at least")
    parts = [_meld(task, index) for index in range(len(TASK_MELDS[task]))]
    return Text(join_names([part.tr for part in parts], "tr"), join_names([part.en for part in parts], "en"))


def _meld(task: Task, index: int) -> Text:
    faces = TASK_MELDS[task][index][0]
    same = len({tile.number for tile in faces}) == 1
    kind = Text("küt", "set") if same else Text("seri", "run")
    return Text(f"{len(faces)} taşlık {kind.tr}", f"a {kind.en} of {len(faces)}")


def _tiles(task: Task) -> int:
    if task is Task.CIFT:
        return 2 * FEWEST_PAIRS
    # The first option of the first meld and the last options of the others share no tile.
    rack = [tile for index, options in enumerate(TASK_MELDS[task]) for tile in options[-1 if index else 0]]
    played = dict(enumerate([*rack, rack[0]]))
    return sum(map(len, task_opening(played, task)))
