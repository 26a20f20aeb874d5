"""Chapters: matches, encounters and groups as a tournament plays them; the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.rulebook.chapter import Article, Chapter, stated, switched
from rules.rulebook.switches import SWITCHES
from rules.rulesets import PRESETS, RuleSet
from rules.sources import HOUSE_RULE
from rules.steps import Step
from rules.text import Text, enumerated


@dataclass(frozen=True, slots=True)
class StagePlan:
    """How a stage is played: its name, the length of encounters and matches.

    A stage in groups says how many ``advance`` and the ``steps`` of its order.
    """

    name: Text
    best_of: int
    hands_per_match: int
    advance: int = 0
    steps: tuple[Step, ...] = ()


def chapter(rules: RuleSet, stages: Sequence[StagePlan]) -> Chapter:
    """Tell how long is played, who wins, who goes on (S0 XI; the order is chosen)."""
    return Chapter(
        "matches",
        Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"),
        (
            *(article for stage in stages for article in _stage(rules, stage, only=len(stages) == 1)),
            *switched(rules, "level_match"),
            stated(
                rules,
                Text(
                    "Sayılmayan el yeniden oynanır ve maçın ellerinden biri sayılmaz.",
                    "A void hand is played again and is none of the match’s hands.",
                ),
                "S0 V",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Hükmen: karşılaşma ve gereken maçlar kazanana yazılır, el ve averaj yazılmaz; "
                    "oynanmış eller hiçbir toplamda sayılmaz.",
                    "Walkover: the winner is credited the encounter and the matches it needs, no hands, no "
                    "average; hands already played count nowhere.",
                ),
            ),
        ),
    )


def _stage(rules: RuleSet, stage: StagePlan, *, only: bool) -> Iterator[Article]:
    for field, value in (("hands_per_match", stage.hands_per_match), ("best_of", stage.best_of)):
        choice = SWITCHES[field].named(value)
        text = Text(f"{stage.name.tr}: {choice.rule.tr}", f"{stage.name.en}: {choice.rule.en}")
        own = value != getattr(PRESETS.get(rules.id, rules), field) and not choice.stated
        yield Article(text, HOUSE_RULE) if own else stated(rules, text, *choice.stated)
    if stage.steps:
        yield from _group(rules, stage, only=only)


def _group(rules: RuleSet, stage: StagePlan, *, only: bool) -> Iterator[Article]:
    if only:
        then = Text("birinci şampiyondur", "the first is champion")
    elif stage.advance == 1:
        then = Text("ilk sıradaki çıkar", "the first advances")
    else:
        then = Text("ilk ikisi çıkar", "the first two advance")
    text = Text(
        f"Grupta herkes birbiriyle bir kez karşılaşır, {then.tr}.",
        f"In a group everybody meets once; {then.en}.",
    )
    yield stated(rules, text, "S0 XI")
    tr, en = (_listed(stage, language) for language in ("tr", "en"))
    yield stated(
        rules,
        Text(
            f"Grup sıralaması şu sırayla belirlenir: {tr}. Bir ölçüt eşit olanları ayırınca, yine eşit "
            "kalanlar aralarında aynı ölçütle yeniden bakılarak sürer.",
            f"The order of a group is decided by, in turn: {en}. When one splits those tied, whoever is "
            "still tied goes on with the same one among themselves.",
        ),
    )


def _listed(stage: StagePlan, language: str) -> str:
    names = [step.name.in_language(language) for step in stage.steps]
    return enumerated([name[:1].lower() + name[1:] for name in names], language)


def at_the_table(rules: RuleSet) -> Chapter:
    """Tell how people sit, who deals, who decides a dispute (S0 I and VIII)."""
    return Chapter(
        "table",
        Text("Masada", "At the table"),
        (
            stated(
                rules,
                Text(
                    "Yerler anlaşarak ya da zarla belirlenir: büyük atan önce, ötekiler saat yönünün tersine "
                    "oturur. Maç bitmeden yer değiştirilmez.",
                    "Seats are agreed on or diced for: the highest sits first, the others counter-clockwise. "
                    "Nobody changes seats before the match ends.",
                ),
                "S0 I",
            ),
            stated(
                rules,
                Text(
                    "İlk eli yazıcının sağındaki dağıtır; dağıtma her elde sağa geçer.",
                    "The scorekeeper’s right deals first; the deal passes to the right.",
                ),
                "S0 I",
            ),
            stated(
                rules,
                Text(
                    "El bitince kalan taşlar rakiplere ve yazıcıya gösterilerek sayılır.",
                    "After a hand the tiles left are counted in sight of the opponents and the scorekeeper.",
                ),
                "S0 V",
            ),
            stated(
                rules,
                Text(
                    "Anlaşmazlıkta masaya tertip komisyonundan biri çağrılır.",
                    "In a dispute a member of the organizing committee is called to the table.",
                ),
                "S0 VIII",
            ),
        ),
    )
