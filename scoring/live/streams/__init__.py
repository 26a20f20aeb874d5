"""The streams of server-sent events on which open pages hear that something changed."""
