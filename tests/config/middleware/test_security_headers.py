from django.http import HttpResponse
from django.test import RequestFactory

from config.middleware.security_headers import CONTENT_SECURITY_POLICY, SecurityHeadersMiddleware

HEADER = "Content-Security-Policy"


def test_every_answer_says_what_may_be_loaded(rf: RequestFactory) -> None:
    answer = SecurityHeadersMiddleware(lambda request: HttpResponse())(rf.get("/"))
    assert answer.headers[HEADER] == CONTENT_SECURITY_POLICY
    assert "camera=()" in answer.headers["Permissions-Policy"].split(", ")


def test_nothing_inline_is_allowed() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY


def test_a_view_may_say_it_more_strictly(rf: RequestFactory) -> None:
    strict = HttpResponse(headers={HEADER: "default-src 'none'"})
    answer = SecurityHeadersMiddleware(lambda request: strict)(rf.get("/"))
    assert answer.headers[HEADER] == "default-src 'none'"
