"""Lessons of Rio Kadalis: from a single stone to fours on the way, then the round and the match."""

from __future__ import annotations

from bonduc.games.kernels.state import Ending
from bonduc.language import N_
from bonduc.lessons.goals import All, Ends, EndsRound, GivesNothing, Laps, Reaches, RelaysFrom, Takes, TakesOnTheWay
from bonduc.lessons.lesson import Course, Lesson, Stage
from bonduc.outcome import Termination

COURSE = Course(
    "rio-kadalis",
    N_("A game of fours: stones are sown on and on, and every hole that comes to exactly four is somebody's."),
    (
        Lesson(
            slug="sow",
            title=N_("Sow a hole"),
            text=N_(
                "The board has two rows of holes: A to F are yours, a to f are North's. To sow, you lift all the "
                "stones of one of your holes and put one into each hole after it: from A on to B, from F on to a, and "
                "so round the board. Sow so that the last stone falls into E."
            ),
            rules=("1", "5"),
            start="2,0,0,1,0,0/0,3,1,0,0,1 20 20 S -",
            stages=(Stage(Reaches("E")),),
            hint=N_("E is three holes on from B."),
            praise=N_("The last stone fell into an empty hole, E: so the turn ends."),
        ),
        Lesson(
            slug="relay",
            title=N_("Relay"),
            text=N_(
                "When the last stone falls into an occupied hole and does not make four there, all the stones of "
                "that hole are lifted and sown on: a relay. Each handful that is sown out is a lap. Make a sowing of "
                "exactly two laps."
            ),
            rules=("2", "5"),
            start="1,5,1,0,1,0/2,5,0,2,5,2 12 12 S -",
            stages=(Stage(Laps(2, 2)),),
            hint=N_("Follow the two stones of D, and then the stones of the hole they reach."),
            praise=N_("Two laps: the stones of F carried the sowing on."),
        ),
        Lesson(
            slug="binikh",
            title=N_("Make a binikh"),
            text=N_(
                "If the last stone of a lap makes exactly four, that is a binikh: you capture the four, which leave "
                "the board and count for you, and the turn ends. Make one in your own row."
            ),
            rules=("4",),
            start="3,0,1,3,3,3/1,6,0,2,0,3 11 12 S -",
            stages=(Stage(Ends(Ending.FOUR_TAKEN, "own")),),
            hint=N_("F holds three. One more, and it must be the last."),
            praise=N_("Binikh! Four stones for you."),
        ),
        Lesson(
            slug="binikh-enemy",
            title=N_("A binikh in North's row"),
            text=N_(
                "A binikh is yours in whichever row it is made. This is how stones of the other player are won. Make "
                "one in North's row."
            ),
            rules=("4",),
            start="2,3,1,2,5,3/1,0,6,0,2,2 10 11 S -",
            stages=(Stage(Ends(Ending.FOUR_TAKEN, "enemy")),),
            hint=N_("a holds three stones and is two holes on from E."),
            praise=N_("Three of those four stones were North's."),
        ),
        Lesson(
            slug="on-the-way",
            title=N_("Fours on the way"),
            text=N_(
                "A stone that is not the last of its lap can make four as well. Then the owner of the row takes the "
                "four at once, and the sowing goes on. Win two fours on the way in one sowing."
            ),
            rules=("3",),
            start="1,0,3,3,3,0/2,5,0,3,3,5 10 10 S -",
            stages=(Stage(TakesOnTheWay(2)),),
            hint=N_("D and E hold three each. A long handful passes over both."),
            praise=N_("Eight stones, and the last one had not even fallen."),
        ),
        Lesson(
            slug="give-nothing",
            title=N_("Give nothing away"),
            text=N_(
                "Fours on the way in North's row go to North, although you made them. Win a four without giving "
                "North any."
            ),
            rules=("3", "4"),
            start="6,0,2,0,3,1/5,0,0,1,6,3 10 11 S -",
            stages=(Stage(All((Takes(4), GivesNothing()))),),
            hint=N_("Every sowing from the holes near North's row helps North. Start with A."),
            praise=N_("Yours alone."),
        ),
        Lesson(
            slug="lying-four",
            title=N_("Four that merely lie there"),
            text=N_(
                "Four stones that have lain in a hole are no group: nobody takes them. A fifth stone that falls last "
                "onto them starts a relay. Make the second lap, the last one, go on from b."
            ),
            rules=("2", "3"),
            start="1,0,2,0,4,4/0,3,3,3,3,4 10 11 S -",
            stages=(Stage(All((RelaysFrom("b"), Laps(2, 2)))),),
            hint=N_("b is three holes on from E."),
            praise=N_("Five stones went on from b; a, with its four, was only passed."),
        ),
        Lesson(
            slug="end",
            title=N_("The end of the round"),
            text=N_(
                "The round ends when the player to move has no stones to sow; stones left belong to the owners of "
                "their rows. More stones win. End this round and win it."
            ),
            rules=("6", "7"),
            start="0,0,0,0,0,3/0,1,0,1,0,1 21 21 S -",
            stages=(Stage(EndsRound(Termination.NO_LEGAL_MOVE, "win")),),
            hint=N_("North has three stones, all in a."),
            praise=N_("A binikh with North's last stones: North cannot move, and you have won."),
        ),
        Lesson(
            slug="repetition",
            title=N_("When a position comes back"),
            text=N_(
                "If a position occurs a second time, the round ends at once and the stones on the board are shared "
                "equally; an odd one goes to nobody. Not long ago your stones lay in B, E and F, North's as now, and "
                "North was to move. You lead: bring that position back."
            ),
            rules=("repetition", "7"),
            start="0,0,1,1,0,0/0,1,0,0,1,1 22 21 N -",
            before=("c", "E", "e", "A", "a"),
            stages=(Stage(EndsRound(Termination.REPETITION, "win")),),
            hint=N_("One of your stones can set off a relay that ends in F."),
            praise=N_("Two stones for each, one for nobody: 24 to 23."),
        ),
        Lesson(
            slug="sand",
            title=N_("Sand"),
            text=N_(
                "In a later round of a match, holes that a player cannot fill with four stones are closed with sand: "
                "every sowing skips them. North's a and b are closed. Win a four."
            ),
            rules=("8",),
            start="1,5,3,5,0,0/2,0,1,1,5,2 11 12 S closed=a,b",
            stages=(Stage(Takes(4)),),
            hint=N_("After F comes c now, and d holds three."),
            praise=N_("The stones jumped over the sand."),
        ),
        Lesson(
            slug="match",
            title=N_("Winning the match"),
            text=N_(
                "Who is left with fewer than four stones cannot fill a single hole and has lost the match. End the "
                "round so that North holds fewer than four."
            ),
            rules=("9", "6"),
            start="0,0,0,0,0,3/2,3,0,0,0,1 36 3 S -",
            stages=(Stage(EndsRound(Termination.NO_LEGAL_MOVE, "win", loser=4)),),
            hint=N_("North lives on the three stones of a."),
            praise=N_("Three stones fill no hole: the match is yours."),
        ),
    ),
)
