"""Figures of those who play: a side in its tournament, a person across the tournaments of a club."""
