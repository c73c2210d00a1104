"""Exercises of lesson 04."""

from prefixkv_teach.course.record import Exercise

EXERCISES: tuple[Exercise, ...] = ()
