"""Products name their factors."""

from collections.abc import Sequence

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.multipliers import Factor, Multiplier
from rules.localized_text import TIMES, Text, format_number, join_names


def product(amount: int, multiplier: Multiplier, count: int = 1) -> Text:
    """Return "2 × 101", "202 × 4 (direct finish, okey finish)"."""
    return Text(*(_product(amount, multiplier, count, language) for language in ("tr", "en")))


def _product(amount: int, multiplier: Multiplier, count: int, language: str) -> str:
    times = f"{count} {TIMES} " if count > 1 else ""
    return times + format_number(amount, language) + _times_suffix(multiplier, language)


def _times_suffix(multiplier: Multiplier, language: str) -> str:
    if multiplier.amount == 1:
        return ""
    return f" {TIMES} {multiplier.amount} ({_factor_names(multiplier.factors, language)})"


def _factor_names(factors: Sequence[Factor], language: str) -> str:
    return ", ".join(factor.name.in_language(language) for factor in factors)


def finisher(amount: int, multiplier: Multiplier) -> Text:
    figure = product(amount, multiplier)
    return Text(f"Bitti: {figure.tr}", f"Finished: {figure.en}")


def unopened(amount: int, multiplier: Multiplier, cap: int | None) -> Text:
    """``cap`` only if it took effect."""
    figure = product(amount, multiplier)
    cap_note = (
        Text("", "")
        if cap is None
        else Text(f", en çok {format_number(cap, 'tr')}", f", {format_number(cap, 'en')} at most")
    )
    return Text(f"Açmadı: {figure.tr}{cap_note.tr}", f"Unopened: {figure.en}{cap_note.en}")


def rack(points: int, faces: int, multiplier: Multiplier) -> Text:
    """``faces`` are the okeys' numbers."""
    figure = _rack_figure(points, faces, multiplied=multiplier.amount > 1)
    return Text(
        f"Elinde kalan: {figure}{_times_suffix(multiplier, 'tr')}",
        f"Left on the rack: {figure}{_times_suffix(multiplier, 'en')}",
    )


def _rack_figure(points: int, faces: int, *, multiplied: bool) -> str:
    if not faces:
        return str(points)
    figure = f"{points} + okey {faces}"
    return f"({figure})" if multiplied else figure


def rack_of_pairs(points: int, faces: int, multiplier: Multiplier, *, doubled: bool) -> Text:
    """Doubled first."""
    figure = _rack_figure(points, faces, multiplied=doubled or multiplier.amount > 1)
    figure += f" {TIMES} 2" if doubled else ""
    return Text(
        f"Çift açtı, elinde kalan: {figure}{_times_suffix(multiplier, 'tr')}",
        f"Opened with pairs, left on the rack: {figure}{_times_suffix(multiplier, 'en')}",
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
        f"Eşi bitti, silindi: {join_names([part.tr for part in parts], 'tr')}",
        f"Partner finished, cancelled: {join_names([part.en for part in parts], 'en')}",
    )


def cancelled_part(kind: str, points: int) -> Text:
    """``kind``: unopened, rack, okey or infractions."""
    tr, en = format_number(points, "tr"), format_number(points, "en")
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
