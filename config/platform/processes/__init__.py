"""Supervises the server process, and ends children with their parents."""
