from typing import Final

NEWER_FILE: Final = 3
"""`migrate` and `serve`: a newer version has changed the database."""
