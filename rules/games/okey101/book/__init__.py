"""The rule book of the 101 family: switches with their words, chapters, situations, examples.

Nothing here decides anything. A sentence that depends on a switch stands with the switch, figures come from
the engine, so that the book can't say otherwise than a hand is scored.
"""
