"""Tests of the widgets without a kernel: setting `.value` calls the handlers."""
