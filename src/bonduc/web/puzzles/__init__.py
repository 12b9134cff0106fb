"""Puzzles on the site: what visitors have done with them, and which comes next."""
