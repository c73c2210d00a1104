"""A real pass over shared pages, on one screen. Importing this loads torch; `prefixkv_teach` itself does not.

work_items    which query rows read which pages               plan_flat, WorkItem, WorkPlan
paged         one call for every backend                      paged_attention
backend       which backend runs where, and why               choose_backend, try_backend, Choice
tiles         how much of it that kernel takes at a time         tile_for
triton_paged  the same attention as one kernel for NVIDIA GPUs (imported where it runs)
torch_path    gather the pages, group the heads, attend       torch_attention
tree_items    items in which a shared page is read once       plan_tree, PageTree, TreePlan
merge         partial results by their log-sum-exp           tree_attention, merge_states
borrowers     decode steps timed, flat and over the tree      time_borrowers, one_prefix
cost          pairs, FLOPs, bytes, and a card's floor         count_cost, floor_on, CARDS
ceilings      how fast this machine copies and multiplies    measure_ceilings
chunks        when reuse changes no bit, and when it does     compare_bits, bits_example
charts        page tables, borrowers, roofline, as SVG        page_map, borrowers_chart, roofline
gpu_record    what `prefixkv gpu-check` found                 recorded, recorded_text
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
from prefixkv_teach.attention.borrowers import DecodeStep, one_prefix, time_borrowers
from prefixkv_teach.attention.ceilings import measure_ceilings
from prefixkv_teach.attention.charts import Point, borrowers_chart, page_map, roofline
from prefixkv_teach.attention.chunks import Bits, bits_example, compare_bits
from prefixkv_teach.attention.cost import CARDS, Card, Cost, count_cost, floor_on
from prefixkv_teach.attention.dtypes import TOLERANCES
from prefixkv_teach.attention.gpu_record import recorded, recorded_text
from prefixkv_teach.attention.layer import Layer, make_layer, rotate
from prefixkv_teach.attention.merge import merge_states, tree_attention
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool
from prefixkv_teach.attention.reference import dense_attention, dense_layer, relative_error
from prefixkv_teach.attention.result import PassResult, PassSide
from prefixkv_teach.attention.run_pass import run_pass
from prefixkv_teach.attention.sharing import corrupt_page
from prefixkv_teach.attention.torch_path import torch_attention
from prefixkv_teach.attention.tree_items import PageTree, TreePlan, plan_tree
from prefixkv_teach.attention.work_items import WorkItem, WorkPlan, plan_flat

__all__ = [
    "CARDS",
    "TOLERANCES",
    "Bits",
    "Card",
    "Choice",
    "Cost",
    "DecodeStep",
    "KVPool",
    "Layer",
    "PageTree",
    "PassResult",
    "PassSide",
    "Point",
    "TreePlan",
    "WorkItem",
    "WorkPlan",
    "bits_example",
    "borrowers_chart",
    "choose_backend",
    "compare_bits",
    "corrupt_page",
    "count_cost",
    "dense_attention",
    "dense_layer",
    "floor_on",
    "make_layer",
    "make_pool",
    "measure_ceilings",
    "merge_states",
    "one_prefix",
    "page_map",
    "paged_attention",
    "plan_flat",
    "plan_tree",
    "recorded",
    "recorded_text",
    "relative_error",
    "roofline",
    "rotate",
    "run_pass",
    "time_borrowers",
    "torch_attention",
    "tree_attention",
]
