"""Running a learner's code: an error is shown short, at their line, and a loop without end is stopped."""

import linecache
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 5.0
_PACKAGE = Path(__file__).resolve().parent.parent


class LearnerError(Exception):
    """The learner's code raised or did not end; the message is one sentence that names their line."""


def run_learner(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call a learner's function on copies of `arguments`, so that it cannot spoil them for the next case.

    What it prints is not shown: a check runs it on hundreds of prompt sets that the learner never sees.

    Raises:
        LearnerError: it raised, or it was still running after some seconds.

    Example:
        >>> run_learner(lambda numbers: numbers.pop(), ([1, 2],))
        2
    """
    try:
        # Opened outside, so that an alarm finds nothing half open.
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            with _stopped_after(PATIENCE_SECONDS):
                return function(*deepcopy(arguments))
    except KeyboardInterrupt:
        raise LearnerError(
            "Your code was still running when you stopped it: is there a loop that never ends?"
        ) from None
    except _TooLong:
        said = f"Your code was still running after {PATIENCE_SECONDS:.0f} seconds: is there a loop that never ends?"
        raise LearnerError(said) from None
    except Exception as error:
        raise LearnerError(short_error(error)) from None


def short_error(error: BaseException) -> str:
    """Say what went wrong and at which line of the learner's, without the package's own frames.

    Example:
        >>> short_error(ZeroDivisionError("division by zero"))
        'ZeroDivisionError: division by zero'
    """
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    theirs = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if _PACKAGE not in Path(frame.filename).parents and "/lib/python" not in frame.filename.replace("\\", "/")
    ]
    if not theirs:
        return said
    frame = theirs[-1]
    line = (frame.line or linecache.getline(frame.filename, frame.lineno or 0)).strip()
    return f"{said}, in line {frame.lineno} of your code" + (f": {line}" if line else "")


class _TooLong(BaseException):
    """Raised inside the learner's code by the alarm; no `except Exception` of theirs catches it."""


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    # Alarms exist on Unix, and only for the main thread; elsewhere the learner stops the kernel by hand.
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
