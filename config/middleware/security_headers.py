from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

NO_FRAMING: Final = "frame-ancestors 'none'"
SAME_ORIGIN_FRAMING: Final = "frame-ancestors 'self'"
"""For the large screen's preview, with `xframe_options_sameorigin`."""

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        NO_FRAMING,
    )
)


DISABLED_FEATURES: Final = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb"),
)
"""The phone's own app reads QR codes."""

PERMISSIONS_POLICY: Final = ", ".join(f"{feature}=()" for feature in DISABLED_FEATURES)


class SecurityHeadersMiddleware:
    """Own files only, no inline code or device features; cacheable, without nonces."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        policy = CONTENT_SECURITY_POLICY.replace(NO_FRAMING, SAME_ORIGIN_FRAMING if framed else NO_FRAMING)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response
