"""Signing up: everybody's page, the page of who did, and the organizer's."""
