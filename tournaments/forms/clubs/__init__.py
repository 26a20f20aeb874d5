"""What is typed about a club: its templates, its nights."""
