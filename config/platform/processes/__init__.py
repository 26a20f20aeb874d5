"""Who starts the server again, and who ends when nobody does."""
