"""Lessons of Adji Kui II: the four ways a lap can end, then passing, the end of the round and bought holes."""

from __future__ import annotations

from bonduc.games.kernels.state import Ending
from bonduc.language import N_
from bonduc.lessons.goals import All, Ends, EndsRound, Holds, Laps, LiftsFrom, OpponentPasses, Reaches, Takes
from bonduc.lessons.lesson import Course, Lesson, Stage
from bonduc.outcome import Termination

COURSE = Course(
    "adji-kui-ii",
    N_(
        "Count your laps ahead, so that the last seed makes four in a hole of the other player. In later rounds, "
        "winners buy holes across the board."
    ),
    (
        Lesson(
            slug="sow",
            title=N_("Sow a hole"),
            text=N_(
                "The board has two rows of holes: A to F are yours, a to f are North's. To sow, you lift all the "
                "seeds of one of your holes, two at least, and put one into each hole after it: from A on to B, from "
                "F on to a, and so round the board. Sow so that the last seed falls into E."
            ),
            rules=("1", "4"),
            start="2,0,1,0,2,0/1,3,0,2,0,0 19 18 S -",
            stages=(Stage(Reaches("E")),),
            hint=N_("E is three holes on from B. The single seed of A cannot be sown at all."),
            praise=N_("The last seed fell into an empty hole, E: so the turn ends."),
        ),
        Lesson(
            slug="relay",
            title=N_("Relay"),
            text=N_(
                "When the last seed falls into an occupied hole and does not make four, all the seeds of that hole "
                "are lifted and sown on: a relay. Each handful that is sown out is a lap. Make a sowing of two or "
                "three laps that ends in an empty hole."
            ),
            rules=("4", "5"),
            start="3,4,1,0,4,3/3,1,2,4,2,0 10 11 S -",
            stages=(Stage(All((Laps(2, 3), Ends(Ending.EMPTY_HOLE)))),),
            hint=N_("Start with A: its three seeds reach D."),
            praise=N_("D took the sowing over and brought it to an empty hole."),
        ),
        Lesson(
            slug="casa",
            title=N_("Make a casa"),
            text=N_(
                "If the last seed of a lap makes exactly four in a hole of the other player, a casa, you capture the "
                "four, which leave the board and count for you, and the turn ends. Make one."
            ),
            rules=("2",),
            start="4,5,0,0,5,3/2,2,2,4,2,1 9 9 S -",
            stages=(Stage(Takes(4)),),
            hint=N_("a holds three. Your last seed should be the fourth."),
            praise=N_("Four seeds for you."),
        ),
        Lesson(
            slug="casa-relay",
            title=N_("A casa at the end of a relay"),
            text=N_("The four may be made by the last seed of any lap. Capture on the second lap."),
            rules=("2", "5"),
            start="1,3,2,3,2,0/2,3,2,3,3,0 12 12 S -",
            stages=(Stage(All((Takes(4), Laps(2, 2)))),),
            hint=N_("Three seeds of E end in b. How far do the seeds of b go?"),
            praise=N_("Counting one lap ahead is the art of this game."),
        ),
        Lesson(
            slug="own-four",
            title=N_("Four in your own hole"),
            text=N_(
                "A last seed that makes four in a hole of your own takes nothing, and the turn ends. That can be a "
                "good way to stop. Do it."
            ),
            rules=("3",),
            start="5,1,5,0,4,0/2,1,3,5,2,1 9 10 S -",
            stages=(Stage(Ends(Ending.OWN_FOUR)),),
            hint=N_("C holds three and is two holes on from A."),
            praise=N_("The four stay in C, and the turn is over."),
        ),
        Lesson(
            slug="on-the-way",
            title=N_("Fours on the way stay"),
            text=N_(
                "Only the last seed of a lap counts. Capture a casa, and leave fours in a and b that were made on "
                "the way."
            ),
            rules=("6", "2"),
            start="3,0,1,3,3,3/1,5,0,2,0,3 12 12 S -",
            stages=(Stage(All((Takes(4), Holds("a", 4, 4), Holds("b", 4, 4)))),),
            hint=N_("a, b and c hold three each, and F has one seed for each of them."),
            praise=N_("Three fours, but only the last one, in c, was taken."),
        ),
        Lesson(
            slug="endless",
            title=N_("Sowing without end"),
            text=N_(
                "A sowing that would never end is not a legal move: C would be sown on for ever. Capture a casa from "
                "another hole."
            ),
            rules=("1", "endless"),
            start="0,1,2,3,4,2/4,1,2,5,2,6 8 8 S -",
            stages=(Stage(Takes(4)),),
            hint=N_("d holds three. Which hole has a handful that ends there?"),
            praise=N_("The other way was longer than for ever."),
        ),
        Lesson(
            slug="pass",
            title=N_("Passing"),
            text=N_(
                "A player with no legal move passes: with empty holes, single seeds or endless sowings only. If both "
                "pass, the round ends. Leave North single seeds only."
            ),
            rules=("7", "1"),
            start="1,0,1,0,1,1/0,0,3,3,1,3 17 17 S -",
            stages=(Stage(OpponentPasses()),),
            hint=N_("Stay away from North's seeds: sow within your own row."),
            praise=N_("North must pass, and you are to move again."),
        ),
        Lesson(
            slug="end",
            title=N_("The last eight seeds"),
            text=N_(
                "As soon as eight seeds or fewer are in play, the round ends, and each player takes those in their "
                "own holes. More seeds win. End this round and win it."
            ),
            rules=("8", "9"),
            start="0,0,0,1,0,3/2,3,1,0,2,0 18 18 S -",
            stages=(Stage(EndsRound(Termination.FEW_SEEDS, "win")),),
            hint=N_("Twelve seeds are in play. A casa leaves eight."),
            praise=N_("Eight seeds were left, and you have won."),
        ),
        Lesson(
            slug="bought",
            title=N_("A hole that you bought"),
            text=N_(
                "In a later round of a match a player with seeds to spare buys holes of the other row, four seeds "
                "each. a and b belong to you: start from one of them, and capture."
            ),
            rules=("10",),
            start="1,4,3,4,2,0/0,3,4,0,1,2 12 12 S owner=abS",
            stages=(Stage(All((LiftsFrom(("a", "b")), Takes(4)))),),
            hint=N_("d holds three and is two holes on from b."),
            praise=N_("From your hole in North's row to a casa next to it."),
        ),
        Lesson(
            slug="bought-enemy",
            title=N_("A hole that you lost"),
            text=N_(
                "North has bought A and B in your row. They count as enemy holes, so that you may capture fours in "
                "them. Do it. (Who owns ten holes as a round starts has won the match.)"
            ),
            rules=("10", "2"),
            start="2,2,2,3,3,3/2,3,2,2,0,5 9 10 S owner=ABN",
            stages=(Stage(All((Takes(4), Reaches("B")))),),
            hint=N_("B holds three. A long handful goes round North's row and comes back."),
            praise=N_("In a bought hole it is the owner that counts, not the row."),
        ),
    ),
)
