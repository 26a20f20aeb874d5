from __future__ import annotations

from django.utils.translation import gettext as _


def labels() -> dict[str, str]:
    """Return texts for the page's script, by its keys; it fills in each `%s`."""
    return _group_labels() | _opening_verdict_labels() | _direct_finish_verdict_labels()


def _group_labels() -> dict[str, str]:
    return {
        "run": _("Run, %s points"),
        "set": _("Set, %s points"),
        "infraction": _("If laid this way: %s, %s penalty points"),
    }


def _opening_verdict_labels() -> dict[str, str]:
    return {
        "seriesOf": _("%s points, the threshold is %s"),
        "pairsOf": _("pairs: %s, at least %s are needed"),
        "opens": _("This opens: %s."),
        "restOpens": _("Taken back: %s. The rest opens: %s."),
        "short": _("This does not open: %s; %s short."),
        "mixed": _("This does not open: series and pairs are never laid in one opening."),
        "seriesKept": _("If you take back the pairs, the rest opens: %s."),
        "pairsKept": _("If you take back runs and sets, the rest opens: %s."),
        "free": _("Taking back tiles that don't belong to the opening costs no penalty points."),
        "couldOpen": _("It could have opened: %s."),
        "couldNot": _("It could not have opened: %s."),
    }


def _direct_finish_verdict_labels() -> dict[str, str]:
    return {
        "lie": _("tiles laid: %s"),
        "finished": _("A direct finish, if nobody else has opened: %s."),
        "lieAndThrown": _("%s, thrown last: %s"),
        "finishedIf": _(
            "A direct finish only if both tiles left are okeys, thrown together, "
            "and nobody else has opened: %s."
        ),
        "last_okey": _("An okey is thrown last: this is an okey finish."),
        "last_any": _("If the tile thrown last is an okey, this is an okey finish."),
        "last_double_okey": _("Both okeys are thrown last: this is a double okey finish."),
        "thrownAlone": _("If the tile thrown is one of them, separate it: tap + meld, then the tile."),
        "notFinished": _("Not a direct finish: %s."),
        "spared": _("It is below the threshold of %s; a direct finish with series need not reach it."),
        "not_invalid": _("Not a meld: %s."),
        "not_mixed": _("Series and pairs are never laid in one opening."),
        "not_below": _("The threshold of %s is not reached."),
        "not_many": _("These are more tiles than a player has."),
        "not_missing": _("Tiles still on the rack, besides the one that is thrown: %s."),
        "not_thrown": _("All tiles are laid: none is left to throw."),
        "not_pairs": _(
            "A direct finish with pairs is impossible: the 21 tiles to be laid are an odd number."
        ),
    }
