"""The site: play, learn and analyse in a browser, in five languages. `bonduc serve` starts it.

Bottom up: `settings`; `views` (positions and sowings as JSON); the database, the live games, the pool of engines;
`identity`, `tongue` and `security`; `api` (the JSON API) and `pages` (what people see); and `app`, which puts them
together.
"""
