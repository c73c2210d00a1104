"""A route: which pages each prompt reads, what it computes itself, and the walk that does it."""

from dataclasses import dataclass

from torch import Tensor

from prefixkv_teach.attention.layer import Layer
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool
from prefixkv_teach.attention.work_items import plan_flat
from prefixkv_teach.plan import PrefixPlan


@dataclass(frozen=True)
class Route:
    """One way through a plan: which pages each prompt reads and how many of its tokens lie there already.

    Attributes:
        token_ids: by prompt number.
        order: prompt numbers, in the order of computing.
        tables: page numbers in the pool, by prompt number.
        reused: tokens borrowed, by prompt number.
        pages: pages written in all.
        page_size: tokens in a page.
    """

    token_ids: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]
    reused: tuple[int, ...]
    pages: int
    page_size: int

    @property
    def computed(self) -> tuple[int, ...]:
        """Tokens computed, by prompt number."""
        return tuple(len(ids) - reused for ids, reused in zip(self.token_ids, self.reused, strict=True))


def route_with_reuse(plan: PrefixPlan) -> Route:
    """Follow the plan: page p of the plan is page p + 1 of the pool, because page 0 there is the null page.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route_with_reuse(plan_tokens([[1, 2, 3], [1, 2, 4]])).tables
        ((1, 2), (1, 3))
    """
    tables = tuple(tuple(page + 1 for page in table) for table in plan.page_tables)
    return Route(plan.token_ids, plan.order, tables, plan.reused_tokens, plan.pages, plan.page_size)


def route_without(plan: PrefixPlan) -> Route:
    """Give every prompt pages of its own and let it compute all its tokens.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route_without(plan_tokens([[1, 2, 3], [1, 2, 4]])).tables
        ((1, 2), (3, 4))
    """
    tables: list[tuple[int, ...]] = []
    pages = 0
    for table in plan.page_tables:
        tables.append(tuple(range(pages + 1, pages + 1 + len(table))))
        pages += len(table)
    return Route(plan.token_ids, plan.order, tuple(tables), (0,) * len(tables), pages, plan.page_size)


def write_own_tokens(layer: Layer, pool: KVPool, route: Route, prompt: int) -> Tensor:
    """Compute a prompt's own tokens, store their keys and values, and return their queries.

    Returns:
        [computed, heads, D].

    Example:
        >>> from prefixkv_teach.attention import make_layer
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route, layer = route_with_reuse(plan_tokens([[1, 2, 3]])), make_layer(heads=2, kv_heads=1)
        >>> write_own_tokens(layer, pool_for(layer, route), route, prompt=0).shape
        torch.Size([3, 2, 64])
    """
    reused = route.reused[prompt]
    q, k, v = layer.project(layer.embed(route.token_ids[prompt][reused:]), first_position=reused)
    pool.write(route.tables[prompt], reused, k, v)
    return q


def walk(layer: Layer, pool: KVPool, route: Route, *, backend: str = "auto") -> tuple[Tensor, ...]:
    """Compute the prompts one by one in order; each reads the pages of those before it.

    Returns:
        By prompt number, the layer's output for the tokens it computed: [computed, width].

    Example:
        >>> from prefixkv_teach.attention import make_layer
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route = route_with_reuse(plan_tokens([[1, 2, 3], [1, 2]]))
        >>> layer = make_layer(heads=2, kv_heads=1, head_dim=4)
        >>> [tuple(rows.shape) for rows in walk(layer, pool_for(layer, route), route)]
        [(1, 8), (2, 8)]
    """
    outputs: dict[int, Tensor] = {}
    for prompt in route.order:
        total, new = len(route.token_ids[prompt]), route.computed[prompt]
        q = write_own_tokens(layer, pool, route, prompt)
        work = plan_flat([route.tables[prompt]], [new], [total], route.page_size)
        attended, _ = paged_attention(q, pool.k_pages, pool.v_pages, work, backend=backend)
        outputs[prompt] = layer.output(attended)
    return tuple(outputs[prompt] for prompt in range(len(outputs)))


def pool_for(layer: Layer, route: Route) -> KVPool:
    """Make a pool with as many pages as a route writes, and the null page.

    Example:
        >>> from prefixkv_teach.attention import make_layer
        >>> from prefixkv_teach.plan import plan_tokens
        >>> layer = make_layer(heads=2, kv_heads=1, head_dim=4)
        >>> pool_for(layer, route_with_reuse(plan_tokens([[1, 2, 3]]))).k_pages.shape
        torch.Size([3, 2, 1, 4])
    """
    return make_pool(
        route.pages,
        page_size=route.page_size,
        kv_heads=layer.kv_heads,
        head_dim=layer.head_dim,
        dtype=layer.wq.dtype,
        device=layer.wq.device,
    )
