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
    "06_real_attention.ipynb": [
        "assert (result.with_reuse.tokens, result.with_reuse.pages_written) == (13, 7)",
        "assert result.equal and result.correct and large.equal and large.correct and twin.equal",
        'size.value = 1\nassert "pages of 1 token;" in table.value and "11,264" in table.value, table.value',
        'number.value = "bfloat16"\nassert "bfloat16" in table.value and "5,632" in table.value, table.value',
    ],
}
