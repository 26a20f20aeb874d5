import pytest

from rules.localized_text import LANGUAGES, Text, fill, format_number, format_signed, grouped, join_names


def test_text_is_bilingual():
    text = Text("el", "hand")
    assert [text.in_language(code) for code in ("tr", "tr-tr", "en", "de")] == ["el", "el", "hand", "hand"]
    assert text.to_dict() == {"tr": "el", "en": "hand"}


@pytest.mark.parametrize(
    ("number", "turkish", "english"),
    [
        (0, "0", "0"),
        (903, "+903", "+903"),
        (2390, "+2.390", "+2,390"),
        (-101, "−101", "−101"),
        (-1234567, "−1.234.567", "−1,234,567"),
    ],
)
def test_signed_numbers_have_sign_and_thousands_separator(number, turkish, english):
    assert (format_signed(number, "tr"), format_signed(number, "en")) == (turkish, english)


def test_grouped_numbers_have_no_plus():
    assert (format_number(2390, "tr"), format_number(-2390, "en")) == ("2.390", "−2,390")


def test_names_are_joined():
    names = ["Kordon", "Sahil", "Çarşı"]
    assert [join_names(names[:length], "tr") for length in range(4)] == [
        "",
        "Kordon",
        "Kordon ve Sahil",
        "Kordon, Sahil ve Çarşı",
    ]
    assert join_names(names, "en") == "Kordon, Sahil and Çarşı"


def test_sentence_is_filled_with_each_part_in_its_own_language():
    sentence = Text("{name}: {points}, en çok {cap}", "{name}: {points}, {cap} at most")
    filled = fill(sentence, name=Text("Açmadı", "Unopened"), points=2390, cap=grouped(2390))
    assert filled == Text("Açmadı: 2390, en çok 2.390", "Unopened: 2390, 2,390 at most")
    assert fill("{name}!", name=Text("el", "hand")) == Text("el!", "hand!")
    assert tuple(filled.to_dict()) == LANGUAGES
