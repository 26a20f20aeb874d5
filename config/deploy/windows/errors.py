class BundleError(Exception):
    """No bundle was built; the message is for the terminal."""
