"""A real pass over shared pages, on one screen. Importing this loads torch; `prefixkv_teach` itself does not.

work_items    which query rows read which pages               plan_flat, WorkItem, WorkPlan
paged         one call for every backend                      paged_attention
backend       which backend runs where, and why               choose_backend, try_backend, Choice
tiles         how much of it that kernel takes at a time         tile_for
triton_paged  the same attention as one kernel for NVIDIA GPUs (imported where it runs)
torch_path    gather the pages, group the heads, attend       torch_attention
pool          where keys and values lie                       make_pool, KVPool
layer         embedding, projections, rotary positions        make_layer, Layer, rotate
route         pages with and without reuse, and the walk     walk
run_pass      a plan with reuse and without, compared         run_pass
result        what was found, as text and as a table          PassResult, PassSide
sharing       spoil a page and see who notices                corrupt_page
dtypes        number formats and their tolerances            TOLERANCES
model/        a language model over the pages (from prefixkv_teach.attention.model import compare)
reference     the slow honest float64 version of it all       dense_attention, dense_layer, relative_error
"""

from prefixkv_teach.attention.backend import Choice, choose_backend
from prefixkv_teach.attention.dtypes import TOLERANCES
from prefixkv_teach.attention.layer import Layer, make_layer, rotate
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool
from prefixkv_teach.attention.reference import dense_attention, dense_layer, relative_error
from prefixkv_teach.attention.result import PassResult, PassSide
from prefixkv_teach.attention.run_pass import run_pass
from prefixkv_teach.attention.sharing import corrupt_page
from prefixkv_teach.attention.torch_path import torch_attention
from prefixkv_teach.attention.work_items import WorkItem, WorkPlan, plan_flat

__all__ = [
    "TOLERANCES",
    "Choice",
    "KVPool",
    "Layer",
    "PassResult",
    "PassSide",
    "WorkItem",
    "WorkPlan",
    "choose_backend",
    "corrupt_page",
    "dense_attention",
    "dense_layer",
    "make_layer",
    "make_pool",
    "paged_attention",
    "plan_flat",
    "relative_error",
    "rotate",
    "run_pass",
    "torch_attention",
]
