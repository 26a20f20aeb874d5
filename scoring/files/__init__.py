"""What a tournament and a club hold, as files for spreadsheets: for their organizers, in real names."""
