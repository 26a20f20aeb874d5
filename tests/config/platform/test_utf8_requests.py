"""Only UTF-8 forms are accepted, whatever a request declares."""

from __future__ import annotations

import gc
import importlib
import sys
from io import BytesIO

import pytest
from django.test import AsyncRequestFactory, Client, RequestFactory

from config.platform.utf8_requests import Utf8ASGIRequest
from tests.requests import ServerRequest

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
TOKEN = "a" * 32


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A client with a valid CSRF token, whose requests are read as by the server."""
    monkeypatch.setattr("django.test.client.WSGIRequest", ServerRequest)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"X-CSRFToken": TOKEN})
    client.cookies["csrftoken"] = TOKEN
    return client


@pytest.mark.parametrize("charset", ["utf-16", "rot13", "hex", "idna", "nonsense", "\xff"])
@pytest.mark.parametrize("kind", [FORM, PARTS])
def test_form_in_other_charset_is_refused_with_a_page(client: Client, kind: str, charset: str) -> None:
    answer = client.generic("POST", "/sign-in/?next=%ff", b"a=a", content_type=f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("address", ["/sign-in/", "/nowhere/"])
@pytest.mark.parametrize("host", ["testserver", "evil.example"])
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=\xff", PARTS])
def test_unreadable_form_is_a_bad_request(client: Client, kind: str, host: str, address: str) -> None:
    answer = client.generic("POST", address, b"--x\r\nCont", content_type=kind, headers={"host": host})
    assert answer.status_code in (400, 404, 422)
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("charset", ["UTF-8", "utf8"])
def test_utf8_may_be_declared(client: Client, charset: str) -> None:
    answer = client.generic("POST", "/sign-in/", b"email=%C5%9F", content_type=f"{FORM}; charset={charset}")
    assert (answer.status_code, "ş" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("kind", ["a/b; c*=x''%ff", "text/html; charset=rot13"])
def test_invalid_content_type_counts_as_none(kind: str) -> None:
    environ = RequestFactory().get("/?q=ş").environ | {"CONTENT_TYPE": kind}
    assert ServerRequest(environ).GET["q"] == "ş"
    scope = AsyncRequestFactory().get("/?q=%C5%9F").scope
    headers = [(b"content-type", kind.encode())]
    assert Utf8ASGIRequest({**scope, "headers": headers}, BytesIO()).GET["q"] == "ş"


def test_server_uses_utf8_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "for tests only")
    before, garbage = {*sys.modules}, gc.get_threshold()
    pages = importlib.import_module("config.web")
    assert pages.django_app.request_class is Utf8ASGIRequest
    for name in {"config.web"} - before:
        del sys.modules[name]
    gc.set_threshold(*garbage)
