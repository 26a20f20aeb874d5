"""What stands between the net and Django: nothing slow, large or too many at a time gets past."""
