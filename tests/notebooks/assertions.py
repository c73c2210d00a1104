"""What must hold after a notebook has run: for each, code cells that are appended before it is executed.

They see the notebook's own names. Setting `.value` of a widget calls its handlers, as a learner's hand would;
check what is shown then. Each string is one cell, so that an error names the cell that raised it. A notebook
without an entry is still executed from top to bottom, with a fresh kernel.
"""

ASSERTIONS: dict[str, list[str]] = {
    "00_check_setup.ipynb": [
        'assert "MISSING" not in report(check_setup()), report(check_setup())',
        'assert sentence.value.endswith(": 2"), sentence.value',
        'slider.value = 5\nassert sentence.value.endswith(": 5"), sentence.value',
        'assert "<svg" in tree.value and "noisy" in tree.value',
    ],
    "05_run_tree.ipynb": [
        'assert not check("release", release).passed and not check("methods-differ", my_prompts).passed',
        "assert [moment.freed for moment in run.moments] == [(), (2,), (1,), (0, 3, 4), (5, 6)]",
        "assert (written.peak_pages, tight.peak_pages) == (3, 3), 'the article: one peak'",
        'assert [peaks(branches)[m] for m in ("count_readers", "count_readers_tight", "no_sharing")] == [5, 4, 4]',
        'assert "p0 is gone" in trap_table(plan) and keep_needed(plan.order, plan.shared, plan.parent, 2)[0] == 1',
    ],
    "06_real_attention.ipynb": [
        'assert check("predict-saving", large.with_reuse.tokens).passed, "the record counts what the layer computes"',
        'assert check("whole-hit", run_pass(plan_tokens([range(8), range(8)], page_size=4)).with_reuse.computed_tokens'
        "[1]).passed",
        "assert (result.with_reuse.tokens, result.with_reuse.pages_written) == (13, 7)",
        "assert result.equal and result.correct and large.equal and large.correct and twin.equal",
        'size.value = 1\nassert "pages of 1 token;" in table.value and "11,264" in table.value, table.value',
        'number.value = "bfloat16"\nassert "bfloat16" in table.value and "5,632" in table.value, table.value',
    ],
}
