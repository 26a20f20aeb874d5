"""Server-sent events that report changes to open pages."""
