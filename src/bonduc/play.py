"""Round and Match: playing, taking back, ending early, and rounds that follow from the ones before.

A Round adds to Position what needs history: the repetition rule, undo and redo, resignation, agreed draws.
Our decisions where the sources are silent: who resigns loses and leaves the seeds on the board to the opponent; where
seeds are carried from round to round, half of those in own holes stay, as one round is not the match. An agreed draw
shares all the seeds of the game equally.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bonduc.errors import BonducError
from bonduc.games.options import Value, read_options
from bonduc.games.spec import Alternation, MatchRules
from bonduc.language import N_, NP_, Message
from bonduc.notation import Move
from bonduc.outcome import Outcome, Termination
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Game, Position, format_options
from bonduc.records.reader import parse_options
from bonduc.records.tree import GameRecord, fold_steps


class Round:
    """One round of a game: moves, undo, redo, repetition, resignation, agreed draw.

    `position` is the current position (swept when the round is over), `moves` the moves so far as they were played.
    Nothing changes when a method raises. `copy` gives a round that goes on by itself. `carried`: the seeds that the
    players hold at its end are those they go on with, as in a match of Rio Kadalis or Adji Kui II.
    """

    def __init__(self, game: Game, position: Position | None = None, *, carried: bool = False) -> None:
        if not isinstance(game, Game) or not isinstance(position, Position | None):
            raise TypeError(f"a round needs a Game and a Position of it, not {game!r} and {position!r}")
        if position is not None and position.game != game:
            raise BonducError(f"the position belongs to {position.game!r}, not to {game!r}")
        self._game = game
        self._carried = carried
        self._positions = [game.start() if position is None else position]
        self._earlier: set[bytes] = set()  # repetition keys of all positions but the current one
        self._moves: list[Move] = []
        self._undone: list[Move | Outcome] = []
        self._declared: Outcome | None = None

    @classmethod
    def from_record(cls, record: GameRecord, ply: int | None = None) -> Round:
        """The round of a record's main line: all of it and how it ended, or only its first `ply` moves.

        Raises BonducError if the record has fewer moves.
        """
        _check_record(record)
        carried = "Match" in record.tags and record.game.spec.match.restock is not None
        replayed = cls(record.game, record.root.position, carried=carried)
        replayed._replay(record, ply)
        return replayed

    def record(self, **tags: object) -> GameRecord:
        """The round as a record with these tags (`South="Ann"`, …); moves taken back are not in it.

        Steps of an opening that is complete become one move. Raises BonducError on a tag that cannot be set.
        """
        record = GameRecord(self.game, self.initial, {name: str(value) for name, value in tags.items()})
        node = record.root
        for move in self._moves:
            node = node.add(move)
        fold_steps(record.root)
        if self._declared is not None:
            record.declare(self._declared.result, self._declared.reason)
        return record

    def _replay(self, record: GameRecord, ply: int | None) -> None:
        """Play the record's main line on this fresh round."""
        for node in record.main_line_to(ply)[1:]:
            assert node.move is not None
            self.play(node.move)
        if ply is not None or self.outcome is not None or record.termination is None:
            return
        if record.termination == Termination.AGREEMENT:
            self.agree_draw()
        else:
            loser = NORTH if record.result == "1-0" else SOUTH
            if record.termination == Termination.RESIGNATION:
                self.resign(loser)
            else:
                self.forfeit(loser, record.termination)

    def copy(self) -> Round:
        """The same round, moves taken back included, that goes on independently of this one."""
        again = object.__new__(type(self))
        again._game, again._carried = self._game, self._carried
        again._positions, again._moves = list(self._positions), list(self._moves)
        again._earlier = set(self._earlier)
        again._undone, again._declared = list(self._undone), self._declared
        return again

    __copy__ = copy

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def carried(self) -> bool:
        """Whether the players go on with what they hold at the end of the round."""
        return self._carried

    @property
    def initial(self) -> Position:
        """The position that the round began with."""
        return self._positions[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played and not taken back."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the current one; a repeated one is followed by nothing."""
        return tuple(self._positions)

    @property
    def position(self) -> Position:
        """The current position, swept with nobody to move when the repetition rule ended the round."""
        return self._positions[-1].shared() if self._repeats() else self._positions[-1]

    @property
    def mover(self) -> Player | None:
        """Whose move it is; None when the round is over, however it ended."""
        return None if self.outcome else self.position.mover

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, none when the round is over."""
        return () if self.outcome else self.position.legal_moves

    @property
    def outcome(self) -> Outcome | None:
        """None while the round lasts, else who won, why and the score."""
        return self._declared or self.position.outcome

    def __repr__(self) -> str:
        over = self.outcome
        state = f"{self.mover} to move" if over is None else f"{over.result}, {over.reason}"
        return f"<Round of {self.game!r}: {_counted(len(self.moves), 'move')}, {state}: {self.position}>"

    def _repr_svg_(self) -> str:
        """The picture of the current position, for notebooks."""
        return self.position._repr_svg_()

    def _repeats(self) -> bool:
        """Has the current position occurred before in this round?"""
        current = self._positions[-1]
        return current.mover is not None and current.repetition_key in self._earlier

    def play(self, move: Move | str) -> Position:
        """Play a move; the new current position. Raises as `Position.play`, and BonducError when it is over."""
        over = self.outcome
        if over:
            fault = N_("cannot play {move!r}: the round is over ({reason})", move=str(move), reason=over.reason)
            raise BonducError(fault)
        parsed = self.position.parse_move(move)
        self._advance(parsed, self.position.play(parsed))
        self._undone.clear()
        return self.position

    def _advance(self, move: Move, after: Position) -> None:
        self._earlier.add(self._positions[-1].repetition_key)
        self._moves.append(move)
        self._positions.append(after)

    def undo(self) -> Move | None:
        """Take back the last move, and return it; or first a resignation, forfeit or agreed draw: None.

        Raises BonducError if there is nothing to take back.
        """
        if self._declared is not None:
            self._undone.append(self._declared)
            self._declared = None
            return None
        if not self._moves:
            raise BonducError(N_("cannot undo: no move has been played"))
        move = self._moves.pop()
        self._positions.pop()
        self._earlier.discard(self._positions[-1].repetition_key)
        self._undone.append(move)
        return move

    def redo(self) -> Move | None:
        """Bring back what `undo` took back last; the move, or None for a resignation, forfeit or agreed draw.

        Raises BonducError if there is nothing to bring back.
        """
        if not self._undone:
            raise BonducError(N_("cannot redo: no move has been taken back"))
        undone = self._undone.pop()
        if isinstance(undone, Outcome):
            self._declared = undone
            return None
        self._advance(undone, self._positions[-1].play(undone))
        return undone

    def resign(self, player: Player) -> Outcome:
        """`player` gives the round up: the opponent wins, and each holds what `given_up` says."""
        return self._give_up(player, N_("cannot resign"), Termination.RESIGNATION)

    def forfeit(self, player: Player, reason: Termination = Termination.TIME) -> Outcome:
        """`player` has run out of time or, FORFEIT, broken off: as a resignation, with its own reason."""
        if reason not in (Termination.TIME, Termination.FORFEIT):
            raise ValueError(f"a round is not forfeited by {reason}")
        return self._give_up(player, N_("cannot forfeit"), reason)

    def agree_draw(self) -> Outcome:
        """Both players agree to a draw: all the seeds are shared equally."""
        self._check_under_way(N_("cannot agree a draw"))
        half = (self.game.seeds - self.position.lost) // 2 if self.game.spec.counts_seeds else 0
        return self._declare(Outcome(None, Termination.AGREEMENT, (half, half)))

    def _give_up(self, player: Player, fault: Message, reason: Termination) -> Outcome:
        self._check_under_way(fault)
        return self._declare(Outcome(Player(player).other, reason, self.given_up(player)))

    def given_up(self, player: Player) -> tuple[int, int]:
        """The score (south, north) if `player` gave the round up now: seeds held, or Bao la Kimasai's point.

        They keep what they have won, and half of the seeds in their own holes if those are carried on, an odd one going
        to the opponent, as does everything else.
        """
        loser = Player(player)
        if not self.game.spec.counts_seeds:
            return (0, 1) if loser == SOUTH else (1, 0)
        position = self.position
        kept = position.stores[loser]
        if self._carried:
            own = zip(position.holes, position.owners, strict=True)
            kept += sum(seeds for seeds, owner in own if owner == loser) // 2
        others = self.game.seeds - position.lost - kept
        return (kept, others) if loser == SOUTH else (others, kept)

    def _check_under_way(self, fault: Message) -> None:
        over = self.outcome
        if over:
            raise BonducError(N_("{fault}: the round is over ({reason})", fault=fault, reason=over.reason))

    def _declare(self, outcome: Outcome) -> Outcome:
        self._declared = outcome
        self._undone.clear()
        return outcome


def standing(where: Position | Round, asker: str) -> tuple[Position, tuple[Position, ...]]:
    """A position, or the current one of a round with those before it; TypeError in the name of who asks for it."""
    if isinstance(where, Round):
        return where.position, where.positions[:-1]
    if isinstance(where, Position):
        return where, ()
    raise TypeError(f"{asker} needs a Position or a Round, not {where!r}")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


@dataclass(frozen=True)
class MatchOutcome:
    """The end of a match: `winner` as seated in the first round (None: a draw), the reason, the score in points."""

    winner: Player | None
    reason: str
    score: tuple[float, float]


class Match:
    """Several rounds: restocked boards, closed or bought holes, changing seats or first moves, and the score.

    Players are named by their seat in the first round. In Rio Kadalis and Adji Kui II they keep their seats and
    start rounds in turn (rules 8 to 10); in Kiothi and Bao la Kimasai South always moves first, so the players
    change seats from round to round (our decision), and the match is won on points after `max_rounds` rounds: a
    win 1, a draw ½ each, in Kiothi a one-warrior victory `one_warrior_value` (rule 13).

    `match.round` is the round under way or just finished; `next_round` starts the one after, and `copy` gives a match
    that goes on by itself.
    """

    def __init__(self, game: Game, /, **options: Value) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a match needs a Game, not {game!r}")
        self._game = game
        self._options = read_options(self.rules.options, options, N_("a match of {game}", game=game.name))
        self._rounds = [self._round(None)]

    def copy(self) -> Match:
        """The same match, with copies of its rounds, that goes on independently of this one."""
        again = object.__new__(type(self))
        again._game, again._options = self._game, self._options
        again._rounds = [each.copy() for each in self._rounds]
        return again

    __copy__ = copy

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def rules(self) -> MatchRules:
        """How rounds of this game make a match."""
        return self._game.spec.match

    @property
    def options(self) -> Mapping[str, Value]:
        """The options of the match."""
        return self._options

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far, the one under way among them."""
        return tuple(self._rounds)

    def __repr__(self) -> str:
        over = self.outcome
        south, north = self.score
        state = "" if over is None else f", over: {over.reason}"
        return f"<Match of {self.game!r}: round {self.number}, {south:g} to {north:g}{state}>"

    @property
    def round(self) -> Round:
        """The round under way, or the last one."""
        return self._rounds[-1]

    @property
    def number(self) -> int:
        """The number of the current round, from 1."""
        return len(self._rounds)

    def seats(self, number: int) -> tuple[Player, Player]:
        """Which players sit South and North in a round (from 1), each named by the seat of the first round."""
        swapped = self.rules.alternation is Alternation.SEATS and number % 2 == 0
        return (NORTH, SOUTH) if swapped else (SOUTH, NORTH)

    def first(self, number: int) -> Player:
        """Which seat moves first in a round (from 1)."""
        return NORTH if self.rules.alternation is Alternation.BEGINNER and number % 2 == 0 else SOUTH

    def points(self, number: int) -> tuple[float, float]:
        """What a finished round gave to the two players (by their first seats); (0, 0) while it lasts.

        Raises BonducError if the match has had no round of this number (from 1).
        """
        self._check_number(number)
        outcome = self._rounds[number - 1].outcome
        if outcome is None:
            return 0.0, 0.0
        if outcome.winner is None:
            return 0.5, 0.5
        played_out = outcome.reason not in (Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT)
        value = 1.0
        if self.rules.points is not None and played_out:
            value = float(self.rules.points(self.options, outcome.score))
        winner = self.seats(number)[outcome.winner]
        return (value, 0.0) if winner == SOUTH else (0.0, value)

    def _check_number(self, number: int) -> None:
        if not 1 <= number <= self.number:
            raise BonducError(f"there is no round {number}: the match is in round {self.number}")

    @property
    def score(self) -> tuple[float, float]:
        """Points of the finished rounds, by the players' first seats."""
        each = [self.points(number) for number in range(1, self.number + 1)]
        return sum(south for south, _ in each), sum(north for _, north in each)

    @property
    def holdings(self) -> tuple[int, int] | None:
        """The seeds South and North hold after the last finished round; None where rounds do not carry over."""
        if self.rules.restock is None:
            return None
        for played in reversed(self._rounds):
            if played.outcome is not None:
                return played.outcome.score
        return self.game.seeds // 2, self.game.seeds // 2

    @property
    def outcome(self) -> MatchOutcome | None:
        """None while the match goes on."""
        return None if self.round.outcome is None else self._ended(self.holdings, self.score)

    def given_up(self, seat: Player) -> MatchOutcome | None:
        """How the match would end if whoever has this seat gave up the round now; None: it would go on."""
        held = None if self.rules.restock is None else self.round.given_up(seat)
        first, second = self.score
        winner = self.seats(self.number)[Player(seat).other]
        return self._ended(held, (first + (winner == SOUTH), second + (winner == NORTH)))

    def _ended(self, held: tuple[int, int] | None, score: tuple[float, float]) -> MatchOutcome | None:
        """The end of the match after this round, by what the players hold, if that counts, and the score."""
        if held is not None:
            restock, ended = self.rules.restock, self.rules.ended
            assert restock is not None
            row = restock(self.game.options, held, self.first(self.number + 1))
            verdict = ended(self.game.options, self.options, row, held) if ended else None
            if verdict is not None:
                return MatchOutcome(Player(verdict[0]), verdict[1], score)
        if self.number < int(self.options["max_rounds"]):
            return None
        first, second = score if held is None else held
        winner = None if first == second else SOUTH if first > second else NORTH
        played = NP_("{count} round played", "{count} rounds played", self.number)
        return MatchOutcome(winner, played, score)

    def _round(self, start: Position | None) -> Round:
        return Round(self.game, start, carried=self.rules.restock is not None)

    def next_round(self) -> Round:
        """Start the next round; BonducError while one is under way or when the match is over."""
        if self.round.outcome is None:
            raise BonducError(f"cannot start round {self.number + 1}: round {self.number} is under way")
        over = self.outcome
        if over is not None:
            raise BonducError(f"cannot start round {self.number + 1}: the match is over ({over.reason})")
        held = self.holdings
        start = self.game.start() if held is None else self.game.restock(held, self.first(self.number + 1))
        self._rounds.append(self._round(start))
        return self.round

    def records(self, **tags: object) -> list[GameRecord]:
        """One record a round, with the tags Round and Match, which `from_records` needs, and these tags.

        `South` and `North` name the players as seated in the first round; where they change seats, so do the names.
        """
        return [self.record(number, **tags) for number in range(1, self.number + 1)]

    def record(self, number: int, **tags: object) -> GameRecord:
        """The record of a round (from 1), as one of `records`. Raises BonducError if there has been no such round."""
        self._check_number(number)
        names = tags.pop("South", None), tags.pop("North", None)
        seated = zip(("South", "North"), self.seats(number), strict=True)
        players = {seat: names[player] for seat, player in seated if names[player] is not None}
        played = self._rounds[number - 1]
        return played.record(Round=number, Match=format_options(self.options), **players, **tags)

    @classmethod
    def from_records(cls, records: Iterable[GameRecord], number: int | None = None, ply: int | None = None) -> Match:
        """The match of the records of its rounds in order: all of it, or up to round `number` and its ply `ply`.

        Raises BonducError if the records are not those of one match from its first round on, or stop before that.
        """
        given = list(records)
        for record in given:
            _check_record(record)
        if number is not None and not 1 <= number <= len(given):
            raise BonducError(f"there is no round {number}: the match has {len(given)} records")
        if not given:
            raise BonducError("no records: a match has at least one round")
        match = cls(given[0].game, **_match_options(given[0]))
        wanted = given[:number]
        for index, record in enumerate(wanted, 1):
            try:
                match._check_next(record, given[0], index)
                if index > 1:
                    match.next_round()
                match._check_start(record)
                match.round._replay(record, ply if index == len(wanted) else None)
            except BonducError as error:
                raise BonducError(f"record {index} does not continue the match: {error}") from error
        return match

    def _check_next(self, record: GameRecord, first: GameRecord, number: int) -> None:
        """Do game, match options, round number and players' names fit the first record?"""
        if record.game != self.game:
            raise BonducError(f"it is of {record.game!r}, the match of {self.game!r}")
        options = read_options(self.rules.options, _match_options(record), f"a match of {self.game.name}")
        if options != self.options:
            raise BonducError(f"its Match tag is {record.tags['Match']!r}, the first is {first.tags['Match']!r}")
        if record.tags.get("Round") != str(number):
            raise BonducError(f"its Round tag is {record.tags.get('Round')!r}, the round after is {number}")
        names = first.tags.get("South"), first.tags.get("North")
        for seat, player in zip(("South", "North"), self.seats(number), strict=True):
            if record.tags.get(seat) != names[player]:
                raise BonducError(
                    f"its {seat} is {record.tags.get(seat)!r}, in this round it should be {names[player]!r}"
                )

    def _check_start(self, record: GameRecord) -> None:
        start = self.round.initial
        if record.root.position != start:
            raise BonducError(f"it starts from {record.root.position}, the rounds before lead to {start}")


def _check_record(record: object) -> None:
    if not isinstance(record, GameRecord):
        raise TypeError(f"a GameRecord is needed (parse_record makes one from a text), not {record!r}")


def _match_options(record: GameRecord) -> dict[str, Value]:
    """The options in a record's Match tag, not checked."""
    text = record.tags.get("Match")
    if text is None:
        raise BonducError("a record has no Match tag: it is of a single round")
    return dict(parse_options(text))
