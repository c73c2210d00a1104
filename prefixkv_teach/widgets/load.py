"""Loading into the playground: a scenario file, or a file of prompts."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from prefixkv_teach.prompt_files import prompts_from_bytes
from prefixkv_teach.scenarios import Scenario, scenario_from_bytes


class Loaded(NamedTuple):
    """What a file held, and a note for the learner: how much was read, and each line that could not be."""

    scenario: Scenario
    note: str


def read_upload(name: str, content: bytes, current: Scenario) -> Loaded:
    """Read an uploaded file by its ending: `.json` is a scenario, any other known ending a list of prompts.

    Prompts alone say nothing about page size, cap and tokenizer, so those of `current` stay.

    Raises:
        ValueError: the file cannot be read at all; the message names it and the fix.

    Example:
        >>> current = Scenario("mine", ("a b",), page_size=3)
        >>> read_upload("new.txt", b"The room was clean\\n", current).scenario.page_size
        3
    """
    if PurePath(name).suffix.lower() == ".json":
        scenario = scenario_from_bytes(content, name)
        return Loaded(scenario, f"Loaded the scenario {scenario.name!r} from {name}.")
    found = prompts_from_bytes(content, name)
    if not found.prompts:
        said = _first(found.problems) or "It has no prompts."
        raise ValueError(f"{name}: {said} What you typed stays as it is.")
    prompts = f"{len(found.prompts)} prompt{'s' * (len(found.prompts) != 1)}"
    scenario = replace(current, prompts=found.prompts)
    return Loaded(
        scenario,
        " ".join(filter(None, [f"Loaded {prompts} from {name}.", found.note, _first(found.problems)])),
    )


def _first(problems: Sequence[str], at_most: int = 3) -> str:
    said = ". ".join(problems[:at_most])
    more = f" and {len(problems) - at_most} more" if len(problems) > at_most else ""
    return f"Not read: {said}{more}." if problems else ""
