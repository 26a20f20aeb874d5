from django.http import HttpResponse
from django.test import RequestFactory

from config.middleware import CONTENT_SECURITY_POLICY, SecurityHeadersMiddleware

HEADER = "Content-Security-Policy"


def test_every_response_has_a_content_security_policy(rf: RequestFactory) -> None:
    answer = SecurityHeadersMiddleware(lambda request: HttpResponse())(rf.get("/"))
    assert answer.headers[HEADER] == CONTENT_SECURITY_POLICY
    assert "camera=()" in answer.headers["Permissions-Policy"].split(", ")


def test_nothing_inline_is_allowed() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY


def test_view_may_set_a_stricter_policy(rf: RequestFactory) -> None:
    strict = HttpResponse(headers={HEADER: "default-src 'none'"})
    answer = SecurityHeadersMiddleware(lambda request: strict)(rf.get("/"))
    assert answer.headers[HEADER] == "default-src 'none'"
