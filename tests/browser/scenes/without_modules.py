from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.browser.scenes.browser_windows import forbid_reuse


def disable_modules(page: Page) -> None:
    """Let pages load as in a browser that runs scripts but no modules."""

    def serve(route: Route) -> None:
        if route.request.resource_type != "document":
            route.fallback()
            return
        answer = route.fetch()
        html = answer.text().replace('type="module"', 'type="unknown"').replace("<script nomodule", "<script")
        route.fulfill(response=answer, body=html)

    forbid_reuse(page.context)
    page.route("**/*", serve)
