"""A real language model over shared pages, on one screen.

find          a path, an environment variable, a package, or none      find_model
load          from a file to a model, or a tiny random one             load_model, make_tiny
gguf          reader of llama.cpp's format                             read_gguf
safetensors   reader of the other common one                           read_safetensors
spots         where tensors lie in a file, checked                     ModelError
sizes         layers, heads and so on, as the file states them         (used by load)
tokenizer     from text to token ids and back                          tokenizer_from_gguf
llama         the model itself                                         Llama, forward
step          new tokens, and the pages that they go to                make_step
questions     eight questions behind one system prompt                 SYSTEM, QUESTIONS, UNDECIDED, chat_prompts
passes        prefill and decode: what goes through the model when     (used by generation)
generation    answers with reuse or without                            generate, plan_prompts
comparison    both side by side: words, work, time                     compare
"""

from prefixkv_teach.attention.model.comparison import Comparison, compare
from prefixkv_teach.attention.model.find import find_model
from prefixkv_teach.attention.model.generation import Generation, generate, plan_prompts
from prefixkv_teach.attention.model.gguf import read_gguf
from prefixkv_teach.attention.model.llama import Llama, LlamaConfig, forward, make_pools
from prefixkv_teach.attention.model.load import load_model
from prefixkv_teach.attention.model.questions import QUESTIONS, SYSTEM, UNDECIDED, chat_prompts
from prefixkv_teach.attention.model.safetensors import read_safetensors
from prefixkv_teach.attention.model.spots import ModelError
from prefixkv_teach.attention.model.step import make_step
from prefixkv_teach.attention.model.tiny import make_tiny

__all__ = [
    "QUESTIONS",
    "SYSTEM",
    "UNDECIDED",
    "Comparison",
    "Generation",
    "Llama",
    "LlamaConfig",
    "ModelError",
    "chat_prompts",
    "compare",
    "find_model",
    "forward",
    "generate",
    "load_model",
    "make_pools",
    "make_step",
    "make_tiny",
    "plan_prompts",
    "read_gguf",
    "read_safetensors",
]
