from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

from config.launcher.texts import language

Choice = tuple[str, str]
"""The value that is posted, and the label of its button. The first is emphasized."""

_PAGE: Final = Template("""<!doctype html>
<html lang="$language">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Istaka</title>
<style>
  :root { --ground: #eff2ee; --surface: #fff; --ink: #14201a; --felt: #1c6a4c; --on: #fff; --edge: #74827a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0b1310; --surface: #131e19; --ink: #ecf1ed; --felt: #64c39a; --on: #04140d; }
  }
  body { margin: 0; padding: 8vh 24px; background: var(--ground); color: var(--ink);
    font: 20px/1.5 system-ui, sans-serif; }
  main { max-width: 36em; margin: auto; padding: 32px; border-radius: 16px; background: var(--surface); }
  h1 { margin: 0; font-size: 1.3em; line-height: 1.3; overflow-wrap: anywhere; }
  p { margin: 1em 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  form { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 28px; }
  button { min-width: 6em; min-height: 52px; padding: 8px 24px; border: 2px solid var(--edge);
    border-radius: 10px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
  button:first-child { border-color: var(--felt); background: var(--felt); color: var(--on); }
  :focus-visible { outline: 3px solid var(--felt); outline-offset: 3px; }
</style>
<main><h1>$heading</h1>$rest$buttons</main>
</html>
""")


def render(text: str, choices: Sequence[Choice] = ()) -> bytes:
    """The first line is the heading."""
    heading, _newline, rest = text.partition("\n")
    buttons = "".join(
        f'<button name="answer" value="{escape(value)}">{escape(label)}</button>' for value, label in choices
    )
    return _PAGE.substitute(
        language=language(),
        heading=escape(heading),
        rest=f"<p>{escape(rest)}</p>" if rest else "",
        buttons=f'<form method="post">{buttons}</form>' if buttons else "",
    ).encode()
