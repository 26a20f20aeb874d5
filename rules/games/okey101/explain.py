"""The sentences of a score; products name their factors."""

from collections.abc import Sequence

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.multipliers import Factor, Multiplier
from rules.text import TIMES, Text, enumerated, grouped


def product(amount: int, multiplier: Multiplier, count: int = 1) -> Text:
    """Return "2 × 101", "202 × 4 (direct finish, okey finish)"."""
    return Text(*(_product(amount, multiplier, count, language) for language in ("tr", "en")))


def _product(amount: int, multiplier: Multiplier, count: int, language: str) -> str:
    times = f"{count} {TIMES} " if count > 1 else ""
    return times + grouped(amount, language) + _times(multiplier, language)


def _times(multiplier: Multiplier, language: str) -> str:
    if multiplier.amount == 1:
        return ""
    return f" {TIMES} {multiplier.amount} ({_reasons(multiplier.factors, language)})"


def _reasons(factors: Sequence[Factor], language: str) -> str:
    return ", ".join(factor.name.in_language(language) for factor in factors)


def finisher(amount: int, multiplier: Multiplier) -> Text:
    figure = product(amount, multiplier)
    return Text(f"Bitti: {figure.tr}", f"Finished: {figure.en}")


def unopened(amount: int, multiplier: Multiplier, cap: int | None) -> Text:
    """Return an unopened payment; ``cap`` only if it took effect."""
    figure = product(amount, multiplier)
    cap_note = (
        Text("", "")
        if cap is None
        else Text(f", en çok {grouped(cap, 'tr')}", f", {grouped(cap, 'en')} at most")
    )
    return Text(f"Açmadı: {figure.tr}{cap_note.tr}", f"Unopened: {figure.en}{cap_note.en}")


def rack(points: int, faces: int, multiplier: Multiplier) -> Text:
    """Return a series opener's payment; ``faces`` are the okeys' numbers."""
    figure = _left(points, faces, multiplied=multiplier.amount > 1)
    return Text(
        f"Elinde kalan: {figure}{_times(multiplier, 'tr')}",
        f"Left on the rack: {figure}{_times(multiplier, 'en')}",
    )


def _left(points: int, faces: int, *, multiplied: bool) -> str:
    if not faces:
        return str(points)
    figure = f"{points} + okey {faces}"
    return f"({figure})" if multiplied else figure


def rack_of_pairs(points: int, faces: int, multiplier: Multiplier, *, doubled: bool) -> Text:
    """Return a pairs opener's payment, doubled first."""
    figure = _left(points, faces, multiplied=doubled or multiplier.amount > 1)
    figure += f" {TIMES} 2" if doubled else ""
    return Text(
        f"Çift açtı, elinde kalan: {figure}{_times(multiplier, 'tr')}",
        f"Opened with pairs, left on the rack: {figure}{_times(multiplier, 'en')}",
    )


def okeys_left(amount: int, count: int, multiplier: Multiplier) -> Text:
    figure = product(amount, multiplier, count)
    return Text(f"Elinde kalan okey: {figure.tr}", f"Okey left on the rack: {figure.en}")


def infraction(code: str, amount: int, count: int, multiplier: Multiplier) -> Text:
    name, figure = INFRACTIONS[code].name, product(amount, multiplier, count)
    return Text(f"{name.tr}: {figure.tr}", f"{name.en}: {figure.en}")


def cancelled(parts: Sequence[Text]) -> Text:
    if not parts:
        return Text("Eşi bitti: elinde kalan yazılmaz", "Partner finished: nothing for the rack")
    return Text(
        f"Eşi bitti, silindi: {enumerated([part.tr for part in parts], 'tr')}",
        f"Partner finished, cancelled: {enumerated([part.en for part in parts], 'en')}",
    )


def cancelled_part(kind: str, points: int) -> Text:
    """Return a cancelled unopened, rack, okey or infractions part."""
    tr, en = grouped(points, "tr"), grouped(points, "en")
    return {
        "unopened": Text(f"açmama cezası {tr}", f"{en} for not opening"),
        "rack": Text(f"elinde kalan {tr}", f"{en} for the rack"),
        "okey": Text(f"okey cezası {tr}", f"{en} for the okey"),
        "infractions": Text(f"kural hataları {tr}", f"{en} for infractions"),
    }[kind]


def void_all_pairs() -> Text:
    return Text(
        "Dört oyuncu da çift açtı: el sayılmaz, yeniden oynanır",
        "All four opened with pairs: the hand is void and replayed",
    )


def void_nobody_opened() -> Text:
    return Text(
        "Kimse açmadı: el sayılmaz, yeniden oynanır",
        "Nobody opened: the hand is void and replayed",
    )


def nobody_opened() -> Text:
    return Text(
        "Kimse açmadı: bu elde puan yazılmaz",
        "Nobody opened: no penalty points in this hand",
    )
