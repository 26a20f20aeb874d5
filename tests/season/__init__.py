"""A season of random tournaments: every format, with people who leave, walkovers and corrections thrown in.

`make season` plays 200 of each; the suite plays a few of them. One that fails is named by its seed, and is
played again with it: `.venv/bin/python -m tests.season --format swiss --seed 17`.
"""
