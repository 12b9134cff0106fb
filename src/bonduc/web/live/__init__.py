"""Live games: events in the database, what they add up to, who may do what, and who is told.

`game` is what a live game is, `store` how it is kept, `service` what a process does with it. Above them stands what
visitors meet: the operations (`api`, `export`), the `socket`, the page of a game and lists of games (`page`,
`list_page`, with a `mini_board` each), and the words of options (`play_words`). The analysis board opens games that
were played here, `home` begins new ones.

The protocol (version 1). `S` and `N` are seats of the current round. Texts for people are in the reader's language.

Over HTTP (JSON; what changes something carries `X-CSRF-Token`):

    POST /api/live                        make a game: Creation -> {"code", "url", "invitation": url | null}
    GET  /api/live?status=under-way&page=1&size=30     my games, last changed first; under way, those that wait for me
                                          before the others -> {"games": [Summary, …], "page", "pages", "count"};
                                          status: "all" (if none is named), "under-way", "finished", "removed"
    POST /api/live/CODE/remove            {"removed": true} takes a game off my lists, false puts it back -> {"removed"}
    GET  /api/live/CODE                   -> State, as the visitor may see it
    POST /api/live/CODE/join              {"invitation": SECRET, "name": ""} -> State; 403 wrong secret, 409 seat taken
    POST /api/live/CODE/act               one client message, as over the WebSocket -> {"answer": Done, "state": State};
                                          400 with the message's `code` in "error" if refused
    GET  /api/live/CODE/sowing?round=1&ply=7   the move that led to this ply (from 1), a sowing_view
    GET  /api/live/CODE/record?round=1    the record of a round (`download=1`: as a file); all rounds without it
    POST /api/explorer                    {"game", "options", "position": text | null}: what stored rounds played there
                                          -> {"moves": [{"move", "south", "draws", "north"}, …]}, most played first
    GET  /api/export?format=records|jsonl&game=G&since=DATE&until=DATE    finished rounds, streamed

Creation: {
  "game": "kiothi", "options": {}, "kind": "round" | "match", "match": {match options},
  "opponent": "computer" | "same-screen" | "friend",
  "level": 1…8 (computer), "side": "S" | "N" | "random", "name": "",
  "clock": null | {"initial": seconds, "increment": seconds},        (initial 10…86400, increment 0…600)
  "studied": true | false | null }    whether its rounds may be published, without names, when it is over (export,
                                      explorer); null: yes, but not in a game with a friend

`url` is `/play/CODE`. Opened by anyone it shows the game to a spectator. `invitation` is `/play/CODE#SECRET`: the
secret stands in the fragment, so that it is never sent by itself; the page reads `location.hash`, removes it from the
address (`history.replaceState`) and POSTs it to `join`. Whoever holds a seat never needs it again: the cookie does.

WebSocket: /ws/live/CODE. The client speaks first: {"type": "hello", "version": the last version it saw, or null}, and
is answered by a `state` with the moves it missed. Then both sides send messages as they like.

From the client (all may carry "id", any text or number up to 40 characters, which comes back in the answer):

    {"type": "hello", "version": n | null}
    {"type": "move", "round": 1, "ply": 6, "move": "C:3"}     ply: how many moves the round had before this one
        a message with a ply may carry "version", that of the state it was meant in: stale if moves were taken back
    {"type": "resign", "round": 1, "seat"?: "S"}              seat: same screen only, who resigns; else the mover
    {"type": "offer-draw" | "accept-draw" | "decline-draw", "round": 1, "ply": 6}
    {"type": "take-back", "round": 1, "ply": 6}               at once against the computer and on the same screen
    {"type": "accept-take-back" | "decline-take-back", "round": 1, "ply": 6}
    {"type": "next-round", "round": 1}                        starts round 2 of a match; `round`: the finished one
    {"type": "call-off" | "claim-win", "round": 1, "ply": 6}  ends a game, or wins a round, whose other player is gone
    {"type": "offer-rematch" | "accept-rematch" | "decline-rematch"}
    {"type": "leave"}                                         gives up: resigns the round, or closes an unjoined game
    {"type": "name", "name": "Ann"}
    {"type": "speed", "speed": "normal"}                      how fast sowings are shown here, for the clock (below):
                                                              "slow", "normal", "fast", "instant" or "step"
    {"type": "pong", "at": …}                                 the answer to a ping; lag is forgiven on the clock

    A move that opens Kiothi may be a step ("E-", "A+") or whole ("EF>A2,B3,j5"); both count as one turn.
    offer-draw while the other side's offer stands accepts it; a move by the other side declines it.

From the server:

    {"type": "state", "state": State, "sowings": [Sowing, …], "causes": [{"kind", "seat": "S"|"N"|null}, …]}
        after every change, and after hello. `sowings`: the moves since the version this client was last sent, oldest
        first, each a sowing_view with "round" and "ply"; to be animated, then State shown. Empty if there are more than
        12, if they were taken back since, or at the first state; one of more laps than can be shown is left out.
        `causes`: what happened since, in order: join, name, speed, move, resign, flag, claim, call-off, draw-offer,
        draw-decline, draw, take-back-offer, take-back-decline, take-back, next-round, rematch-offer, rematch-decline,
        rematch, leave.
    {"type": "done", "id": …, "version": n, "repeated": false}
        the client's action is on disk; repeated: it was already, nothing changed. Comes before or after its `state`.
    {"type": "refused", "id": …, "code": CODE, "message": "why"}
        nothing changed. CODE: "malformed", "stale" (another round or ply; a `state` follows), "not-yours" (not your
        turn or seat), "illegal" (against the rules), "undecided" (the move's sowing, or those after it, go on for so
        long that nobody knows whether they end), "over", "not-now" (nothing to accept), "full" (too much has
        happened in this game), "busy" (too many requests)
    {"type": "presence", "online": {"S": true, "N": false}, "spectators": 2, "claim": as in State}
    {"type": "ping", "at": …}                                 answer with pong, same `at`

    Close codes: 1008 refused by policy (foreign origin, too many sockets, flooding), 1009 too large, 1013 too slow or
    server ends (come back), 4404 no such game. On any other close: reconnect with a growing pause and send hello with
    the version; nothing is lost.

State: {
  "code", "version": n,                      grows by one with every event
  "status": "waiting" | "playing" | "between" | "finished",
      waiting: for someone to take the open seat (moves can be made only once it is taken);
      between: a round of a match is over, the next not begun
  "game", "options": {…}, "rules_version", "kind": "round" | "match", "opponent": "computer" | "same-screen" | "friend",
  "studied": true | false,                   whether its rounds may be published, without names, when it is over
  "you": ["S"],                              seats of this visitor now: none for a spectator, both on the same screen
  "players": {"S": {"name": "", "kind": "person" | "computer" | "open", "level": 3 | null, "online": true}, "N": …},
  "spectators": 0,
  "round": {
     "number": 1, "start": position text, "moves": ["C:3", …], "ply": 6,
     "last": null | {"move", "player": "S"|"N"},
     "position": position_view without previews (POST /api/position with its game, options and position gives those;
                 `moves` is empty and `outcome` set when the round is over, in whatever way) },
  "rounds": [{"number", "result": "1-0", "text": "South wins, …", "reason", "score": [s, n]}, …]      finished rounds
  "match": null | {"options": {…}, "points": {"S": 1.5, "N": 0.5}, "held": null | {"S": 29, "N": 19},
                   "given_up": null | {"S": {"held": null | {"S": 12, "N": 36}, "ends": true | false}, "N": …},
                   "outcome": null | {"winner": "S"|"N"|null, "text": "…"}},      by seats of the current round;
      given_up: what the players would hold, and whether the match would be over, if S or N gave up the round now
  "clock": null | {"initial": ms, "increment": ms, "left": {"S": ms, "N": ms}, "running": "S"|"N"|null},
      and "starts": ms; left: when this message was made; starts: in how many ms the running side's time begins to count
  "claim": null | {"against": "S" | "N", "call_off": ms, "win": ms},
      the player to move is away: in how many ms the other may send call-off or claim-win (0: now)
  "offers": {"draw": null | "S" | "N", "take_back": null | "S" | "N", "rematch": null | "S" | "N"},    who offers
  "can": ["move", "resign", "offer-draw", "accept-draw", "decline-draw", "take-back", "accept-take-back",
          "decline-take-back", "call-off", "claim-win", "next-round", "offer-rematch", "accept-rematch",
          "decline-rematch", "leave", "name"],
      what this visitor may send now
  "closed": null | "left" (before anybody joined) | "called-off",      finished without a result
  "rematch": null | code of the game that follows; whoever has a seat here has one there
  "invitation": null | "/play/CODE#SECRET"   for the maker of the game while a seat is open
  "url": "/play/CODE" }

Summary: {"code", "url", "game", "options", "kind", "opponent", "status", "you": ["S"], "turn": true | false,
          "players": as above, "clock": null | {"initial": ms, "increment": ms}, "round": 1, "moves": of that round,
          "seeds": [in every hole, …], "result": null | {"winner": "S"|"N"|null, "drawn": true | false, "reason": text},
          "removed": true | false, "created": ms since 1970, "changed": ms since 1970}

What clocks charge (`clock`, `allowance`): the server decides it alone and says so in `clock`. It counts from the
moment at which a move was found good. It begins to count later (`starts`)
- in the first turn of a round between two people: 60 s after both are there and the round has begun;
- while the other side's sowing is shown, after what is left of one's own before it: as long as that takes at the speed
  that the player's page has named with `speed`, 10 s at most; nothing for "instant" and for clients that name none.
  Whoever moves sooner just moves.
Against the computer and at the same screen the first turn is not timed, nor is the computer ever. After a take-back
clocks are as they were when the turn began that is played again, and run: no first turn can be had twice.

When a game ends although a player does nothing about it (`absence`): between two people, until both have had a turn,
either may call it off; nobody wins. Later, once the player to move has been away for 60 s of the turn (5 min without a
clock), the other may call it off, and after 60 s (a day) claim the round. Away is who has no WebSocket to the game and
has asked nothing by HTTP; a program that plays by HTTP should ask for the state at least every 30 s while it thinks.

What is stored: `live_games`, `live_seats` and `live_events` (`bonduc.web.db.tables`). An event counts if and only if
its insert at the game's next `seq` succeeded; two processes cannot both succeed. The state is the replay of the events.
"""
