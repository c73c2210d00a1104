"""A model's sizes, as a GGUF file's metadata or a config.json states them, and what is not supported."""

from collections.abc import Mapping
from typing import Any

from prefixkv_teach.attention.model.gguf import GGUF
from prefixkv_teach.attention.model.llama import LlamaConfig
from prefixkv_teach.attention.model.spots import ModelError

LARGEST = 2**31  # of any size: a larger one is nonsense


def config_from_gguf(opened: GGUF) -> LlamaConfig:
    """Read the sizes from a GGUF file's metadata.

    Raises:
        ModelError: a size is missing or impossible, or the model is of another form.

    Example:
        >>> config_from_gguf(GGUF("m.gguf", {"general.architecture": "mamba"}, {}, None))
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: m.gguf holds a model of the form 'mamba'; 'llama' is supported.
    """
    values, name = opened.metadata, opened.name
    if (form := values.get("general.architecture")) != "llama":
        raise ModelError(f"{name} holds a model of the form {form!r:.60}; 'llama' is supported.")
    if values.get("llama.expert_count") or values.get("llama.rope.scaling.type", "none") != "none":
        raise ModelError(f"{name} has experts or scaled rotary positions, which are not supported.")
    sizes = _Sizes(values, name)
    width, heads = sizes.whole("llama.embedding_length"), sizes.whole("llama.attention.head_count")
    head_dim = sizes.whole("llama.attention.key_length", width // heads)
    for other in ("llama.attention.value_length", "llama.rope.dimension_count"):
        if sizes.whole(other, head_dim) != head_dim:
            raise ModelError(f"{name}: {other} differs from the head size {head_dim}, which is not supported.")
    table = opened.spots.get("token_embd.weight")
    return sizes.checked(
        LlamaConfig(
            layers=sizes.whole("llama.block_count"),
            width=width,
            heads=heads,
            kv_heads=sizes.whole("llama.attention.head_count_kv", heads),
            head_dim=head_dim,
            ffn_width=sizes.whole("llama.feed_forward_length"),
            vocabulary=sizes.whole("llama.vocab_size", table.shape[0] if table else None),
            context=sizes.whole("llama.context_length"),
            rotary_base=sizes.positive("llama.rope.freq_base", 10_000.0),
            epsilon=sizes.positive("llama.attention.layer_norm_rms_epsilon"),
        )
    )


def config_from_json(values: Mapping[str, Any]) -> LlamaConfig:
    """Read the sizes from the values of a config.json.

    Raises:
        ModelError: a size is missing or impossible, or the model is of another form.

    Example:
        >>> config_from_json({"model_type": "gpt2"})
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: config.json describes a model of the form 'gpt2'; ...
    """
    name = "config.json"
    if (form := values.get("model_type")) != "llama":
        raise ModelError(f"{name} describes a model of the form {form!r:.60}; 'llama' is supported.")
    if values.get("hidden_act", "silu") != "silu" or values.get("attention_bias") or values.get("mlp_bias"):
        raise ModelError(f"{name}: biases and an activation other than 'silu' are not supported.")
    # Newer files keep the base, and perhaps a scaling, in rope_parameters.
    rotary = values.get("rope_parameters") or values.get("rope_scaling") or {}
    kind = rotary.get("rope_type", rotary.get("type", "default")) if isinstance(rotary, dict) else rotary
    if kind != "default" or values.get("partial_rotary_factor", 1) != 1:
        raise ModelError(f"{name}: rotary positions of kind {kind!r:.60}, or on a part of a head, are not supported.")
    sizes = _Sizes({"rope_theta": rotary.get("rope_theta", 10_000.0), **values}, name)
    width, heads = sizes.whole("hidden_size"), sizes.whole("num_attention_heads")
    return sizes.checked(
        LlamaConfig(
            layers=sizes.whole("num_hidden_layers"),
            width=width,
            heads=heads,
            kv_heads=sizes.whole("num_key_value_heads", heads),
            head_dim=sizes.whole("head_dim", width // heads),
            ffn_width=sizes.whole("intermediate_size"),
            vocabulary=sizes.whole("vocab_size"),
            context=sizes.whole("max_position_embeddings"),
            rotary_base=sizes.positive("rope_theta"),
            epsilon=sizes.positive("rms_norm_eps"),
        )
    )


def end_ids_from_json(values: Mapping[str, Any]) -> list[int]:
    """Return the ids that end an answer: a number or a list in a config.json, or nothing.

    Example:
        >>> end_ids_from_json({"eos_token_id": [2, 3]}), end_ids_from_json({"eos_token_id": 2}), end_ids_from_json({})
        ([2, 3], [2], [])
    """
    found = values.get("eos_token_id")
    return [end for end in (found if isinstance(found, list) else [found]) if type(end) is int]


class _Sizes:
    """Reads sizes by name, and says which one is wrong."""

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        self.values, self.name = values, name

    def whole(self, key: str, otherwise: int | None = None) -> int:
        value = self.values.get(key)
        value = otherwise if value is None else value
        if type(value) is not int or not 1 <= value <= LARGEST:
            raise ModelError(f"{self.name}: {key} is {value!r:.60}; expected a whole number, 1 or more.")
        return value

    def positive(self, key: str, otherwise: float | None = None) -> float:
        value = self.values.get(key, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e30:
            raise ModelError(f"{self.name}: {key} is {value!r:.60}; expected a number above 0.")
        return float(value)

    def checked(self, config: LlamaConfig) -> LlamaConfig:
        if config.heads % config.kv_heads or config.head_dim % 2:
            raise ModelError(
                f"{self.name}: {config.heads} heads on {config.kv_heads} KV heads of size {config.head_dim} cannot be; "
                "expected heads to be a multiple of KV heads, and an even size."
            )
        return config
