from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.people.forms.table_columns import TableColumns
from tournaments.spreadsheets.headings import PEOPLE_CONTENTS, ColumnContent

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class PeopleColumns(TableColumns):
    @property
    def offered_contents(self) -> Sequence[ColumnContent]:
        return PEOPLE_CONTENTS

    @property
    def missing_people_text(self) -> StrPromise:
        return _("Choose the column with the names.")

    def content_label(self, content: ColumnContent) -> StrPromise:
        return _("Name") if content is ColumnContent.FIRST else super().content_label(content)
