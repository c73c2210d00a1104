"""Tests of the course: every exercise keeps its promises."""
