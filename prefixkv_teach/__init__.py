"""Prefix indexing in KV caching, one function per step.

The article on one screen::

    token_ids = to_token_ids(prompts)                        # 1  a number for every token
    order     = sort_prompts(token_ids)                      # 2  Sort   what starts alike stands together
    common    = count_shared(token_ids, order)               # 3  Share  tokens shared with the one before
    shared    = round_down_to_pages(common, page_size)       # 4  Round  only whole pages are lent
    parent    = create_tree(order, shared)                   # 5  Link   who borrows from whom
    keep      = keep_needed(order, shared, parent, page_size)  # 6  Run  method 1; method 2 is count_readers

    plan = make_plan(prompts, page_size=2)   # all of it as one value, with page tables
    run  = execute(plan, "count_readers")    # moment by moment
    print(text_tree(plan))

Names below are loaded when first used, so that ``import prefixkv_teach`` starts in a blink.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prefixkv_teach.draw import draw_tree, text_tree
    from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
    from prefixkv_teach.prompt_files import PromptFile, prompts_from_text, read_prompts
    from prefixkv_teach.run import METHODS, Moment, Run, execute, peaks
    from prefixkv_teach.scenarios import (
        SCENARIOS,
        TOKENIZERS,
        Scenario,
        load_scenario,
        save_scenario,
        scenario_from_json,
        scenario_to_json,
    )
    from prefixkv_teach.steps import (
        ByteTokenizer,
        WordTokenizer,
        append_questions,
        count_common,
        count_readers,
        count_shared,
        create_tree,
        keep_needed,
        pages_needed,
        release_after_last_reader,
        round_down_to_pages,
        schedule_by_new_tokens,
        sort_prompts,
        to_token_ids,
        tokens_in_last_page,
    )
    from prefixkv_teach.widgets import Player, Playground, StepWidget

_HOME = {
    "steps": "to_token_ids sort_prompts count_common count_shared round_down_to_pages create_tree "
    "keep_needed count_readers release_after_last_reader schedule_by_new_tokens append_questions "
    "pages_needed tokens_in_last_page WordTokenizer ByteTokenizer",
    "plan": "PrefixPlan make_plan plan_tokens",
    "run": "METHODS Moment Run execute peaks",
    "scenarios": "SCENARIOS TOKENIZERS Scenario load_scenario save_scenario scenario_from_json scenario_to_json",
    "prompt_files": "PromptFile prompts_from_text read_prompts",
    "draw": "draw_tree text_tree",
    "widgets": "Playground Player StepWidget",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "METHODS",
    "SCENARIOS",
    "TOKENIZERS",
    "ByteTokenizer",
    "Moment",
    "Player",
    "Playground",
    "PrefixPlan",
    "PromptFile",
    "Run",
    "Scenario",
    "StepWidget",
    "WordTokenizer",
    "append_questions",
    "count_common",
    "count_readers",
    "count_shared",
    "create_tree",
    "draw_tree",
    "execute",
    "keep_needed",
    "load_scenario",
    "make_plan",
    "pages_needed",
    "peaks",
    "plan_tokens",
    "prompts_from_text",
    "read_prompts",
    "release_after_last_reader",
    "round_down_to_pages",
    "save_scenario",
    "scenario_from_json",
    "scenario_to_json",
    "schedule_by_new_tokens",
    "sort_prompts",
    "text_tree",
    "to_token_ids",
    "tokens_in_last_page",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'prefixkv_teach' has no attribute {name!r}")
    return getattr(import_module(f"prefixkv_teach.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
