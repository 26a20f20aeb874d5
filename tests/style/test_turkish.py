"""One Turkish word per concept: replaced words do not come back (CONTRIBUTING, Translating)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tournaments.naming.names import fold

ROOT = Path(__file__).resolve().parents[2]

GIVEN_UP = {
    r"\bceza(?! ?puan|sız)": "kural hatası; ceza puanı",
    r"kural ihlal": "kural hatası",
    r"\bçık(?!ış)": "üst tura çıkar; listeden sil",
    r"\btur atla|\bturu\w* geç|yoluna devam|\bdevam ed(er|ecek|en) sıra": "üst tura çıkar",
    r"\bihra[cç]": "diskalifiye",
    r"düzenley(en|ici)": "organizatör",
    r"yazıcı": "skor tutan",
    r"dağıtım|\bturda (açıp|bir pere|en çok)": "el; sıra",
    r"\bel açma\b(?! hatası)": "açış",
    r"(kez|elde) açamad|açamama": "açmadı",
    r"ıstaka(sın)?da kalan": "elinde kalan",
    r"\bkütle\b": "küt, per, seri",
    r"\brakam": "sayı, puan",
    r"(katılım|kayıt) listesi": "katılımcı listesi",
    r"konsol": "komut satırı",
    r"\bqr\b": "karekod",
    r"\bkimle\b": "kiminle",
    r"\bhali\b": "hâli",
    r"en çok \S+ maç\b": "3 maç üzerinden",
    r"aynı fikirde": "onayladı",
    r"yürüyen toplam|sabit el": "ara toplam; maçın elleri",
    r"\bsürdür": "devam et; sürer",
    r"birer (birer|el|uzatma)": "beraberlik bozulana kadar el oynanır",
    r"\bmakbuz": "kayıt kodu",
    r"kulüp gece|\bgeceler|akşamı kur": "düzenli turnuva; turnuvayı kur",
    r"\böbür": "öteki",
    r"hükmen karar": "hükmen sonuç",
    r"\bortanca": "orta değer",
    r"\byeri? paylaş": "sıra paylaşılır",
    r"\bbitilen": "bitirdiği",
    r"\bbay(ın|ı)\b": "bay geç-",
    r"söylenmedi|yanlış anlatıl|anlatıldığı": "girilmedi; girildiği",
    r"başka söyl|\b(sayfa|telefon|program|ekran)( \S+){0,2} söyler": "farklı der; gösterir, yazar",
    r"elleri (söyl|gider|durur|geçmiş)|ellerine bak": "girilen eller",
    r"\bdek\b": "kadar",
    r"yayınla": "yayımla",
    r"\bdaha (yayımlan|kaydedilm|bitm|eklenm|denenm)": "henüz",
    r"dört kişilik masa": "dörtlü masa",
    r"\btekler(de|in|i|le)?\b|bireysel|tek kişilik": "tekli; tek oyuncular",
    r"işlem kayd|\bdefter(?!in)": "günlük",
    r"\bbedel": "bitişin puanı",
    r"\bküme(nin|ler)?\b": "balya",
    r"anonim": "adını her yerden sil",
    r"temelli|tümüyle|geri gelmemek": "kalıcı olarak",
    r"\büye": "görevli",
    r"eş(iniz|in)? mi arı|eşiyle birleş": "oyun eşi; takım oldu",
    r"dâhil": "dahil",
    r"\b(adını|bitene|birini|kodu) (seç|dokun|okut|yaz)\b": "siz: seçin, dokunun",
}
"""Patterns of replaced words, with their replacements."""

RIGHT = (
    "açmama ceza",
    "davranışı sürdür",
    "komisyonu üyesi",
    "okey ceza",
    "kural hatası ceza",
    "üst tura çık",
    "arşivden çık",
    "torbadan çık",
    "harf ve rakam",
    "harfleri, rakam",
    "yalnızca rakam",
    "son rakam",
    "dokunuş ve rakam",
)
"""Phrases in which such a word is right: a penalty's name, a draw from a bag, digits."""


def style_problems(text: str) -> list[str]:
    normalized = fold(text)
    for phrase in RIGHT:
        normalized = normalized.replace(phrase, "")
    return [
        f"“{found[0]}” ({instead})"
        for pattern, instead in GIVEN_UP.items()
        if (found := re.search(pattern, normalized))
    ]


def in_catalog() -> Iterator[tuple[str, str]]:
    with (ROOT / "locale/tr/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            message_texts = message.string or ""
            for text in (message_texts,) if isinstance(message_texts, str) else message_texts:
                yield str(message.id), text


def in_docs() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "docs").glob("*.tr.md"):
        for part in path.read_text().split("\n\n"):
            yield path.name, " ".join(part.split())


def in_rules() -> Iterator[tuple[str, str]]:
    for path in (
        path for package in ("rules", "scoring", "tournaments") for path in (ROOT / package).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                nodes = node.args[:1]
            elif isinstance(node, ast.Dict):
                nodes = [
                    node_value for key, node_value in zip(node.keys, node.values, strict=True) if _is_tr(key)
                ]
            else:
                continue
            for part in (part for node_with_text in nodes for part in ast.walk(node_with_text)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield f"{path.relative_to(ROOT)}:{part.lineno}", part.value


def _is_tr(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == "tr"


@pytest.mark.parametrize("found", [in_catalog, in_docs])
def test_only_the_rule_books_keep_the_short_word_for_only(found):
    assert [(where, text) for where, text in found() if re.search(r"\byalnız\b", fold(text))] == []


@pytest.mark.parametrize("found", [in_catalog, in_docs, in_rules])
def test_no_replaced_word_comes_back(found):
    texts = list(found())
    assert len(texts) > 100
    assert [(where, wrong) for where, text in texts if (wrong := style_problems(text))] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("İhraç edildi", ["“ihraç” (diskalifiye)"]),
        ("İki okey cezası, üç kural hatası", []),
        ("üst tura çıkar; masadan çıkar", ["“çık” (üst tura çıkar; listeden sil)"]),
        ("Bitene dokun", ["“bitene dokun” (siz: seçin, dokunun)"]),
        ("Bitene dokunun", []),
        ("Davranışı sürdüren; oyunu sürdür", ["“sürdür” (devam et; sürer)"]),
        ("Yalnızca 5. masa; henüz yayımlanmadı", []),
        (
            "Bu telefon nereye geçtiğini söyler",
            ["“telefon nereye geçtiğini söyler” (farklı der; gösterir, yazar)"],
        ),
    ],
)
def test_list_distinguishes_words(text, wrong):
    assert style_problems(text) == wrong
