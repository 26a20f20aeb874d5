from __future__ import annotations

from collections.abc import Sequence

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from scoring.guides.markdown.guide_links import served_url
from scoring.guides.markdown.rack_drawings import draw_rack

PICTURES = "pictures/"
"""The directory of `docs/screenshots` among static files."""


class Renderer(RendererHTML):
    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        opened = self.renderToken(tokens, idx, options, env)
        return opened + format_html('<a class="heading-anchor" href="#{}">', tokens[idx].attrGet("id"))

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</a>" + self.renderToken(tokens, idx, options, env)

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        target = served_url(str(tokens[idx].attrGet("href")))
        env["linked"] = target is not None
        return format_html('<a href="{}">', target) if target is not None else ""

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</a>" if env["linked"] else ""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render any image as a collapsed picture of the guides, with its alternative text as title."""
        _folder, _slash, name = str(tokens[idx].attrGet("src")).rpartition("/")
        alternative = self.renderInlineAsText(tokens[idx].children or [], options, env)
        return format_html(
            '<details class="g-picture"><summary>{}</summary>'
            '<img loading="lazy" src="{}" alt="{}"></details>',
            gettext("Picture: %(what)s") % {"what": alternative},
            static(PICTURES + name),
            alternative,
        )

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        if tokens[idx].info == "rack":
            return draw_rack(tokens[idx].content)
        return format_html('<pre tabindex="0" translate="no"><code>{}</code></pre>', tokens[idx].content)

    code_block = fence

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="g-table" tabindex="0">' + self.renderToken(tokens, idx, options, env)

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self.renderToken(tokens, idx, options, env) + "</div>"


def build_parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")
