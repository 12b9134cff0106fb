"""The live games of a server process: what everyone does in them ends up here.

`games` is asked for everything: by the API, the socket and the pages of `live`, and by `privacy`. It keeps games in
memory (`kept`), lets `game.decisions` decide, stores by `live.store`, tells those who watch (`hub`) and other processes
(`bus`), and has the `computer` move. `attendance` knows who is there, `lists` what lists of games tell.
"""
