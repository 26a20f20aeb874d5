"""Draw `static/icon.svg` for desktops, which take no SVG: `python docs/app_icon.py`. Needs Chromium."""

import io
import sys
from pathlib import Path
from typing import Final

from PIL import Image

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from docs.screenshots import chromium  # noqa: E402

SIZE: Final = 512
ICON: Final = ROOT / "config" / "launcher" / "shortcuts" / "icon.png"
STYLE: Final = f"<style>body {{ margin: 0 }} svg {{ display: block; width: {SIZE}px }}</style>"


def main() -> None:
    svg = (ROOT / "static" / "icon.svg").read_text(encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        page.set_content(STYLE + svg)
        drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    drawn.quantize(256, method=Image.Quantize.FASTOCTREE).save(ICON, optimize=True)


if __name__ == "__main__":
    main()
