"""The article, one step per file: Sort, Share, Round, Link, Run. Standard library only.

Read the files in this order: tokens, order, shared, pages, tree, execute, schedule.
"""

from prefixkv_teach.steps.execute import count_readers, keep_needed, release_after_last_reader
from prefixkv_teach.steps.order import sort_prompts
from prefixkv_teach.steps.pages import pages_needed, round_down_to_pages, tokens_in_last_page
from prefixkv_teach.steps.schedule import QuestionPass, append_questions, schedule_by_new_tokens
from prefixkv_teach.steps.shared import count_common, count_shared
from prefixkv_teach.steps.tokens import ByteTokenizer, WordTokenizer, to_token_ids
from prefixkv_teach.steps.tree import create_tree

__all__ = [
    "ByteTokenizer",
    "QuestionPass",
    "WordTokenizer",
    "append_questions",
    "count_common",
    "count_readers",
    "count_shared",
    "create_tree",
    "keep_needed",
    "pages_needed",
    "release_after_last_reader",
    "round_down_to_pages",
    "schedule_by_new_tokens",
    "sort_prompts",
    "to_token_ids",
    "tokens_in_last_page",
]
