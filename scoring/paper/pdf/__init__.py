"""Paper as PDF. Points from the left lower corner are reportlab's; everything here counts from the top."""
