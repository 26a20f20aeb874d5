"""The rule book of the 101 family: switches, chapters, situations, examples.

Nothing here decides anything. A sentence that depends on a switch is stored with it, and figures come from
the engine, so the book can't differ from the scoring.
"""
