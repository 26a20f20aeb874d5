import pytest
from django.http import HttpResponse
from django.utils.translation import override

from tournaments.languages import (
    default_path,
    language_of,
    path_in_language,
    paths_by_language,
    restrict_cookie,
)

TABLE = "00000000-0000-4000-8000-000000000005"


@pytest.mark.parametrize(
    ("address", "language"),
    [
        *(("/", "tr"), ("/t/x/", "tr"), ("", "tr"), ("/english/", "tr"), ("/t/en/", "tr"), ("//en/", "tr")),
        *(("/en/", "en"), ("/en", "en"), ("/en/t/x/", "en"), ("/en?a=1", "en"), ("/en#a", "en")),
    ],
)
def test_address_names_its_language(address, language):
    assert language_of(address) == language


@pytest.mark.parametrize(
    ("turkish", "in_english"),
    [
        ("/", "/en/"),
        ("/kod/", "/en/code/"),
        ("/alistirma/?hands=1#x", "/en/practice/?hands=1#x"),
        (f"/t/{TABLE}/alistirma/", f"/en/t/{TABLE}/practice/"),
        (f"/t/{TABLE}/groups/?a=%C5%9F", f"/en/t/{TABLE}/groups/?a=%C5%9F"),
        ("/nowhere", "/en/nowhere"),
    ],
)
@pytest.mark.parametrize("active", ["tr", "en"])
def test_page_has_an_address_in_each_language(turkish, in_english, active):
    with override(active):
        assert path_in_language(turkish, "en") == path_in_language(in_english, "en") == in_english
        assert path_in_language(turkish, "tr") == path_in_language(in_english, "tr") == turkish


def test_printed_address_has_no_prefix_in_any_language():
    with override("en"):
        assert default_path("scoring:open_table", "abc") == "/m/abc/"
        assert paths_by_language("scoring:type_side_code") == {"tr": "/kod/", "en": "/en/code/"}


def test_cookie_is_sent_below_a_page_in_each_language():
    response = HttpResponse()
    response.set_cookie("a", "value", httponly=True)
    restrict_cookie(response, "a", "scoring:table", TABLE)
    sent = [cookie.OutputString() for cookie in response.cookies.values()]
    assert sent == [f"a=value; HttpOnly; Path={path}/table/{TABLE}/" for path in ("", "/en")]
