"""Thin shells for notebooks: read the controls, call a pure function, set a value. Nothing is computed here."""

from prefixkv_teach.widgets.demo import Demo
from prefixkv_teach.widgets.exercise import ExerciseBox, Predict
from prefixkv_teach.widgets.player import Player
from prefixkv_teach.widgets.playground import Playground
from prefixkv_teach.widgets.quiz import Quiz
from prefixkv_teach.widgets.step import StepWidget

__all__ = ["Demo", "ExerciseBox", "Player", "Playground", "Predict", "Quiz", "StepWidget"]
