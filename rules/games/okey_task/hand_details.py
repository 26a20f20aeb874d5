from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.tasks import TASK_NAMES
from rules.localized_text import Text


def hand_details(report: HandReport) -> tuple[Text, ...]:
    name = TASK_NAMES[report.task]
    return (Text(f"Görev: {name.tr}", f"Task: {name.en}"),)
