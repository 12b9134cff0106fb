"""The site: play, learn and analyse in a browser, in five languages. `bonduc serve` starts it.

From below, each sees only what stands before it (`tests/test_package.py` has the list):

- `running` (files only the site reads, logs, measures), `visitors` (who asks, and from where), `settings`, `limits`
  (what anybody may use, and how the rest is refused), `http` (operations of the JSON API and pages), `db`, `views`.
- `processes` that can be ended, and what runs in them: `tasks` and `engines`.
- `door`: what every request passes before anything else, from the network on.
- The features, each with its API and its pages: `rules`, `live`, `learn`, `puzzles`, `analysis`, `privacy`; `home`.
- `app` puts them together; `server` starts it, watches over it and saves what it holds.
"""
