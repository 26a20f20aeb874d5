class LaunchError(Exception):
    """Nothing was changed; the message is for the terminal, in the user's language."""
