"""The slow versions of step 6 and the package's own agree; and lesson 06's exercises need no torch."""

import subprocess
import sys

import pytest

from prefixkv_teach.course.cases import random_cases
from prefixkv_teach.course.honest_run import honest_ledger, honest_peaks, honest_release, honest_trap
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from prefixkv_teach.run import execute
from tests.tracked import ROOT

PLANS = [case.plan() for case in random_cases(300, seed=11, cap=None, empty=True)]


def arguments(plan: PrefixPlan) -> tuple:
    return plan.order, plan.parent, plan.page_tables


def test_the_ledger_names_the_readers_of_method_2_as_written() -> None:
    for plan in PLANS:
        for entry, moment in zip(honest_ledger(*arguments(plan)), execute(plan, "count_readers").moments, strict=True):
            assert {page: tuple(sorted(who)) for page, who in entry.after.items() if who} == moment.readers
            assert sum(map(bool, entry.computing.values())) == moment.peak_pages


def test_the_peaks_are_those_of_both_ways_to_count() -> None:
    for plan in PLANS:
        runs = [execute(plan, method) for method in ("count_readers", "count_readers_tight")]
        assert honest_peaks(*arguments(plan)) == tuple(run.peak_pages for run in runs)
    assert sum(one > other for one, other in (honest_peaks(*arguments(plan)) for plan in PLANS)) > 10


def test_the_release_is_that_of_method_1_with_its_missing_half() -> None:
    for plan in PLANS:
        freed = [list(moment.freed) for moment in execute(plan, "keep_needed").moments]
        assert [sorted(pages) for pages in honest_release(*arguments(plan))] == freed


def test_the_trap_needs_a_grandchild_that_reads_its_grandparent_s_page() -> None:
    caught = 0
    for plan in PLANS:
        late = honest_trap(*arguments(plan))
        for position, page in late:
            assert plan.parent[position] != plan.page_owner[page] != plan.order[position]
            assert page in plan.page_tables[plan.order[position]]
        caught += bool(late)
    assert 10 < caught < len(PLANS) / 2


@pytest.mark.parametrize("prompts", [[[1], [1, 2]], [[1], [1, 2], [1, 3]], [[1, 2]] * 3])
def test_without_a_grandchild_the_rule_does_no_harm(prompts: list[list[int]]) -> None:
    assert honest_trap(*arguments(plan_tokens(prompts, page_size=1))) == []


def test_the_exercises_of_lesson_06_need_no_torch() -> None:
    code = (
        "import sys; from prefixkv_teach.course import check, exercises\n"
        "for one in exercises():\n"
        "    if one.lesson == '06': check(one.key, 1); check(one.key, lambda *_: []); one.reveal and one.reveal()\n"
        "assert not {'torch', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
