from __future__ import annotations

from typing import Final

ICONS: Final = {
    "back": '<path d="M15 5l-7 7 7 7"/>',
    "bell": '<path d="M6 17V11a6 6 0 0112 0v6l1.5 2h-15zM10 21.5h4"/>',
    "calendar": (
        '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 2.5V7M16 2.5V7"/>'
    ),
    "check": '<path d="M4 12.5l5 5L20 6.5"/>',
    "clock": '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
    "close": '<path d="M6 6l12 12M18 6L6 18"/>',
    "cup": '<path d="M7 4h10v6a5 5 0 01-10 0zM7 5H4a3 4 0 003 5M17 5h3a3 4 0 01-3 5M12 15v4M8 20h8"/>',
    "delete": '<path d="M21 5H9l-7 7 7 7h12zM12 9l6 6M18 9l-6 6"/>',
    "down": '<path d="M5 9l7 7 7-7"/>',
    "eye-off": (
        '<path d="M3 3l18 18M9.9 5.2A9.6 9.6 0 0112 5c5.5 0 9 5 9.6 7a12 12 0 01-2.4 3.5'
        'M6.4 6.6A12.4 12.4 0 002.4 12c.6 2 4.1 7 9.6 7a9.3 9.3 0 004.7-1.3M9.9 9.9a3 3 0 004.2 4.2"/>'
    ),
    "flag": '<path d="M5 21V4h13l-3 4.5L18 13H5"/>',
    "hammer": '<path d="M14 4l6 6M11 7l6 6M12.5 5.5L18.5 11.5M13 11l-9 9"/>',
    "info": '<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 7.5h.01"/>',
    "letter": '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="M3.5 7l8.5 6.5L20.5 7"/>',
    "minus": '<path d="M5 12h14"/>',
    "moon": '<path d="M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z"/>',
    "more": '<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3.5"/>',
    "offline": (
        '<path d="M3 3l18 18M5 12a10 10 0 015-2.6M19 12a10 10 0 00-3-2M8.5 16a5 5 0 016.5-.5M12 20h.01"/>'
    ),
    "pen": '<path d="M4 20l1-4L16.5 4.5l3 3L8 19z"/>',
    "people": (
        '<circle cx="9" cy="8" r="3.5"/>'
        '<path d="M2.5 20a6.5 6.5 0 0113 0M16 4.8a3.5 3.5 0 010 6.4M18 14a6.5 6.5 0 013.5 6"/>'
    ),
    "phone": '<rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
    "place": (
        '<path d="M12 21.5s7-6.4 7-11.7a7 7 0 10-14 0c0 5.3 7 11.7 7 11.7z"/>'
        '<circle cx="12" cy="9.8" r="2.3"/>'
    ),
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "print": '<path d="M7 8V3h10v5M7 17H4v-7h16v7h-3M7 14h10v7H7z"/>',
    "right": '<path d="M9 5l7 7-7 7"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
    "server": (
        '<rect x="3" y="4" width="18" height="7" rx="2"/><rect x="3" y="13" width="18" height="7" rx="2"/>'
        '<path d="M7 7.5h.01M7 16.5h.01"/>'
    ),
    "share": (
        '<circle cx="18" cy="5.5" r="2.5"/><circle cx="6" cy="12" r="2.5"/>'
        '<circle cx="18" cy="18.5" r="2.5"/>'
        '<path d="M8.3 10.8l7.4-4.1M8.3 13.2l7.4 4.1"/>'
    ),
    "star": '<path d="M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z"/>',
    "turn": '<path d="M20 11a8 8 0 10-2 6M20 4v7h-7"/>',
    "up": '<path d="M5 15l7-7 7 7"/>',
    "sort": '<path d="M8 19V5M4.5 8.5L8 5l3.5 3.5M16 5v14M12.5 15.5L16 19l3.5-3.5"/>',
    "warning": '<path d="M12 4L2.5 20h19z"/><path d="M12 10v4M12 17h.01"/>',
}
