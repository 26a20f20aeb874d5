from __future__ import annotations

import pytest

from tournaments.sentences import find_names


@pytest.mark.parametrize(
    ("text", "names", "html"),
    [
        ("Ali: bitti", ["Ali"], '<span translate="no">Ali</span>: bitti'),
        ("Ali K.: Alize", ["Ali", "Ali K."], '<span translate="no">Ali K.</span>: Alize'),
        ("<b> & Ali", ["Ali"], '&lt;b&gt; &amp; <span translate="no">Ali</span>'),
        ("O’Su <x>: 3", ["O’Su <x>"], '<span translate="no">O’Su &lt;x&gt;</span>: 3'),
        ("a & b", ["amp"], "a &amp; b"),
        ("#17 → (A.B", ["(A.B", "#17"], '<span translate="no">#17</span> → <span translate="no">(A.B</span>'),
        ("okey", ["", "Ali"], "okey"),
        ("okey", [], "okey"),
    ],
)
def test_names_are_found_as_whole_words_and_all_is_escaped(text, names, html):
    sentence = find_names(text, names)
    assert (sentence, sentence.html) == (text, html)
