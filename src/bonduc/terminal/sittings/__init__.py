"""Sittings other than a game: a course of lessons, a row of puzzles, a record gone through. Commands start them."""
