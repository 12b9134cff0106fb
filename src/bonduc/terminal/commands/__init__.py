"""The commands, one a file; each function's parameters are its command line."""
