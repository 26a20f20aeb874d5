"""What a rack's tiles can form: best runs and sets, most pairs, and whether these open."""
