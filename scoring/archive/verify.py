"""Check an archive of an Istaka tournament: `python3 verify.py ARCHIVE.json [DIGEST]`.

Needs only Python 3.9. Computes every seal and chain again: hands of each match, confirmations, the log.
Prints a line for each difference and exits 1; exits 2 if the file is no archive. DIGEST is one noted earlier,
whole or in eight letters, to compare.

This shows that no hand, confirmation or log row was changed. Names and the draw are not sealed. Scoring again
takes the rules: `restore_archive` does it. See docs/archive.md for the format.

Speaks Turkish on a Turkish computer, else English; ISTAKA_LANGUAGE=tr or en decides.
"""

from __future__ import annotations

import hashlib
import json
import locale
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

if sys.version_info < (3, 9):  # noqa: UP036 - the script runs on any computer
    sys.stderr.write("verify.py needs Python 3.9 or a newer one\n")
    sys.exit(2)

Row = Mapping[str, Any]
Problem = tuple[str, str]
"""A JSON pointer into the archive, and what is wrong there."""
SCHEMA = "istaka-archive-1"
MAX_BYTES = 500_000_000
"""The limit of restore_archive too; 2,048 entrants need half of it."""
MIN_BYTES_PER_VALUE = 8
"""Archives of an Istaka have about 22 bytes for each value."""
MIN_VALUE_LIMIT = 100_000
"""This many values may be shorter."""
LETTERS = "ACDEFHJKLMNPRTUVXY34679"
FORMAT = 1
"""The number of the format in which rows are sealed."""
UNREADABLE = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, RecursionError, MemoryError),
)
"""Exceptions from reading a file that no Istaka wrote."""
UNSEALED_NAMES = {"previous_hash", "hash", "facts", "summary", "before", "after"}
"""Names of a row that its seal does not cover."""
HIDDEN_ROW_NAMES = {"seal_format", "previous_hash", "hash", "facts"}
"""The names of an unpublished log row."""
TURKISH = {
    "has seal format #; the only known format is #": "mühür biçimi #; bilinen tek biçim #",
    "has the digest of its facts in their place, which only a hidden log row has": (
        "içeriği yerine özeti var; bu yalnızca yayımlanmayan günlük satırlarında olabilir"
    ),
    "is not what was sealed": "mühürlendiği gibi değil",
    "does not follow the row before it: one is missing, or more than there were": (
        "önceki satırın devamı değil: ya bir satır eksik ya da fazladan satır var"
    ),
    "tells something else than was written": "metni yazıldığı gibi değil",
    "is not the rule book that its digest names": "özetinin gösterdiği kural kitabı değil",
    "is not the digest over the last seals of the archive": "arşivin son mühürlerinin özeti değil",
    "is withheld, but the sealed reason is empty": "yayımlanmamış, ama mühürlü gerekçe boş",
    "does not follow the version before it": "önceki sürümün devamı değil",
    "has no version": "hiç sürümü yok",
    "has no hand before it": "öncesindeki el yok",
    "is nobody of the archive": "arşivdeki kişilerden biri değil",
    "can't be read": "okunamıyor",
    "pay something else than the lines say": "puanlar satırların toplamını tutmuyor",
    "is not in the archive": "arşivde yok",
    "is another than the one that was written down": "not edilenden farklı",
    "# rows of entries": "# el kaydı",
    "# rows of confirmations": "# onay",
    "# rows of log": "# günlük satırı",
    "# log rows of sign-up are not for everybody: that there are such rows is shown": (
        "# başvuru satırı herkese açık değil: yalnızca var oldukları doğrulandı"
    ),
    "the texts of # log rows are not for everybody: that there are such rows is shown": (
        "# günlük satırının metni herkese açık değil: yalnızca var oldukları doğrulandı"
    ),
    "the reasons of # entries are not for everybody: that there are such is shown": (
        "# el kaydının gerekçesi herkese açık değil: yalnızca var oldukları doğrulandı"
    ),
    "names, and who was drawn where, are not sealed: nothing is shown of them": (
        "adlar ve kura mühürlü değil: onlar hakkında bir şey doğrulanmadı"
    ),
    "no hand was scored again, and nobody's win decided again, for that takes the rules": (
        "eller yeniden puanlanmadı, kazananlar yeniden belirlenmedi: bunun için kurallar gerekir"
    ),
    "digest": "doğrulama kodu",
    "# differences": "# fark",
    "is no archive that can be read": "okunabilen bir arşiv değil",
    "its name is no text, or its digest no SHA-256": "adı metin değil ya da doğrulama kodu SHA-256 değil",
    "byte # is no UTF-8": "#. bayt UTF-8 değil",
    "is missing": "eksik",
    "it is larger than # bytes": "# bayttan büyük",
    "it has more values than an archive of its length": "bu boydaki bir arşivden daha çok değer içeriyor",
    "its schema is not istaka-archive-#": "biçimi istaka-archive-# değil",
    "No such file or directory": "böyle bir dosya yok",
}
"""Turkish for English, with # for a number; numbers keep their order."""
TURKISH_HELP = """Istaka turnuvasının arşivini doğrular: `python3 verify.py ARŞİV.json [KOD]`.

Yalnızca Python 3.9 gerekir. Bütün mühürleri ve zincirleri yeniden hesaplar: maçların elleri, onaylar, günlük.
Her fark için bir satır yazar ve 1 ile biter; dosya arşiv değilse 2 ile biter. KOD, önceden not ettiğiniz
doğrulama kodudur, bütünü ya da sekiz harfi.

Hiçbir elin, onayın ve günlük satırının değişmediğini gösterir. Adlar ve kura mühürlü değildir. Yeniden
puanlamak için kurallar gerekir: onu `restore_archive` yapar. Biçim: docs/archive.md.

Türkçe bilgisayarda Türkçe, yoksa İngilizce yazar; ISTAKA_LANGUAGE=tr ya da en belirler.
"""


