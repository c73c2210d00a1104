"""From a file to a `Llama`: sizes, weights by their names, tokenizer; anything unexpected is refused in words."""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from prefixkv_teach.attention.dtypes import dtype_named
from prefixkv_teach.attention.model.find import find_model
from prefixkv_teach.attention.model.gguf import GGUF, read_gguf
from prefixkv_teach.attention.model.llama import Block, Llama, LlamaConfig
from prefixkv_teach.attention.model.safetensors import SafeTensors, read_json, read_safetensors
from prefixkv_teach.attention.model.sizes import config_from_gguf, config_from_json, end_ids_from_json
from prefixkv_teach.attention.model.spots import ModelError
from prefixkv_teach.attention.model.tiny import make_tiny
from prefixkv_teach.attention.model.tokenizer import ModelTokenizer, tokenizer_from_gguf, tokenizer_from_json

# A block's weights in the order of `Block`, then embedding, last norm and output, as each format names them.
GGUF_BLOCK = ("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down")
GGUF_OUTER = ("token_embd.weight", "output_norm.weight", "output.weight")
HF_BLOCK = (
    "input_layernorm",
    *(f"self_attn.{letter}_proj" for letter in "qkvo"),
    "post_attention_layernorm",
    *(f"mlp.{part}_proj" for part in ("gate", "up", "down")),
)
HF_OUTER = ("model.embed_tokens.weight", "model.norm.weight", "lm_head.weight")


def load_model(
    path: str | os.PathLike[str] | None = None,
    *,
    dtype: str = "float32",
    device: torch.device | str = "cpu",
) -> Llama:
    """Load a language model of the Llama form, or make a tiny one where there is none.

    Args:
        path: a .gguf or .safetensors file, or a folder with one; None looks where `find_model` says.
        dtype: "float32", "bfloat16" or "float16"; the file's numbers are turned into it.
        device: where the weights go.

    Raises:
        ModelError: the file cannot be used; the sentence says why.
        ValueError: there is no such dtype.

    Example:
        >>> load_model("photo.jpg")
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: the path that was given, photo.jpg, is no file; ...
    """
    found = find_model(path)
    if found.path is None:
        tiny = make_tiny(dtype=dtype, device=device)
        return replace(tiny, name=f"{tiny.name}; {found.why}")
    number = dtype_named(dtype)

    def place(tensor: Tensor) -> Tensor:
        return tensor.to(device, number)

    if found.path.suffix == ".gguf":
        return _load_gguf(read_gguf(found.path), found.path, place, found.why)
    return _load_safetensors(read_safetensors(found.path), found.path, place, found.why)


Place = Callable[[Tensor], Tensor]  # brings a float32 tensor to its dtype and device


def _load_gguf(opened: GGUF, path: Path, place: Place, why: str) -> Llama:
    config = config_from_gguf(opened)
    tokenizer = tokenizer_from_gguf(opened.metadata, opened.name)
    names = [[f"blk.{layer}.{part}.weight" for part in GGUF_BLOCK] for layer in range(config.layers)]
    title = str(opened.metadata.get("general.name", path.stem))
    return _build(opened, config, names, GGUF_OUTER, tokenizer, place, f"{title:.80} ({path.name}, {why})")


def _load_safetensors(opened: SafeTensors, path: Path, place: Place, why: str) -> Llama:
    beside = path.with_name("config.json")
    if not beside.is_file():
        raise ModelError(f"there is no config.json beside {path.name}; it holds the model's sizes.")
    values = read_json(beside.read_bytes(), "config.json")
    config = config_from_json(values)
    tokenizer = tokenizer_from_json(path.with_name("tokenizer.json"), end_ids_from_json(values))
    names = [[f"model.layers.{layer}.{part}.weight" for part in HF_BLOCK] for layer in range(config.layers)]

    def to_pairs(weight: Tensor, heads: int) -> Tensor:
        """Reorder a head's rows: this format turns rows i and i + D / 2 together, ours 2i and 2i + 1."""
        return weight.view(heads, 2, config.head_dim // 2, -1).transpose(1, 2).reshape(weight.shape)

    model = _build(opened, config, names, HF_OUTER, tokenizer, place, f"{path.parent.name}/{path.name} ({why})")
    turned = (
        block._replace(wq=to_pairs(block.wq, config.heads), wk=to_pairs(block.wk, config.kv_heads))
        for block in model.blocks
    )
    return replace(model, blocks=tuple(turned))


def _build(
    opened: GGUF | SafeTensors,
    config: LlamaConfig,
    block_names: list[list[str]],
    outer: tuple[str, str, str],
    tokenizer: ModelTokenizer,
    place: Place,
    name: str,
) -> Llama:
    embedding_name, norm_name, output_name = outer
    table = (config.vocabulary, config.width)
    tied = output_name not in opened.spots
    shapes = dict(zip((embedding_name, norm_name), (table, (config.width,)), strict=True))
    shapes |= {} if tied else {output_name: table}
    for names in block_names:
        shapes |= zip(names, _block_shapes(config), strict=True)
    _check_tensors(opened, shapes)
    if tokenizer.size > config.vocabulary:
        raise ModelError(f"{opened.name}: {tokenizer.size:,} words, but scores for {config.vocabulary:,} only.")
    embedding = place(opened.tensor(embedding_name))
    return Llama(
        config=config,
        embedding=embedding,
        blocks=tuple(Block(*(place(opened.tensor(part)) for part in names)) for names in block_names),
        norm=place(opened.tensor(norm_name)),
        output=embedding if tied else place(opened.tensor(output_name)),
        tokenizer=tokenizer,
        name=name,
    )


def _block_shapes(config: LlamaConfig) -> list[tuple[int, ...]]:
    """Shapes of a block's weights, in the order of `Block`."""
    norm, width = (config.width,), config.width
    q, kv, ffn = config.heads * config.head_dim, config.kv_heads * config.head_dim, config.ffn_width
    return [norm, (q, width), (kv, width), (kv, width), (width, q), norm, (ffn, width), (ffn, width), (width, ffn)]


def _check_tensors(opened: GGUF | SafeTensors, shapes: dict[str, tuple[int, ...]]) -> None:
    """Every tensor that the form needs, in its shape, and none besides: an unknown one would change the answer."""
    for name, shape in shapes.items():
        if name not in opened.spots:
            raise ModelError(f"{opened.name}: the tensor {name!r} is missing; a Llama has one.")
        if opened.spots[name].shape != shape:
            found = opened.spots[name].shape
            raise ModelError(f"{opened.name}: the tensor {name!r} has the shape {found}; its sizes ask for {shape}.")
    more = _unknown(opened.spots, shapes)
    if more:
        raise ModelError(
            f"{opened.name} has {len(more)} tensors that this reader does not know, such as {more[0]!r:.60}; "
            "models with biases, experts or scaled rotary positions are not supported."
        )


def _unknown(names: Iterable[str], shapes: dict[str, Any]) -> list[str]:
    # Old files carry the rotary speeds as a tensor; they follow from the sizes.
    return sorted(name for name in names if name not in shapes and not name.endswith("rotary_emb.inv_freq"))
