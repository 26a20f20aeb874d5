"""In front of Django: it answers while every page waits, and counts all requests."""
