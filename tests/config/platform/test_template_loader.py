from django.template.loader import get_template
from django.test import override_settings

from config.settings import TEMPLATES


def test_a_page_carries_no_indentation(tmp_path):
    (tmp_path / "page.html").write_text('<ul\n  class="a"\n>\n  <li>\n\t  {{ one }}</li>\n\n    </ul>\n')
    with override_settings(TEMPLATES=[{**TEMPLATES[0], "DIRS": [tmp_path]}]):
        page = get_template("page.html").render({"one": "as\n  typed"})
    assert page == '<ul class="a">\n<li>\nas\n  typed</li>\n\n</ul>\n'
