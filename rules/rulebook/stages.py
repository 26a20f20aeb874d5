"""How each stage of a tournament is played: what meets whom, who goes on, what decides the order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.chapter import Article, stated
from rules.rulebook.switches import SWITCHES
from rules.sources import HOUSE_RULE
from rules.standings.steps import Step
from rules.text import Text, enumerated


class Format(Enum):
    """The ways to play a stage."""

    GROUPS = "groups"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    TABLES = "tables"
    FOURS = "fours"


@dataclass(frozen=True, slots=True)
class StagePlan:
    """How a stage is played: its name, the length of encounters and matches, its format with what was chosen.

    ``advance`` go on of each group or of the table, and of the rank below them the ``best`` across
    groups; of a stage that ``crowns`` the first is champion. ``steps`` are those of its order. With
    0 ``rounds`` a Swiss system has as many as its number of entrants asks for.
    """

    name: Text
    best_of: int
    hands_per_match: int
    advance: int = 0
    steps: tuple[Step, ...] = ()
    format: Format = Format.KNOCKOUT
    crowns: bool = False
    best: int = 0
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True


def articles_of(rules: RuleSet, stage: StagePlan) -> Iterator[Article]:
    """Tell how long is played, who meets whom, who goes on, and how the order is decided."""
    for field, value in (("hands_per_match", stage.hands_per_match), ("best_of", stage.best_of)):
        choice = SWITCHES[field].named(value)
        text = _of(stage, choice.rule)
        own = value != getattr(rules.preset, field) and not choice.stated
        yield Article(text, HOUSE_RULE) if own else stated(rules, text, *choice.stated)
    match stage.format:
        case Format.GROUPS:
            yield _groups(rules, stage)
        case Format.SWISS:
            yield from _swiss(rules, stage)
        case Format.FOURS:
            yield from _fours(rules, stage)
        case Format.KNOCKOUT:
            yield from _knockout(rules, stage)
        case Format.DOUBLE:
            yield _double(rules, stage)
        case _:  # tables of four
            yield from _tables(rules, stage)
    if stage.steps:
        yield _order(rules, stage)


def _of(stage: StagePlan, text: Text) -> Text:
    return Text(f"{stage.name.tr}: {text.tr}", f"{stage.name.en}: {text.en}")


def _groups(rules: RuleSet, stage: StagePlan) -> Article:
    once = Text("bir kez", "once") if stage.meetings == 1 else Text("iki kez", "twice")
    then = _then(stage)
    text = Text(
        f"Grupta herkes birbiriyle {once.tr} karşılaşır, {then.tr}.",
        f"In a group everybody meets {once.en}; {then.en}.",
    )
    usual = stage.meetings == 1 and not stage.best
    return stated(rules, text, *(("S0 XI",) if usual else ()))


def _then(stage: StagePlan) -> Text:
    """What becomes of the first ones."""
    if stage.crowns:
        return Text("birinci şampiyondur", "the first is champion")
    if not stage.advance:
        return Text("sonuncuya kadar sıralanır", "all are ranked to the last")
    number = {
        1: Text("ilk sıradaki üst tura çıkar", "the first advances"),
        2: Text("ilk ikisi üst tura çıkar", "the first two advance"),
    }
    many = Text(f"ilk {stage.advance} üst tura çıkar", f"the first {stage.advance} advance")
    first = number.get(stage.advance, many)
    if not stage.best:
        return first
    rank = stage.advance + 1
    return Text(
        f"{first.tr}, {rank}. sıradakilerin en iyi {stage.best} tanesi de üst tura çıkar",
        f"{first.en}, and of those in place {rank} the best {stage.best} across groups",
    )


def _swiss(rules: RuleSet, stage: StagePlan) -> Iterator[Article]:
    rounds = (
        Text(f"{stage.rounds} tur oynanır", f"{stage.rounds} rounds are played")
        if stage.rounds
        else Text(
            "katılanların sayısı kaç elemeyi gerektiriyorsa o kadar tur oynanır",
            "as many rounds are played as a knock-out of as many would have",
        )
    )
    then = _then(stage)
    text = Text(
        "Her turda eşit sayıda karşılaşma kazanmış olanlar karşılaşır, olabildiğince kimse aynı rakiple "
        f"iki kez karşılaşmaz; {rounds.tr}, {then.tr}.",
        "In every round those meet who have won equally many encounters, nobody the same opponent twice "
        f"where that can be avoided; {rounds.en}, {then.en}.",
    )
    yield stated(rules, _of(stage, text))
    bye = Text(
        "Sayı tekse biri bay geçer ve karşılaşmayı el yazılmadan kazanmış sayılır; başkası bay "
        "geçmemişken kimse ikinci kez bay geçmez.",
        "With an odd number one has a bye, which counts as an encounter won without hands; nobody has a "
        "second one while somebody had none.",
    )
    yield stated(rules, bye)


def _fours(rules: RuleSet, stage: StagePlan) -> Iterator[Article]:
    rounds = (
        Text(f"herkes {stage.rounds} tur oynar", f"everybody plays {stage.rounds} rounds")
        if stage.rounds
        else Text(
            "herkes, katılanların sayısı kaç elemeyi gerektiriyorsa o kadar tur oynar",
            "everybody plays as many rounds as a knock-out of as many would have",
        )
    )
    then = _then(stage)
    text = Text(
        "Her turda masalar, puan durumunda birbirine yakın olan dörtlerden kurulur, olabildiğince kimse "
        f"aynı kişiyle iki kez oturmaz; {rounds.tr}, {then.tr}.",
        "In every round four who stand near each other sit together, nobody with the same people twice "
        f"where that can be avoided; {rounds.en}, {then.en}.",
    )
    yield stated(rules, _of(stage, text))
    bye = Text(
        "Dörde bölünmeyen sayıda en sondaki bir ile üç kişi bay geçer; bayda el yazılmaz ve ortalama "
        "değişmez. Başkası daha az bay geçmişken kimse bir kez daha bay geçmez.",
        "Where the number is no multiple of four the last one to three have a bye, without hands, so that "
        "their average stays; nobody has another one while somebody had fewer.",
    )
    yield stated(rules, bye)


def _knockout(rules: RuleSet, stage: StagePlan) -> Iterator[Article]:
    text = Text(
        "Kaybeden elenir; sayı ikinin kuvveti değilse ilk turu en üst sıradakiler bay geçer.",
        "Whoever loses is out; where the number is no power of two the highest seeds have a bye in the "
        "first round.",
    )
    yield stated(rules, _of(stage, text))
    if stage.third_place:
        third = Text(
            "Yarı finalde kaybedenler üçüncülük için karşılaşır.",
            "The losers of the semi-finals meet for third place.",
        )
        yield stated(rules, _of(stage, third))


def _double(rules: RuleSet, stage: StagePlan) -> Article:
    final = (
        Text(
            "büyük finali kaybedenler tablosundan gelen kazanırsa ikinci bir final oynanır",
            "if the one from the losers’ bracket wins the grand final, a second one is played",
        )
        if stage.reset_final
        else Text("büyük final tek karşılaşmadır", "the grand final is a single encounter")
    )
    text = Text(
        "İki kez kaybeden elenir: ilk kez kaybeden kaybedenler tablosuna geçer, iki tablonun birincileri "
        f"büyük finalde karşılaşır; {final.tr}.",
        "Whoever loses twice is out: after the first defeat one goes on in the losers’ bracket, and the "
        f"winners of both meet in the grand final; {final.en}.",
    )
    return stated(rules, _of(stage, text))


def _tables(rules: RuleSet, stage: StagePlan) -> Iterator[Article]:
    text = Text(
        "Her masada dört kişi kendisi için oynar; toplam puanı en az olan iki kişi üst tura çıkar, "
        "son masanın birincisi kazanır.",
        "Four play at a table, each for himself; the two with the lowest totals advance, and the first of "
        "the last table has won.",
    )
    yield stated(rules, _of(stage, text), "S4")
    rest = Text(
        "Dörde bölünemeyen turda en iyi bir ila üç kişi bay geçer; başkası bay geçmemişken kimse ikinci "
        "kez bay geçmez.",
        "Where a round can’t be divided by four, the best one to three have a bye; nobody has a second one "
        "while somebody had none.",
    )
    yield stated(rules, rest)


def _order(rules: RuleSet, stage: StagePlan) -> Article:
    tr, en = (_listed(stage, language) for language in ("tr", "en"))
    heading = (
        Text("Grup sıralaması", "The order of a group")
        if stage.format is Format.GROUPS
        else Text("Sıralama", "The order of the table")
    )
    return stated(
        rules,
        Text(
            f"{heading.tr} şu sırayla belirlenir: {tr}. Bir ölçüt eşit olanları ayırınca, yine eşit "
            "kalanlar aralarında aynı ölçütle yeniden bakılarak sürer.",
            f"{heading.en} is decided by, in turn: {en}. When one splits those tied, whoever is "
            "still tied goes on with the same one among themselves.",
        ),
    )


def _listed(stage: StagePlan, language: str) -> str:
    names = [step.name.in_language(language) for step in stage.steps]
    return enumerated([name[:1].lower() + name[1:] for name in names], language)
