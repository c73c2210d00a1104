"""The course: exercises with checks that explain, progress, a quiz and a glossary.

exercise("count-shared")               # what to do; hints and solution folded below
check("count-shared", my_function)     # right, or the smallest case in which it is not
"""

from prefixkv_teach.course.catalogue import exercises, find_exercise
from prefixkv_teach.course.front import front_view
from prefixkv_teach.course.misconceptions import MISCONCEPTIONS, Misconception
from prefixkv_teach.course.progress_file import reset_progress, start_progress
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.course.reports import Report, check, exercise, progress

__all__ = [
    "MISCONCEPTIONS",
    "Exercise",
    "KnownWrong",
    "Misconception",
    "Report",
    "Verdict",
    "check",
    "exercise",
    "exercises",
    "find_exercise",
    "front_view",
    "progress",
    "reset_progress",
    "start_progress",
]
