"""All exercises, in the order of the lessons."""

from functools import cache
from importlib import import_module

from prefixkv_teach.course.record import Exercise

LESSONS = ("01", "02", "03", "04", "05", "06")


@cache
def exercises() -> tuple[Exercise, ...]:
    """Return every exercise of the course, in the order in which a learner meets them.

    Example:
        >>> [one.key for one in exercises() if one.lesson == "01"][0]
        'predict-computed'
    """
    found: list[Exercise] = []
    for lesson in LESSONS:
        found += import_module(f"prefixkv_teach.course.exercises.lesson_{lesson}").EXERCISES
    return tuple(found)


def find_exercise(key: str) -> Exercise:
    """Return the exercise of this name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    for one in exercises():
        if one.key == key:
            return one
    raise ValueError(f"no exercise is called {key!r}; there are {', '.join(one.key for one in exercises())}")
