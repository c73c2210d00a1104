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
    "03_round_to_pages.ipynb": [
        "assert list(article.shared) == [0, 2, 2, 4, 0] and (sum(short.capped), sum(short.shared)) == (7, 4)",
        'live.controls.page_size.value = "3"\n'
        'assert live.plan.shared == (0, 3, 3, 3, 0) and "pk-row" in live.view.value',
        'cats.controls.prompts.value = cats.controls.prompts.value.replace("My cat is", "My cat is often")\n'
        "assert sum(cats.plan.shared) == 8",
        'prediction = Predict("predict-15-16-17")\nbefore = prediction.truth.value\n'
        'prediction.field.value = "0 16 16"\n'
        'prediction.reveal.click()\nassert "17 tokens: 16 can be reused" in prediction.truth.value\n'
        'assert "can be reused" not in before',
        'box = ExerciseBox("last-page")\nbox.field.value = "1 0 1 0"\nbox.button.click()\n'
        'assert "A full last page gives 0 there" in box.report.value, box.report.value',
    ],
    "04_build_tree.ipynb": [
        "assert parent == [None, 0, 0, 4, None] and seen == [0, 3, 1, 2]",
        "assert questions[4].new_tokens == 2 and questions[4].read_pages == [0, 2] == list(no_cap.page_tables[4])",
        "live.controls.cap.value = False\n"
        'assert live.plan.parent == (None, 0, 3, 3, None) and "<svg" in live.view.value',
        "twins_live.controls.cap.value = True\nassert min(twins_live.plan.computed_tokens) > 0",
        'prediction = Predict("sixth-prompt")\nprediction.field.value = "1"\nprediction.reveal.click()\n'
        'assert "The climb of prompt 5" in prediction.truth.value',
        'box = ExerciseBox("deepest")\nbox.field.value = "We met\\nWe met at noon\\nWe met at noon and ate"\n'
        "box.button.click()\n"
        'assert "There are 3 prompts; write 4" in box.report.value, box.report.value',
        'box.field.value += "\\nWe met at noon and ate hot soup"\nbox.button.click()\n'
        'assert "Passed" in box.report.value',
    ],
    "06_real_attention.ipynb": [
        'assert check("predict-saving", large.with_reuse.tokens).passed, "the record counts what the layer computes"',
        'assert check("whole-hit", run_pass(plan_tokens([range(8), range(8)], page_size=4)).with_reuse.computed_tokens'
        "[1]).passed",
        "assert (result.with_reuse.tokens, result.with_reuse.pages_written) == (13, 7)",
        "assert result.equal and result.correct and large.equal and large.correct and twin.equal",
        'size.value = 1\nassert "pages of 1 token;" in table.value and "11,264" in table.value, table.value',
        'number.value = "bfloat16"\nassert "bfloat16" in table.value and "5,632" in table.value, table.value',
        "assert answers.same_words and ratio > 1.2",
        "assert steps[-1].flat.kv_bytes > 7 * steps[-1].tree.kv_bytes",
    ],
    "06b_inside_the_kernel.ipynb": [
        "assert relative_error(walk.out, ours) < 2e-6 and len(walk.turns) == 2",
        "assert walk.turns[1].pages == (5, 5) and walk.turns[1].shrink.min() < 0.5 < walk.turns[1].shrink.max() == 1",
        "assert [row.isinf().sum().item() for row in walk.turns[1].scores] == [1, 1, 0, 0], 'four keys and itself'",
        "assert bad.out.isnan().all() and bad.turns[0].scores[:, 2:].isnan().all()",
    ],
    "01_why_share.ipynb": [
        'assert "17 tokens, 7 reused, 10 computed" in picture.value, picture.value[-200:]',
        'box.value = "Today The room\\nThe room"\nassert "5 tokens, 0 reused" in picture.value',
        'box.value = "The room was\\n\\nThe room is <b>"\n'
        'assert "2 reused" in picture.value and "<b>" not in picture.value',
        'assert check("share-five", two_prompts).verdict.said.startswith("These two have 1 token")',
    ],
    "02_sort_and_share.ipynb": [
        "assert order == [0, 3, 4, 1, 2] and common == [0, 3, 4, 4, 0]",
        "assert share_live.plan.capped == (0, 3, 3, 4, 0)\nshare_live.controls.cap.value = False\n"
        "assert share_live.plan.capped == (0, 3, 4, 4, 0)",
        'sort_live.controls.prompts.value += "\\nThe room"\nassert sort_live.plan.order[0] == 5',
        "assert twins.capped == (0, 3, 3, 3)",
        'said = repr(check("beat-the-previous", ["a b", "a c", "a b"]))\n'
        'assert "position 2" in said and "1 with the best" in said, said',
    ],
    "exit_ticket.ipynb": [
        'first.choice.index = 2\nfirst.button.click()\nassert "✓ Right" in first.report.value, first.report.value',
        "second.choice.index = 1\nsecond.button.click()\n"
        'assert "grandchild" in second.report.value, second.report.value',
        'from pathlib import Path\n\nassert not Path("muddy.txt").exists()',
        'muddy.text.value = "the climb"\nmuddy.button.click()\n'
        'assert Path("muddy.txt").read_text() == "the climb\\n\\n"',
    ],
}
