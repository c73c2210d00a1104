"""The article's aside on the cap: the twin that is never seen, and the question that makes it seen."""

from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, plan_tokens
from prefixkv_teach.steps import append_questions, pages_needed, schedule_by_new_tokens
from tests.strategies import plans, quick

ARTICLE = [[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]]


def seen(plan: PrefixPlan) -> list[int]:
    return schedule_by_new_tokens(plan.token_ids, plan.order, plan.shared)


def test_cap_off_the_twin_is_never_seen() -> None:
    assert seen(plan_tokens(ARTICLE, page_size=2, cap=False)) == [0, 3, 1, 2]
    assert seen(plan_tokens(ARTICLE, page_size=2)) == [0, 3, 4, 1, 2]


@quick
@given(plans())
def test_exactly_those_that_compute_nothing_are_missing(plan: PrefixPlan) -> None:
    assert seen(plan) == [prompt for prompt in plan.order if plan.computed_tokens[prompt] > 0]
    if plan.cap:
        assert set(seen(plan)) == {prompt for prompt, ids in enumerate(plan.token_ids) if ids}


def test_the_article_s_twin_reads_two_borrowed_pages_and_writes_a_fresh_one() -> None:
    plan = plan_tokens(ARTICLE, page_size=2, cap=False)
    twin = append_questions(plan.page_tables, [4, 6, 3, 4, 4], [2] * 5, 2)[4]
    assert twin.read_pages == list(plan.page_tables[3])
    assert (len(twin.new_pages), twin.first_position, twin.new_tokens) == (1, 4, 2)
    assert min(twin.new_pages) >= plan.pages


lengths = st.lists(st.integers(1, 7), min_size=12, max_size=12)


@quick
@given(plans(), lengths)
def test_questions_get_pages_of_their_own(plan: PrefixPlan, questions: list[int]) -> None:
    documents = list(map(len, plan.token_ids))
    questions = questions[: len(documents)]
    passes = append_questions(plan.page_tables, documents, questions, plan.page_size)
    taken = [page for each in passes for page in each.new_pages]
    assert taken == list(range(plan.pages, plan.pages + len(taken)))
    for each, document, question in zip(passes, documents, questions, strict=True):
        assert each.read_pages == list(plan.page_tables[each.prompt])
        assert (each.first_position, each.new_tokens) == (document, question)
        pages = len(each.read_pages) + len(each.new_pages)
        assert pages == pages_needed(document + question, plan.page_size)
        if document % plan.page_size:  # the free slots that a question fills belong to this document alone
            assert plan.page_readers[each.read_pages[-1]] == (each.prompt,)


@quick
@given(plans(st.just(False)), lengths)
def test_appending_is_as_good_as_planning_documents_with_their_questions(plan, questions) -> None:
    documents = list(map(len, plan.token_ids))
    questions = questions[: len(documents)]
    passes = append_questions(plan.page_tables, documents, questions, plan.page_size)
    # Questions that nobody else asks: the cap finds no twin, and no page holds a shared question.
    asked = [
        [*ids, *(1000 + 10 * prompt + n for n in range(length))]
        for prompt, (ids, length) in enumerate(zip(plan.token_ids, questions, strict=True))
    ]
    together = plan_tokens(asked, page_size=plan.page_size)
    assert plan.pages + sum(len(each.new_pages) for each in passes) == together.pages
    assert sum(plan.computed_tokens) + sum(questions) == sum(together.computed_tokens)
    assert seen(together) == list(together.order)
