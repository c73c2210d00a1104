"""Rules for all tests: in CI nothing is skipped silently, and BROWSER=0 says what it leaves out."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.browser.find_browser import wanted


def in_ci() -> bool:
    """Whether a CI runs us; GitHub, GitLab and most others set CI=true."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


# A busy machine is slow and not wrong, so no deadline. In CI the draws are always the same: red means a change.
settings.register_profile("project", deadline=None, derandomize=in_ci())
settings.load_profile("project")


def pytest_report_header() -> str | None:
    """One line on top of the output when the browser tests are left out."""
    return None if wanted() else "BROWSER=0: tests marked `browser` are left out on purpose"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the browser tests out when BROWSER=0."""
    if not wanted():
        gone = [item for item in items if item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if not item.get_closest_marker("browser")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one in CI, except where a GPU is what is missing."""
    report = yield
    # A test that is expected to fail also reports "skipped"; it did run.
    if in_ci() and report.skipped and not hasattr(report, "wasxfail") and not item.get_closest_marker("gpu"):
        fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole file that skips itself while being read."""
    report = yield
    if in_ci() and report.skipped:
        fail(report)
    return report


def fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Make a skipped report a failed one that says why."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"{report.nodeid} was skipped, and in CI (CI is set) nothing is skipped silently: {reason}"