def speaks_turkish() -> bool:
    chosen = os.environ.get("ISTAKA_LANGUAGE", "")
    try:
        computer = locale.setlocale(locale.LC_CTYPE, "")  # "tr_TR.UTF-8"; on Windows "Turkish_Türkiye.1254"
    except locale.Error:
        computer = ""
    names = (chosen or os.environ.get("LC_ALL") or os.environ.get("LANG") or computer).lower()
    return names.startswith(("tr", "turkish"))


def translate(text: str) -> str:
    """Return the sentence in the reader's language; an unknown one stays English."""
    turkish = TURKISH.get(re.sub(r"\d+", "#", text)) if speaks_turkish() else None
    numbers = iter(re.findall(r"\d+", text))
    return text if turkish is None else re.sub("#", lambda _sign: next(numbers), turkish)


def digest(facts: object) -> str:
    """Return the SHA-256 over canonical JSON: sorted names, no spaces, letters unescaped."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def receipt(seal: str) -> str:
    number, letters = int(seal, 16), ""
    for _place in range(8):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def seal_of(row: Row) -> str:
    facts = {name: value for name, value in row.items() if name not in UNSEALED_NAMES}
    return sha256(row["previous_hash"] + row.get("facts", digest(facts)))


def chain_problems(rows: Iterable[tuple[str, Row]]) -> Iterator[Problem]:
    """Yield the first break; `rows` have places and are in order."""
    previous = ""
    for place, row in rows:
        why = row_problem(row, previous, hideable=place.startswith("/log/"))
        if why:
            yield place, why
            return
        previous = row["hash"]


def row_problem(row: Row, previous: str, *, hideable: bool) -> str:
    """Return the first problem of a row or its texts, sealed after the hash `previous`; "" without any.

    Only a `hideable` row may have its facts' digest in their place.
    """
    if type(row["seal_format"]) is not int or row["seal_format"] != FORMAT:
        return f"has seal format {row['seal_format']}; the only known format is {FORMAT}"
    if "facts" in row and not (hideable and row.keys() == HIDDEN_ROW_NAMES):
        return "has the digest of its facts in their place, which only a hidden log row has"
    if row["hash"] != seal_of(row):
        return "is not what was sealed"
    if row["previous_hash"] != previous:
        return "does not follow the row before it: one is missing, or more than there were"
    return text_problem(row)


def text_problem(row: Row) -> str:
    """Return a fixed sentence if published texts differ from their sealed digests, else ""."""
    pairs = []
    if (row.get("before"), row.get("after")) != (None, None):
        pairs.append(([row["before"], row["after"]], row["texts_digest"]))
    if row.get("summary") is not None:
        pairs.append((row["summary"], row["reason"]))
    return (
        ""
        if all(digest(text) == sealed for text, sealed in pairs)
        else "tells something else than was written"
    )


def iterate_chains(archive: Row) -> Iterator[Sequence[tuple[str, Row]]]:
    """One per match for hands and for confirmations, and the log."""
    for name in ("entries", "confirmations"):
        by_match: dict[str, list[tuple[str, Row]]] = {}
        for number, row in enumerate(archive[name]):
            by_match.setdefault(row["match"], []).append((f"/{name}/{number}", row))
        yield from by_match.values()
    yield [(f"/log/{number}", row) for number, row in enumerate(archive["log"])]


def find_problems(archive: Row) -> Iterator[Problem]:
    """Yield wrong seals, digests, versions, seats and references; scores aren't checked.

    A malformed archive raises one of UNREADABLE.
    """
    for chain in iterate_chains(archive):
        yield from chain_problems(chain)
    for number, book in enumerate(archive["rule_books"]):
        if sha256(book["content"]) != book["digest"]:
            yield f"/rule_books/{number}", "is not the rule book that its digest names"
    yield from reason_problems(archive)
    yield from version_problems(archive)
    yield from seat_problems(archive)
    yield from reference_problems(archive)
    if digest_of(archive) != archive["digest"]:
        yield "/digest", "is not the digest over the last seals of the archive"


def digest_of(archive: Row) -> str:
    """Return the digest over the last seal of each chain."""
    return digest(sorted(chain[-1][1]["hash"] for chain in iterate_chains(archive) if chain))


def reason_problems(archive: Row) -> Iterator[Problem]:
    """Check that no withheld reason is empty by its seal."""
    empty = digest("")
    for number, row in enumerate(archive["entries"]):
        if row["summary"] is None and row["reason"] == empty:
            yield f"/entries/{number}/summary", "is withheld, but the sealed reason is empty"


def version_problems(archive: Row) -> Iterator[Problem]:
    """Yield entries whose version isn't their hand's next (from 1), or whose hand is unlisted.

    Also hands without a version or the deal before.
    """
    hands = {(hand["match"], hand["deal"]) for hand in archive["hands"]}
    versions = dict.fromkeys(hands, 0)
    for number, row in enumerate(archive["entries"]):
        hand = (row["match"], row["deal"])
        if row["version"] != versions.get(hand, -1) + 1:
            yield f"/entries/{number}/version", "does not follow the version before it"
        versions[hand] = row["version"]
    for number, hand in enumerate(archive["hands"]):
        key = (hand["match"], hand["deal"])
        if not versions[key]:
            yield f"/hands/{number}", "has no version"
        if hand["deal"] > 1 and (hand["match"], hand["deal"] - 1) not in hands:
            yield f"/hands/{number}", "has no hand before it"


def seat_problems(archive: Row) -> Iterator[Problem]:
    """Yield seats of unlisted players, unreadable lines, and sides whose seats don't pay the lines' sum."""
    players = {player["public_id"] for player in archive["players"]}
    for number, row in enumerate(archive["entries"]):
        for place, seat in enumerate(row["seats"]):
            if seat["player"] not in players:
                yield f"/entries/{number}/seats/{place}/player", "is nobody of the archive"
        try:
            lines = sum_by_side((line["seat"][0], line["points"]) for line in json.loads(row["lines"]))
        except (ValueError, LookupError, TypeError):
            yield f"/entries/{number}/lines", "can't be read"
            continue
        paid = sum_by_side((seat["side"], seat["points"]) for seat in row["seats"])
        if any(lines.get(side, 0) != points for side, points in paid.items()):
            yield f"/entries/{number}/seats", "pay something else than the lines say"


def sum_by_side(points: Iterable[tuple[str, int]]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for side, paid in points:
        totals[side] = totals.get(side, 0) + paid
    return totals


def reference_problems(archive: Row) -> Iterator[Problem]:
    books = {book["digest"] for book in archive["rule_books"]}
    matches = {match["public_id"] for match in archive["matches"]}
    for number, row in enumerate(archive["entries"]):
        if row["rule_book"] not in books:
            yield f"/entries/{number}/rule_book", "is not in the archive"
    for number, row in enumerate(archive["hands"]):
        if row["match"] not in matches:
            yield f"/hands/{number}/match", "is not in the archive"


def summary(archive: Row) -> Iterator[str]:
    """Yield how many rows were checked, and what this check can't show."""
    for name in ("entries", "confirmations", "log"):
        yield f"{len(archive[name])} rows of {name}"
    hidden = sum("facts" in row for row in archive["log"])
    withheld = sum(row.get("before", "") is None for row in archive["log"])
    if hidden:
        yield f"{hidden} log rows of sign-up are not for everybody: that there are such rows is shown"
    if withheld:
        yield f"the texts of {withheld} log rows are not for everybody: that there are such rows is shown"
    reasons = sum(row["summary"] is None for row in archive["entries"])
    if reasons:
        yield f"the reasons of {reasons} entries are not for everybody: that there are such is shown"
    yield "names, and who was drawn where, are not sealed: nothing is shown of them"
    yield "no hand was scored again, and nobody's win decided again, for that takes the rules"


