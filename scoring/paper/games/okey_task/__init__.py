"""Sheets of task Okey: the task, who finished, and who opened, what is left and which jokers were taken."""
