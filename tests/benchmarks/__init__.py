"""What `make bench` measures. Figures are for reading: none of them is a test, since machines differ.

To add one, write a function in a file of this folder and put it into `BENCHES` in __main__.py::

    from tests.benchmarks.figure import Figure

    def keystroke(options: Options) -> Figure:
        '''One sentence: what is measured.'''
        ...measure...
        return Figure("keystroke to tree, p95", 62.0, "ms", limit=100, better="lower",
                      what="the article's prompts, 200 keystrokes, JupyterLab in Chromium")

Import heavy libraries inside the function: a bench that raises, also for a missing library, becomes a row
that says so, and the others still run.
"""
