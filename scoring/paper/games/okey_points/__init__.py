"""Sheets of classic Okey: who showed the indicator, who finished and how, the points left."""
