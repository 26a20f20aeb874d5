from __future__ import annotations

from django.utils.translation import gettext as _


def labels() -> dict[str, str]:
    """Return texts for the tile referee's script, by its keys; it fills in each `%s`."""
    return {
        "run": _("A run"),
        "set": _("A set"),
        "one_colour_run": _("The run of one colour, of all fourteen tiles"),
        "finished_groups": _("Finished with runs and sets."),
        "finished_pairs": _("Finished with seven pairs."),
        "finished_one_colour_run": _("Finished with the run of one colour."),
        "could_groups": _("It could finish with runs and sets."),
        "could_pairs": _("It could finish with seven pairs."),
        "could_one_colour_run": _("It could finish with the run of one colour."),
        "could_not": _("It could not finish: these fourteen tiles don't make a hand."),
        "lacking": _("A hand has fourteen tiles; still missing: %s."),
        "price": _("Each other side pays %s, or %s if the okey was thrown last."),
        "free": _("The others pay nothing for it."),
        "one_colour": _("All tiles are of one colour: %s."),
        "doubled": _("All tiles are of one colour: %s. It counts twice."),
        "others": _("Grouped differently, the same tiles would finish: %s."),
        "way_groups": _("with runs and sets"),
        "way_pairs": _("with seven pairs"),
        "way_one_colour_run": _("with the run of one colour"),
        "notFinished": _("Not finished."),
        "not_invalid": _("Not a meld: %s."),
        "not_mixed": _("Pairs can't be combined with runs or sets."),
        "not_missing": _("Tiles in no group yet: %s. A hand has fourteen."),
        "goesOn": _("If it was shown as finished, the hand continues, and the referee warns."),
    }
