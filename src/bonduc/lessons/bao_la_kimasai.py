"""Lessons of Bao la Kimasai: how stones walk, how they capture, how to stay out of reach, how to win."""

from __future__ import annotations

from bonduc.language import N_, P_
from bonduc.lessons.goals import All, Denies, EndsRound, Reaches, Takes
from bonduc.lessons.lesson import Course, Lesson, Stage
from bonduc.outcome import Termination

_WALK = "1,0,0,0,1,0,0,1,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0,0,0,0/0,0,1,0,0,0,0,0,0,0,0,1 0 0 S -"

COURSE = Course(
    "bao-la-kimasai",
    N_(
        "Four rows, one stone to a hole, and nothing is sown: stones walk round the board, and who arrives "
        "opposite an enemy takes the whole file."
    ),
    (
        Lesson(
            slug="back-row",
            title=N_("On to the front row"),
            text=N_(
                "Of the four rows two are yours: A1 to L1 is your back row, A2 to L2 your front row. A turn moves one "
                "stone one hole on: along the back row from A1 to L1, then to L2, and along the front row back to A2. "
                "Move a stone from the back row to the front row."
            ),
            rules=("2",),
            start=_WALK,
            stages=(Stage(Reaches("L2")),),
            hint=N_("The last hole of the back row is L1."),
            praise=N_("In the front row the way goes on, now from L2 to A2."),
        ),
        Lesson(
            slug="front-row",
            title=N_("Round the ring"),
            text=N_(
                "Along the front row stones walk from L2 to A2, and from there to A1, in the back row again. Bring "
                "the stone of A2 home."
            ),
            rules=("2",),
            start=_WALK,
            stages=(Stage(Reaches("A1")),),
            hint=N_("Move the stone in A2."),
            praise=N_("Once round: your two rows are a ring of their own, and stones never leave it."),
        ),
        Lesson(
            slug="one-a-hole",
            title=N_("One stone to a hole"),
            text=N_(
                "A stone may move only into an empty hole. F2 cannot move while E2 is occupied: make room first, "
                "then move F2."
            ),
            rules=("2",),
            start=(
                "0,1,0,0,0,0,0,0,1,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0"
                "/0,0,0,0,1,1,0,0,0,0,0,0/0,1,0,0,0,0,0,0,1,0,0,0 0 0 S -"
            ),
            stages=(
                Stage(Reaches("D2"), reply="d1", done=N_("E2 is free now.")),
                Stage(Reaches("E2")),
            ),
            hint=N_("First the stone in E2, then the one in F2."),
            praise=N_("No hole ever holds two stones."),
        ),
        Lesson(
            slug="capture",
            title=P_("title of a lesson", "Face to face"),
            text=N_(
                "If a stone arrives in your front row and the enemy front hole opposite is occupied, it captures "
                "that stone, which leaves the game. Capture."
            ),
            rules=("3",),
            start=(
                "0,0,0,0,1,0,0,0,0,0,0,0/1,1,1,1,0,0,0,0,0,0,0,0"
                "/0,1,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,1,1,0,0,0,0,1 0 0 S -"
            ),
            stages=(Stage(Takes(1)),),
            hint=N_("A stone that is already in your front row can arrive at A2."),
            praise=N_("It stood opposite, and it is gone."),
        ),
        Lesson(
            slug="file",
            title=N_("Two in one file"),
            text=N_(
                "Behind the stone that you capture, in the same file, there may be another one in the back row: it is "
                "captured, too. Capture two at once."
            ),
            rules=("3",),
            start=(
                "1,0,0,1,0,0,0,0,0,0,0,0/1,1,1,1,1,0,1,0,0,1,0,0"
                "/0,0,1,0,1,1,1,1,0,0,0,0/0,0,1,0,0,0,0,0,0,0,0,0 0 0 S -"
            ),
            stages=(Stage(Takes(2)),),
            hint=N_("Opposite D2 both enemy holes are occupied."),
            praise=N_("The whole file is clear."),
        ),
        Lesson(
            slug="start",
            title=N_("The first moves"),
            text=N_(
                "At the start every hole holds a stone but the last of each front row, A2 and a2. Only one stone can "
                "move. Move it, and capture two with your next move as well."
            ),
            rules=("1", "2", "3"),
            stages=(
                Stage(Takes(2), reply="b2"),
                Stage(Takes(2)),
            ),
            hint=N_("Only a stone with an empty hole before it can move: first B2, and after that there are two."),
            praise=N_("Four stones ahead after two moves."),
        ),
        Lesson(
            slug="hide",
            title=N_("Out of reach"),
            text=N_(
                "A stone in the back row is safe while the front hole before it is empty. Move so that North can "
                "capture nothing."
            ),
            rules=("3",),
            start=(
                "1,0,0,0,0,0,0,1,0,0,1,0/0,1,1,0,0,0,0,0,1,0,0,0"
                "/1,0,0,0,1,0,0,0,0,0,0,0/0,1,1,0,1,0,0,0,0,0,1,0 0 0 S -"
            ),
            stages=(Stage(Denies()),),
            hint=N_("North's stone in k2 is about to arrive opposite A2."),
            praise=N_("North finds nobody there."),
        ),
        Lesson(
            slug="choose",
            title=N_("Take and stay safe"),
            text=N_(
                "Two of your moves capture a stone. After one of them North captures in return; choose the other one."
            ),
            rules=("3",),
            start=(
                "0,1,0,0,0,0,1,0,0,0,0,0/0,0,0,0,0,0,0,1,0,0,0,1"
                "/0,0,0,0,1,0,0,0,1,0,0,0/1,0,0,0,0,0,0,0,1,0,1,1 0 0 S -"
            ),
            stages=(Stage(All((Takes(1), Denies()))),),
            hint=N_("North's stone in e2 threatens I2. It can be taken."),
            praise=N_("You took the stone that threatened you."),
        ),
        Lesson(
            slug="win",
            title=N_("The last stones"),
            text=N_(
                "Who captures all enemy stones wins, and so does who leaves the other player without a move. (A "
                "position that came back would be a draw.) Win now."
            ),
            rules=("4", "5"),
            start=(
                "0,0,0,0,0,0,0,0,0,0,0,0/0,0,1,0,0,0,0,0,0,0,0,0"
                "/0,0,0,1,0,0,0,1,0,0,0,1/1,0,0,0,0,0,1,0,0,0,0,0 0 0 S -"
            ),
            stages=(Stage(EndsRound(Termination.ALL_CAPTURED, "win")),),
            hint=N_("North's last stone stands opposite C2."),
            praise=N_("North has no stone left: you win."),
        ),
    ),
)
