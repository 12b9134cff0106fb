"""Puzzles on the site: `api` and `page` ask `next` which comes next and `attempts` what a visitor has done, and show it
by `views`."""