def main(arguments: Sequence[str]) -> int:
    """Check the file `arguments[0]`, print the report; return 1 for differences, 2 if unreadable or missing.

    The rest is the noted digest or its short form.
    """
    if not arguments or arguments[0].startswith("-"):
        print_escaped(TURKISH_HELP if speaks_turkish() else str(__doc__))
        return 2
    try:
        lines, differs = report(read_archive_file(arguments[0]), "".join(arguments[1:]).replace(" ", ""))
    except UNREADABLE as error:
        print_escaped(
            f"{arguments[0]} {translate('is no archive that can be read')}: {describe_error(error)}"
        )
        return 2
    for line in lines:
        print_escaped(line)
    return 1 if differs else 0


def report(archive: Row, noted: str) -> tuple[list[str], bool]:
    """Check the archive; return lines to print, whether anything differs.

    `noted` is the digest or its short form, or "". Raises one of UNREADABLE if malformed.
    """
    differences = list(find_problems(archive))
    digest, name = archive["digest"], archive["tournament"]["name"]
    if not isinstance(name, str) or len(digest) != len(sha256("")):
        raise ValueError("its name is no text, or its digest no SHA-256")
    if noted and noted.lower() not in (digest, receipt(digest).lower()):
        differences.append(("/digest", "is another than the one that was written down"))
    lines = [
        name,
        *(f"  {translate(line)}" for line in summary(archive)),
        *(f"  {place} {translate(why)}" for place, why in differences),
    ]
    result = (
        f"{translate('digest')} {digest} ({receipt(digest)}); {translate(f'{len(differences)} differences')}"
    )
    return [*lines, result], bool(differences)


