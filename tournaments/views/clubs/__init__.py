"""Pages of a club: its templates, its nights."""
