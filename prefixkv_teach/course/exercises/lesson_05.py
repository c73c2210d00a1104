"""Exercises of lesson 05."""

from prefixkv_teach.course.record import Exercise

EXERCISES: tuple[Exercise, ...] = ()
