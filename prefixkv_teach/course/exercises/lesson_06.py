"""Exercises of lesson 06."""

from prefixkv_teach.course.record import Exercise

EXERCISES: tuple[Exercise, ...] = ()
