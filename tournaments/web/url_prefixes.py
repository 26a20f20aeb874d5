from typing import Final

CLUB: Final = "manage/clubs/<uuid:club_id>"
BLUEPRINT: Final = f"{CLUB}/templates/<uuid:blueprint_id>"
TOURNAMENT: Final = "manage/t/<uuid:tournament_id>"
