"""Exercises of lesson 03."""

from prefixkv_teach.course.record import Exercise

EXERCISES: tuple[Exercise, ...] = ()
