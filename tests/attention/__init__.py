"""Tests of the real pass."""
