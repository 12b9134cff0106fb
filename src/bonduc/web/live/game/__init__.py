"""What a live game is, without a database, a socket or a clock on the wall: nothing here waits for anything.

Its `events`, on its `terms`, add up to a `live_game` with its `clock`. `decisions` says which events follow when
somebody sends one of the `messages`, within `bounds`; `allowance` and `absence` are what clocks allow for, and who may
end a game that nobody plays on. `views` is what is shown of it, `records` its rounds as records.
"""
