"""Pictures of a plan and its run: pure functions to text, SVG and HTML, with no widget and no state.

Each name is loaded when it is first used, so that a text picture does not wait for the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prefixkv_teach.draw.chart import live_chart
    from prefixkv_teach.draw.climb import climb_view
    from prefixkv_teach.draw.counts import count_table
    from prefixkv_teach.draw.dot import render
    from prefixkv_teach.draw.export import whole_view
    from prefixkv_teach.draw.ids import token_list
    from prefixkv_teach.draw.loss import loss_curve
    from prefixkv_teach.draw.order import order_view
    from prefixkv_teach.draw.outline import text_tree
    from prefixkv_teach.draw.picture import Picture, outline_view, step_view, tree_view
    from prefixkv_teach.draw.pool import page_pool
    from prefixkv_teach.draw.ruler import page_ruler
    from prefixkv_teach.draw.savings import meters, peak_table
    from prefixkv_teach.draw.sentence import sentence_box
    from prefixkv_teach.draw.strips import token_strips
    from prefixkv_teach.draw.theme import theme_css
    from prefixkv_teach.draw.tree import draw_tree, tree_svg

_MODULE_OF = {
    "live_chart": "chart",
    "climb_view": "climb",
    "count_table": "counts",
    "render": "dot",
    "whole_view": "export",
    "token_list": "ids",
    "loss_curve": "loss",
    "meters": "savings",
    "peak_table": "savings",
    "order_view": "order",
    "text_tree": "outline",
    "Picture": "picture",
    "outline_view": "picture",
    "step_view": "picture",
    "tree_view": "picture",
    "page_pool": "pool",
    "page_ruler": "ruler",
    "sentence_box": "sentence",
    "token_strips": "strips",
    "theme_css": "theme",
    "draw_tree": "tree",
    "tree_svg": "tree",
}

__all__ = [
    "Picture",
    "climb_view",
    "count_table",
    "draw_tree",
    "live_chart",
    "loss_curve",
    "meters",
    "order_view",
    "outline_view",
    "page_pool",
    "page_ruler",
    "peak_table",
    "render",
    "sentence_box",
    "step_view",
    "text_tree",
    "theme_css",
    "token_list",
    "token_strips",
    "tree_svg",
    "tree_view",
    "whole_view",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'prefixkv_teach.draw' has no attribute {name!r}")
    value = getattr(import_module(f"prefixkv_teach.draw.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # so that the next use does not come here
    return value


def __dir__() -> list[str]:
    return __all__
