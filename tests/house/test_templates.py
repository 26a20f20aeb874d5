"""Templates one can read: few long lines, few sentences in an element, no crumbs of fragments."""

from __future__ import annotations

import pytest

from tests.house.templates import LONG, SENTENCES, crowded, crumbs, lines, sources


def test_at_most_one_line_in_a_hundred_is_long():
    every = list(lines())
    long = [f"{name}:{number}" for name, number, line in every if len(line) > LONG]
    assert len(long) <= len(every) / 100, "\n".join(long)


def test_no_element_holds_more_sentences_than_one_takes_in():
    amiss = [
        f"{name}:{line} <{tag}> holds {count}"
        for name, source in sources()
        for (tag, line), count in crowded(source)
    ]
    assert amiss == [], f"more than {SENTENCES} blocktranslates: cut them into elements or fragments"


def test_a_short_fragment_is_used_twice_or_by_a_view():
    assert sorted(crumbs()) == [], "put them back into their pages"


SENTENCE = "{% blocktranslate %}One{% endblocktranslate %}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (f"<p>{SENTENCE * 2}</p>", []),
        (f"<p>{SENTENCE * 3}</p>", [("p", 1, 3)]),
        (
            f"<p>{{% if a > b %}}{SENTENCE}{{% elif c %}}{SENTENCE}{{% else %}}{SENTENCE}{{% endif %}}</p>",
            [("p", 1, 3)],
        ),
        (f"<p>{SENTENCE}<b>{SENTENCE}</b>{SENTENCE}</p>", []),
        (f"<div>\n<p>{SENTENCE * 2}</p>\n<p>{SENTENCE * 3}</p>\n{SENTENCE}</div>", [("p", 3, 3)]),
        (f"<p>{SENTENCE}<br>{SENTENCE}<input>{SENTENCE}</p>", [("p", 1, 3)]),
        (f'<a title="{SENTENCE}" {{% if x %}}href="{SENTENCE}"{{% endif %}}>{SENTENCE}</a>', []),
        ("{% blocktranslate %}<b>One</b>{% endblocktranslate %}" * 3, [("", 1, 3)]),
        ("<p>{% blocktranslate count n=n %}<b>{% plural %}</b>{% endblocktranslate %}</p>" * 3, []),
    ],
)
def test_sentences_are_counted_for_the_innermost_element(source, found):
    assert [(tag, line, count) for (tag, line), count in crowded(source)] == found
