"""A season of random tournaments: every format in every game, with people who leave and corrections.

`make season` plays 200 of each in 101, a quarter as many by each rule set of the other games; the suite plays
some of them. One that fails is named by its seed, and is played again with it:
`.venv/bin/python -m tests.season --rules okey-countdown --format swiss --seed 17`.
"""
