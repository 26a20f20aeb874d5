"""Read files of strangers in a child process with limits; see docs/decisions/files-that-come-in.md."""
