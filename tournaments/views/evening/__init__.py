"""An organizer's way through an evening: its pages, part by part, and what is to be done next."""
