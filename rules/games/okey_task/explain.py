from rules.games.okey_task.infractions import INFRACTIONS
from rules.localized_text import TIMES, Text
from rules.racks import RackCount


def finisher() -> Text:
    return Text("Bitti: 0", "Finished: 0")


def rack(count: RackCount) -> Text:
    """Return the payment for a rack; jokers count nothing."""
    figure = f"{count.points}"
    if count.okeys:
        return Text(f"Elinde kalan: {figure} + joker 0", f"Left on the rack: {figure} + joker 0")
    return Text(f"Elinde kalan: {figure}", f"Left on the rack: {figure}")


def infraction(code: str, amount: int, count: int) -> Text:
    name, figure = INFRACTIONS[code].name, f"{count} {TIMES} {amount}" if count > 1 else f"{amount}"
    return Text(f"{name.tr}: {figure}", f"{name.en}: {figure}")
