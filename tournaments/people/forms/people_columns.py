from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.people.forms.table_columns import TableColumns
from tournaments.spreadsheets.headings import OF_PEOPLE, ColumnContent

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class PeopleColumns(TableColumns):
    @property
    def offered(self) -> Sequence[ColumnContent]:
        return OF_PEOPLE

    @property
    def nobody(self) -> StrPromise:
        return _("Choose the column with the names.")

    def named(self, content: ColumnContent) -> StrPromise:
        return _("Name") if content is ColumnContent.FIRST else super().named(content)
