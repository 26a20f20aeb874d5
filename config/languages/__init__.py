"""The language of a page: taken from its address, changed by the switch."""
