"""Lessons of Kiothi: sowing and capturing first, then the opening that needs both, then how a round is won."""

from __future__ import annotations

from bonduc.games.kernels.state import Ending
from bonduc.language import N_
from bonduc.lessons.goals import All, Drops, Ends, EndsRound, Laps, LiftsFrom, Marks, Reaches, Takes, Unmarks
from bonduc.lessons.lesson import Course, Lesson, Stage
from bonduc.outcome import Termination

_FIRST_BOARD = "2,5,0,4,0,0,0,0,3,0/0,2,0,5,0,0,0,0,3,0 18 18 S -"

COURSE = Course(
    "kiothi",
    N_(
        "Warriors in two rows of ten holes. Spread them freely at the start, then lift as few or as many as you "
        "like, and take what stands unprotected opposite."
    ),
    (
        Lesson(
            slug="sow",
            title=N_("Lift as many as you like"),
            text=N_(
                "The board has two rows of holes with warriors in them: A to J are yours, a to j are North's. To sow, "
                "you lift one warrior or more from one of your holes and put one into each hole after it, on from A "
                "to B and from J to a. Lift from D so that the last warrior falls into G."
            ),
            rules=("4", "8"),
            start=_FIRST_BOARD,
            stages=(Stage(All((LiftsFrom(("D",)), Reaches("G")))),),
            hint=N_("G is three holes on from D."),
            praise=N_("Right: the last warrior fell into an empty hole, and the sowing ended there."),
        ),
        Lesson(
            slug="relay",
            title=N_("On into the enemy row"),
            text=N_(
                "When the last warrior falls into an occupied hole, all the warriors there are lifted and sown on: a "
                "relay. Each handful that is sown out is a lap. Make a sowing of two laps."
            ),
            rules=("4", "7", "8"),
            start=_FIRST_BOARD,
            stages=(Stage(Laps(2, 2)),),
            hint=N_("b is occupied. How many warriors from I reach it?"),
            praise=N_("A relay: the warriors of b carried the sowing on to an empty hole."),
        ),
        Lesson(
            slug="first-lap",
            title=N_("The first lap"),
            text=N_(
                "The last warrior of the first lap must not fall into an occupied hole of your own row. C holds "
                "three warriors, but only one number of them may be lifted. Find it."
            ),
            rules=("6",),
            start="0,1,1,0,3,0,1,0,1,0/0,0,3,1,0,4,0,0,0,2 21 22 S -",
            stages=(Stage(LiftsFrom(("C",))),),
            hint=N_("One warrior would end in D, three in F: both are yours and occupied."),
            praise=N_("Two is the only number. And it captured, too: that comes next."),
        ),
        Lesson(
            slug="capture",
            title=N_("Capture"),
            text=N_(
                "If your last warrior falls into an empty hole of your own row, you capture the warriors of the "
                "enemy hole opposite: they go to your prison, and so does the one that captured them. Take four."
            ),
            rules=("9",),
            start="0,0,0,3,0,0,0,1,0,0/3,0,0,0,1,2,1,0,5,1 21 22 S -",
            stages=(Stage(Takes(4)),),
            hint=N_("Three warriors stand in g, opposite D."),
            praise=N_("Three prisoners, and the warrior that took them goes to your prison as well."),
        ),
        Lesson(
            slug="marked",
            title=N_("Marked holes are safe"),
            text=N_(
                "A marked hole (nki) cannot be captured. The ring of notches shows it: a and i are marked. Capture "
                "three warriors."
            ),
            rules=("3", "9"),
            start="0,2,0,0,1,0,0,2,0,1/2,0,2,0,0,0,4,0,1,2 21 22 S marks=a,i",
            stages=(Stage(Takes(3)),),
            hint=N_("c is not marked. Which of your holes lies opposite, and how can you end there?"),
            praise=N_("Well chosen: opposite H nothing was protected."),
        ),
        Lesson(
            slug="unmark",
            title=N_("Take the protection away"),
            text=N_(
                "A hole loses its mark for good when warriors are sown from it, and also when a sowing is relayed "
                "through it, whoever owns it. Take the mark of c away."
            ),
            rules=("5", "7"),
            start="0,0,0,3,0,0,2,4,1,2/0,0,3,0,4,1,2,0,4,3 15 16 S marks=C,F,a,b,c",
            stages=(Stage(Unmarks("c")),),
            hint=N_("End your first lap in c: from J it is the third hole."),
            praise=N_("The relay went through c, and c will never be protected again."),
        ),
        Lesson(
            slug="bonus",
            title=N_("The bonus"),
            text=N_(
                "Capture with your last warrior in A, the first hole of your row, and the next three enemy holes are "
                "yours as well, if all three are occupied and unmarked. Take this bonus."
            ),
            rules=("10",),
            start="1,3,0,0,4,1,0,0,3,0/0,1,3,1,3,1,3,0,3,1 16 16 S -",
            stages=(Stage(Ends(Ending.BONUS_TAKEN)),),
            hint=N_("Let a relay carry you round: lift three from I."),
            praise=N_("Four holes at one stroke: j, and i, h and g with it."),
        ),
        Lesson(
            slug="endless",
            title=N_("Sowing without end"),
            text=N_(
                "All six warriors of E would be sown on for ever: an endless sowing is not a legal move. Capture "
                "three with another number of warriors from E."
            ),
            rules=("4", "endless"),
            start="5,0,7,0,1,2,0,1,0,1/2,1,2,1,6,0,1,0,3,0 11 16 S -",
            stages=(Stage(All((LiftsFrom(("E",)), Takes(3)))),),
            hint=N_("F is empty, and two warriors stand opposite."),
            praise=N_("A short way to three warriors."),
        ),
        Lesson(
            slug="opening",
            title=N_("The opening"),
            text=N_(
                "Five warriors lie in each of your holes E to J. On your first turn you empty two of them and "
                "spread their warriors over any holes of the board. Put at least four into North's row."
            ),
            rules=("1", "2"),
            stages=(Stage(Drops(4)),),
            hint=N_("First choose two holes to empty, then a hole for each warrior, in any order."),
            praise=N_("Your warriors stand where you want them. Now it would be North's turn to do the same."),
        ),
        Lesson(
            slug="marks",
            title=N_("What the opening protects"),
            text=N_(
                "After North's opening every occupied hole is marked. You are North: empty two of your holes, and "
                "spread their warriors so that eight of your holes are marked."
            ),
            rules=("2", "3"),
            before=("EF>A5,B5",),
            stages=(Stage(Marks(8)),),
            hint=N_("Four of your holes stay occupied. Give one warrior to each of four empty ones."),
            praise=N_("Eight protected holes. They stay so until they are sown from or relayed through."),
        ),
        Lesson(
            slug="end",
            title=N_("The end of the round"),
            text=N_(
                "If the player to move has no legal move, the round ends, and all the warriors on the board go to "
                "the other player. Leave North without a move."
            ),
            rules=("11", "12"),
            start="0,0,0,0,0,0,0,0,0,2/0,0,0,0,1,0,1,2,0,0 27 27 S -",
            stages=(Stage(EndsRound(Termination.NO_LEGAL_MOVE, "win")),),
            hint=N_("All that North has stands in a, opposite J."),
            praise=N_("North cannot move, and the board is yours. More warriors in prison: you win."),
        ),
        Lesson(
            slug="one-warrior",
            title=N_("The one-warrior victory"),
            text=N_(
                "The finest win is by exactly two warriors: in a match it counts as two wins, in some places as ten. "
                "Win so."
            ),
            rules=("12", "13"),
            start="0,0,0,0,0,2,0,0,0,0/0,1,0,2,0,0,0,0,0,1 25 29 S -",
            stages=(Stage(EndsRound(Termination.NO_LEGAL_MOVE, "win", lead=2)),),
            hint=N_("Take North's last two warriors, in e. They lie opposite F."),
            praise=N_("31 to 29: a one-warrior victory."),
        ),
    ),
)
