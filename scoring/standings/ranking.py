"""The order of groups, and of those who have the same rank in several, from the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rules.standings.best_placed import rank_across
from rules.standings.criteria import group_of, opponents_won
from rules.standings.tiebreaks import EncounterRecord, Ranked, Reason, Row, rank, steps_named
from rules.text import Text
from scoring.standings.records import extra_encounters, records_of_groups
from tournaments.models import Entrant, Feed, Group, GroupPlace, Stage, TieDecision
from tournaments.models.stage import newest_order
from tournaments.naming.names import mark

MOST_NAMED = 4
"""A reason names so many; of more it tells how many there are."""


@dataclass(frozen=True)
class RankedEntrant:
    """An entrant's place (1, 2, 3…, no two alike) and rank (shared when `tied`), with its figures.

    `reason` says why it stands above the next, `below` why those just above stand there. `strength` are the
    encounters that its opponents have won.
    """

    entrant: Entrant
    place: int
    rank: int
    tied: bool
    row: Row
    reason: Text | None
    below: Text | None = None
    strength: int = 0

    @property
    def reasons(self) -> list[Text]:
        return [text for text in (self.reason, self.below) if text]


@dataclass(frozen=True)
class GroupLedger:
    """What a group is ranked from: its entrants by public id, their encounters, the lot that was drawn.

    Those who are `gone` left while it was played: they stand behind all others, in the order in which they
    would otherwise.
    """

    group: Group
    entrants: Mapping[str, Entrant]
    records: Sequence[EncounterRecord]
    lot: Sequence[str]
    gone: Collection[str] = ()

    def ranking(self) -> list[RankedEntrant]:
        """The order, first first."""
        group = group_of(self.entrants, self.records, self.lot)
        steps = steps_named(self.group.stage.tie_breaks)
        staying = [key for key in self.entrants if key not in self.gone]
        leaving = rank([key for key in self.entrants if key in self.gone], group, steps)
        ranked = _with_behind(rank(staying, group, steps), leaving)
        return _told(ranked, self.entrants, opponents_won(group, self.entrants))


def rank_group(group: Group) -> list[RankedEntrant]:
    """The order of one group, first first."""
    return rank_groups([group])[group.pk]


def rank_groups(groups: Sequence[Group]) -> dict[int, list[RankedEntrant]]:
    """The order of each group by primary key, in a number of queries that does not depend on how many."""
    return {ledger.group.pk: ledger.ranking() for ledger in read_ledgers(groups)}


def read_ledgers(groups: Sequence[Group]) -> list[GroupLedger]:
    """What groups (their stages loaded) are ranked from, in five queries."""
    members, records, lots = _members(groups), records_of_groups(groups), _lots(groups)
    return [
        GroupLedger(
            group,
            {str(one.entrant.public_id): one.entrant for one in members[group.pk]},
            records[group.pk],
            lots[group.pk],
            {str(one.entrant.public_id) for one in members[group.pk] if one.gone},
        )
        for group in groups
    ]


def best_across(feed: Feed) -> list[Entrant | None]:
    """Who goes on by a feed of the best across groups, best first; None where a lot must say who it is."""
    best = feed.best or 0
    ranked = rank_best(feed.source, feed.first_rank)
    level = level_at_cut(ranked, best)
    return [None if one in level else one.entrant for one in ranked[:best]]


def rank_best(stage: Stage, rank: int) -> list[RankedEntrant]:
    """Those who ended at a rank of the groups of a stage; whom nothing parts share a rank among these."""
    groups = list(stage.groups.select_related("stage").order_by("position"))
    return compare_across(read_ledgers(groups), rank, lot_across(stage))


def lot_across(stage: Stage) -> list[str]:
    """What was decided of ties between groups, by public id."""
    return newest_order(stage.tie_decisions.all())


def compare_across(ledgers: Sequence[GroupLedger], rank: int, lot: Sequence[str] = ()) -> list[RankedEntrant]:
    """Those at a rank of groups, compared by the steps that mean something between groups, then by a lot.

    While a tie leaves a rank open, whoever stands there now is compared. Those who left stand behind here,
    too.
    """
    if not ledgers:
        return []
    at_rank = {
        str(one.entrant.public_id): one for ledger in ledgers for one in ledger.ranking() if one.place == rank
    }
    gone = {key for ledger in ledgers for key in ledger.gone}
    steps = steps_named(ledgers[0].group.stage.tie_breaks)
    extra = extra_encounters({ledger.group.pk: ledger.records for ledger in ledgers})
    staying, leaving = (
        rank_across(
            {key: one.row for key, one in at_rank.items() if (key in gone) is left}, steps, extra, lot
        )
        for left in (False, True)
    )
    return _told(_with_behind(staying, leaving), {key: one.entrant for key, one in at_rank.items()}, {})


def level_at_cut(ranked: Sequence[RankedEntrant], best: int) -> list[RankedEntrant]:
    """Those whom nothing parts although only some of them are among the `best`."""
    level = [one for one in ranked if one.tied and one.rank <= best]
    last = [one for one in level if one.rank == level[-1].rank]
    return last if last and last[-1].place > best else []


def _with_behind(staying: Sequence[Ranked], leaving: Sequence[Ranked]) -> list[Ranked]:
    """Those who left after all others, no two of them level: nothing depends on their order."""
    places = enumerate(leaving, start=len(staying) + 1)
    return [*staying, *(replace(one, rank=place, tied=False) for place, one in places)]


def _told(
    ranked: Iterable[Ranked], entrants: Mapping[str, Entrant], strengths: Mapping[str, int]
) -> list[RankedEntrant]:
    return [
        RankedEntrant(
            entrant=entrants[item.entrant],
            place=place,
            rank=item.rank,
            tied=item.tied,
            row=item.row,
            reason=_above(item.reason, entrants) if item.reason else None,
            below=_below(item.below, entrants) if item.below else None,
            strength=strengths.get(item.entrant, 0),
        )
        for place, item in enumerate(ranked, start=1)
    ]


def _above(reason: Reason, entrants: Mapping[str, Entrant]) -> Text:
    shown, names = _few(reason.against, entrants)
    said = replace(reason, against=shown)
    return Text(*(said.sentence(names[language].__getitem__).in_language(language) for language in names))


def _below(reason: Reason, entrants: Mapping[str, Entrant]) -> Text:
    shown, names = _few(reason.leaders, entrants)
    said = replace(reason, leaders=shown)
    return Text(
        *(said.sentence_from_below(names[language].__getitem__).in_language(language) for language in names)
    )


def _few(
    keys: Sequence[str], entrants: Mapping[str, Entrant]
) -> tuple[tuple[str, ...], dict[str, dict[str, str]]]:
    """As many as a sentence can name, in Turkish and English; the rest are counted.

    Names may change while sentences are kept: marks with ids stand for them, see `queries.named`.
    """
    named = keys if len(keys) <= MOST_NAMED else keys[: MOST_NAMED - 1]
    names = {key: mark(entrants[key].public_id) for key in named}
    rest = len(keys) - len(named)
    if not rest:
        return tuple(named), {"tr": names, "en": names}
    others = {"tr": f"{rest} diğeri", "en": f"{rest} others"}
    return (*named, ""), {language: {**names, "": said} for language, said in others.items()}


def _members(groups: Sequence[Group]) -> dict[int, list[GroupPlace]]:
    places = GroupPlace.objects.filter(group__in=groups).select_related("entrant").order_by("position", "pk")
    members: dict[int, list[GroupPlace]] = {group.pk: [] for group in groups}
    for place in places:
        members[place.group_id].append(place)
    return members


def _lots(groups: Sequence[Group]) -> dict[int, list[str]]:
    decisions = TieDecision.objects.filter(group__in=groups).order_by("group", "pk")
    by_group = {pk: list(own) for pk, own in groupby(decisions, key=lambda one: one.group_id)}
    return {group.pk: newest_order(by_group.get(group.pk, [])) for group in groups}
