from typing import Final

CLUB: Final = "manage/clubs/<uuid:club_id>"
TEMPLATE: Final = f"{CLUB}/templates/<uuid:template_id>"
SERIES: Final = f"{CLUB}/nights/<uuid:series_id>"
TOURNAMENT: Final = "manage/t/<uuid:tournament_id>"
