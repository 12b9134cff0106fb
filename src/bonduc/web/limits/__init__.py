"""What anybody may use of the site, and how more than that is refused.

`buckets` count in time, `places` at a moment or in a day; `budget` is what requests cost, `turnstile` how many of an
address are worked on at once. `door.gate` takes what every request costs, `http.operation` and pages what theirs costs
beyond it; `processes` refuse what is too much for them. A refusal is an error with a status (`refusals`).
"""
