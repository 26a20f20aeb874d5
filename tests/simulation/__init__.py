"""Random tournaments of every format in every game, with departures and corrections.

`make simulate` plays hundreds and names the seed of each that failed. To repeat it: `.venv/bin/python -m
tests.simulation --rules okey-countdown --format swiss --seed 17`.
"""
