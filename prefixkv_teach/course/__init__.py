"""The course: exercises with checks that explain, progress, a quiz and a glossary.

exercise("count-shared")               # what to do; hints and solution folded below
check("count-shared", my_function)     # right, or the smallest case in which it is not
"""

# The folder `exercises` is loaded first: loaded later, it would take the place of the function of that name.
import prefixkv_teach.course.exercises  # noqa: F401
from prefixkv_teach.course.catalogue import exercises, find_exercise
from prefixkv_teach.course.front import front_view
from prefixkv_teach.course.misconceptions import MISCONCEPTIONS, Misconception
from prefixkv_teach.course.predict import reveal
from prefixkv_teach.course.progress_file import reset_progress, start_progress
from prefixkv_teach.course.quiz import answer_question, questions
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.course.reports import Report, check, exercise, progress

__all__ = [
    "MISCONCEPTIONS",
    "Exercise",
    "KnownWrong",
    "Misconception",
    "Report",
    "Verdict",
    "answer_question",
    "check",
    "exercise",
    "exercises",
    "find_exercise",
    "front_view",
    "progress",
    "questions",
    "reset_progress",
    "reveal",
    "start_progress",
]
