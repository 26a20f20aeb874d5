from __future__ import annotations

import pytest

from tournaments.spreadsheets.delimited_text import decode
from tournaments.spreadsheets.encodings import has_placeholders, rank_encodings, resolve

NAMES = "Şule Işık;İnci Çağlar\nÖmer Güneş;Iraz Öz\n"


def test_windows_text_is_certain():
    assert decode(NAMES.encode("cp1254")) == NAMES
    assert decode("André;Şule".encode("cp1254")) == "André;Şule"


@pytest.mark.parametrize("encoding", ["mac_turkish", "cp857"])
def test_other_encodings_of_a_byte_a_letter_are_doubtful(encoding):
    text = decode(NAMES.encode(encoding))
    assert has_placeholders(text)
    assert rank_encodings([text])[0] == encoding
    assert resolve(text, encoding) == NAMES


def test_stray_row_of_a_unicode_text_is_doubtful():
    text = decode(NAMES.encode() + "Ayşe Gül;Can Öz\n".encode("cp1254") + NAMES.encode())
    assert text.startswith(NAMES)
    assert [has_placeholders(line) for line in text.splitlines()] == [False, False, True, False, False]
    assert resolve(text, rank_encodings([text])[0]) == f"{NAMES}Ayşe Gül;Can Öz\n{NAMES}"


@pytest.mark.parametrize("text", [NAMES, "日本 𒀀", ""])
def test_unicode_text_is_certain(text):
    assert not has_placeholders(decode(text.encode()))
