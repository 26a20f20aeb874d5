"""Random tournaments of every format in every game, with departures and corrections.

`make simulate` plays 200 of each format in 101, a quarter as many by each rule set of the other games; the
suite plays some of them. The output names the seed of each that failed. To repeat it:
`.venv/bin/python -m tests.simulation --rules okey-countdown --format swiss --seed 17`.
"""
