"""Answers with reuse and without, against the dense model that computes everything again for each token."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import relative_error
from prefixkv_teach.attention.model import (
    QUESTIONS,
    SYSTEM,
    Llama,
    chat_prompts,
    compare,
    generate,
    generation,
    load_model,
    make_tiny,
    passes,
    plan_prompts,
)
from prefixkv_teach.attention.route import route_with_reuse
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from tests.attention.batches import plans
from tests.attention.model import dense
from tests.attention.model.checkpoints import Sizes, published_weights, write_small_folder

SIZES = Sizes()
WEIGHTS = published_weights(SIZES)
PROMPTS = ["the tin in the inn", "the tin in the ice", "the tin", "in 1212", "the tin in the inn", "t"]
LETTERS = st.lists(st.text(st.sampled_from("the in1"), min_size=1, max_size=12), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Llama:
    return load_model(write_small_folder(tmp_path_factory.mktemp("small") / "m", SIZES, WEIGHTS))


@pytest.mark.parametrize("reuse", [True, False])
@pytest.mark.parametrize("page_size", [1, 5, 16])
@pytest.mark.parametrize("cap", [True, False])
def test_answers_are_those_of_the_dense_model(model: Llama, page_size: int, reuse: bool, cap: bool) -> None:
    plan = plan_prompts(PROMPTS, model=model, page_size=page_size, cap=cap)
    found = generate(PROMPTS, plan, model=model, reuse=reuse, max_new_tokens=7)
    for prompt, ids in enumerate(plan.token_ids):
        want = dense.logits(WEIGHTS, SIZES, ids)[-1]
        assert relative_error(found.first_logits[prompt], want) <= 2e-6
        assert list(found.new_ids[prompt]) == dense.greedy(WEIGHTS, SIZES, ids, 7, model.tokenizer.end_ids)
        assert found.texts[prompt] == model.tokenizer.decode(found.new_ids[prompt])
    lengths = tuple(map(len, plan.token_ids))
    assert found.computed_tokens == (plan.computed_tokens if reuse else lengths)
    assert found.pages_written == (plan.pages if reuse else plan.pages_without_sharing)
    page_bytes = 2 * SIZES.layers * page_size * SIZES.kv_heads * SIZES.head_dim * 4
    assert found.kv_bytes == found.pages_written * page_bytes


def test_sharing_takes_place_in_these_tests(model: Llama) -> None:
    for page_size, cap in ((1, True), (1, False), (5, True)):
        assert max(plan_prompts(PROMPTS, model=model, page_size=page_size, cap=cap).reused_tokens) >= page_size
    assert 0 in plan_prompts(PROMPTS, model=model, page_size=1, cap=False).computed_tokens, "a twin computes nothing"


@settings(max_examples=25)
@given(prompts=LETTERS, page_size=st.integers(1, 6), cap=st.booleans(), rows=st.integers(1, 30))
def test_reuse_changes_nothing_however_the_prefill_is_cut(
    model: Llama, prompts: list[str], page_size: int, cap: bool, rows: int
) -> None:
    plan = plan_prompts(prompts, model=model, page_size=page_size, cap=cap)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passes, "ROWS_AT_ONCE", rows)
        ours, theirs = (generate(prompts, plan, model=model, reuse=reuse, max_new_tokens=3) for reuse in (True, False))
    assert relative_error(ours.first_logits, theirs.first_logits) <= 2e-6
    assert ours.new_ids == theirs.new_ids and ours.texts == theirs.texts


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize(("page_size", "chunk"), [(4, 4), (16, 16), (16, 8), (5, 1)])
def test_chunks_make_both_ways_equal_to_the_bit(dtype: str, page_size: int, chunk: int) -> None:
    model = make_tiny(dtype=dtype)
    prompts = chat_prompts(QUESTIONS[:3], SYSTEM[:90], tokenizer=model.tokenizer)
    found = compare(prompts, page_size, model=model, chunk=chunk, max_new_tokens=4)
    assert torch.equal(found.with_reuse.first_logits, found.without.first_logits) and found.same_bits
    assert found.same_words and found.with_reuse.tokens < found.without.tokens


def test_an_answer_goes_on_in_pages_of_its_own(model: Llama) -> None:
    """Nobody else's page changes: the answers are the same whether prompts are together or alone."""
    together = generate(PROMPTS, 4, model=model, max_new_tokens=9)
    alone = [generate([prompt], 4, model=model, max_new_tokens=9) for prompt in PROMPTS]
    assert together.new_ids == tuple(one.new_ids[0] for one in alone)
    lengths = [len(ids) for ids in together.plan.token_ids]
    stored = [length + max(0, len(new) - 1) for length, new in zip(lengths, together.new_ids, strict=True)]
    assert together.decode_pages == sum(-(-n // 4) - -(-length // 4) for n, length in zip(stored, lengths, strict=True))


def test_an_answer_ends_before_its_mark(model: Llama) -> None:
    first = generate(PROMPTS, 4, model=model, max_new_tokens=6)
    end = first.new_ids[0][2]
    model.tokenizer.end_ids, before = frozenset({end}), model.tokenizer.end_ids
    try:
        short = generate(PROMPTS, 4, model=model, max_new_tokens=6)
    finally:
        model.tokenizer.end_ids = before
    for cut, whole in zip(short.new_ids, first.new_ids, strict=True):
        assert cut == (whole[: whole.index(end)] if end in whole else whole)


def test_times_add_up() -> None:
    found = generate(PROMPTS, 4, model=make_tiny(), max_new_tokens=3)
    assert all(0 < seconds <= found.prefill_seconds for seconds in found.seconds_to_first)
    assert max(found.seconds_to_first) > 0.5 * found.prefill_seconds and found.decode_seconds > 0


def test_no_prompts_are_no_error() -> None:
    found = compare([], 4, model=make_tiny())
    assert found.with_reuse.texts == () and found.same_words and "0 prompts" in found.table()


@pytest.mark.parametrize(
    ("prompts", "arguments", "says"),
    [
        (["a", ""], {}, "prompt 1 is empty; a model needs at least one token"),
        (["a"], {"max_new_tokens": 0}, "max_new_tokens is 0; expected 1 or more"),
        (["a"], {"plan": 6, "chunk": 4}, "chunk is 4; expected a divisor of the page size 6"),
        (["a"], {"plan": plan_tokens([[97]])}, "the plan is one of other prompts"),
        (["-1 300"], {"plan": plan_tokens([[-1, 300]])}, "prompt 0 has ids outside this model's vocabulary"),
        (["a" * 16_380], {}, "has 16,380 tokens and may get 24 more; this model was trained for 16,384"),
    ],
)
def test_what_does_not_fit_is_named(prompts: list[str], arguments: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        generate(prompts, **arguments, model=make_tiny())


def test_too_large_a_cache_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation, "LARGEST_CACHE", 2**20)
    with pytest.raises(ValueError, match=r"need 0\.\d GiB for keys and values"):
        generate(["a" * 5000], model=make_tiny())


def test_a_lone_text_is_explained() -> None:
    for call in (generate, compare):
        with pytest.raises(TypeError, match="list"):
            call("The sea", model=make_tiny())
    with pytest.raises(TypeError, match="expected a list of texts"):
        chat_prompts("The sea", tokenizer=make_tiny().tokenizer)


def test_the_table_shows_both_ways_and_html_shows_words_as_words(model: Llama) -> None:
    found = compare(PROMPTS, 4, model=model, max_new_tokens=3)
    plan = found.with_reuse.plan
    assert f"{sum(plan.computed_tokens)}" in found.table() and f"{plan.tokens}" in found.table()
    assert repr(found) == found.table() and "the same" in found.table()
    object.__setattr__(found.with_reuse, "texts", ("<script>x\x1b</script>\n",) * len(PROMPTS))
    assert "<script>" not in found._repr_html_() and "&lt;script&gt;x\ufffd" in found._repr_html_()
    assert found.table().replace("\n", "").isprintable()
    assert "(without reuse:" in found.table(), "answers that differ are both shown"


def test_the_conversation_has_the_form_that_the_model_was_taught(model: Llama) -> None:
    assert chat_prompts(["Hi"], None, tokenizer=model.tokenizer) == [
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
        "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    ]


@settings(max_examples=40)
@given(plan=plans(), rows=st.integers(1, 12), chunked=st.booleans())
def test_every_token_goes_through_once_in_steps_that_are_not_too_full(
    plan: PrefixPlan, rows: int, chunked: bool
) -> None:
    route, chunk = route_with_reuse(plan), plan.page_size if chunked else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passes, "ROWS_AT_ONCE", rows)
        steps = passes.prefill_steps(route, chunk)
    computed = [(piece.prompt, at) for step in steps for piece in step for at in range(piece.first, piece.until)]
    lengths = [len(ids) for ids in plan.token_ids]
    assert computed == [(p, at) for p in plan.order for at in range(plan.reused_tokens[p], lengths[p])]
    for step in steps:
        assert len(step) == 1 or (not chunked and sum(piece.until - piece.first for piece in step) <= rows)
        assert not chunked or all(piece.until - piece.first <= plan.page_size for piece in step)