def describe_error(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return translate(f"byte {error.start} is no UTF-8")
    if isinstance(error, OSError):
        return translate(str(error.strerror))
    if isinstance(error, KeyError):
        return f"{error} {translate('is missing')}"
    return translate(str(error)[:200]) or type(error).__name__


def print_escaped(line: str) -> None:
    shown = "".join(
        letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in line
    )
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def require_unique_names(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        names = [name for name, _value in pairs]
        raise ValueError(f"a name stands twice in an object: {max(names, key=names.count)}")
    return document


def has_too_many_values(text: bytes) -> bool:
    """Whether reading takes many times its memory."""
    marks = sum(map(text.count, (b",", b"[", b"{")))
    return marks > MIN_VALUE_LIMIT + len(text) // MIN_BYTES_PER_VALUE


def read_archive_file(file: str) -> Row:
    """Read a JSON archive. Raises one of UNREADABLE, ValueError if too large or of another schema."""
    with Path(file).open("rb") as opened:
        text = opened.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES} bytes")
    if has_too_many_values(text):
        raise ValueError("it has more values than an archive of its length")
    archive: Row = json.loads(text.decode("utf-8"), object_pairs_hook=require_unique_names)
    if archive["schema"] != SCHEMA:
        raise ValueError(f"its schema is not {SCHEMA}")
    return archive


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
