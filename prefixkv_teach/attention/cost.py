"""What attention costs, counted from the work items, and the least time a card needs for it. Nothing is timed here."""

from dataclasses import dataclass
from types import MappingProxyType

from prefixkv_teach.attention.tree_items import TreePlan
from prefixkv_teach.attention.work_items import WorkPlan

COMPUTED = "computed, not measured"
PART_BYTES = 4  # parts and their log-sum-exp are float32


@dataclass(frozen=True)
class Cost:
    """The work of one attention pass; `count_cost` makes one.

    Attributes:
        causal_pairs: (query row, key) pairs that may see each other.
        flops: two for each multiply and add of scores and of values, 4 x D per pair and query head.
        kv_bytes: keys and values read, each item reading its own once. A kernel that goes through an item's
            queries in blocks reads them once per block, unless a cache still has them.
        row_bytes: queries read and results written; for a tree also its parts, written once and read once.
    """

    causal_pairs: int
    flops: int
    kv_bytes: int
    row_bytes: int

    @property
    def bytes(self) -> int:
        """All bytes that must move."""
        return self.kv_bytes + self.row_bytes

    @property
    def intensity(self) -> float:
        """FLOPs per byte moved: what decides whether memory or arithmetic sets the pace."""
        return self.flops / self.bytes if self.bytes else 0.0


@dataclass(frozen=True)
class Card:
    """The two ceilings of a card or a processor.

    Attributes:
        name: its name.
        bandwidth: bytes per second from and to memory.
        rate: FLOPs per second in 16-bit matrix products that add up in float32, without sparsity.
        source, date: where the two figures come from, and the year or day.
        measured: whether they were measured, and not printed on a data sheet.
    """

    name: str
    bandwidth: float
    rate: float
    source: str
    date: str
    measured: bool = False


def _sheet(name: str, terabytes: float, teraflops: float, source: str, date: str) -> tuple[str, Card]:
    return name, Card(name, terabytes * 1e12, teraflops * 1e12, source, date)


# Makers print the rate with 2:4 sparsity in large figures; half of it is what dense matrices get.
CARDS = MappingProxyType(
    dict(
        [
            _sheet("L4", 0.300, 121, "NVIDIA L4 data sheet", "2023"),
            _sheet("RTX 4090", 1.008, 165.2, "NVIDIA Ada GPU architecture paper", "2022"),
            _sheet("A100", 2.039, 312, "NVIDIA A100 data sheet, 80 GB SXM", "2021"),
            _sheet("H100", 3.35, 989, "NVIDIA H100 data sheet, SXM", "2023"),
            _sheet("H200", 4.8, 989, "NVIDIA H200 data sheet, SXM", "2023"),
            _sheet("B200", 8.0, 2250, "NVIDIA DGX B200 data sheet, one of its eight cards", "2024"),
        ]
    )
)


@dataclass(frozen=True)
class Floor:
    """The least time that a card needs for some work, because a ceiling allows no less.

    Attributes:
        cost, card: what is done, and where.
        memory_seconds, arithmetic_seconds: what each of the two ceilings asks for; the longer one counts.
    """

    cost: Cost
    card: Card
    memory_seconds: float
    arithmetic_seconds: float

    @property
    def seconds(self) -> float:
        """The floor."""
        return max(self.memory_seconds, self.arithmetic_seconds)

    @property
    def bound_by(self) -> str:
        """ "memory" or "arithmetic", whichever takes longer."""
        return "memory" if self.memory_seconds >= self.arithmetic_seconds else "arithmetic"

    def __str__(self) -> str:
        ceilings = "measured ceilings" if self.card.measured else f"{self.card.source}, {self.card.date}"
        return (
            f"at least {show_seconds(self.seconds)} on {self.card.name}, bound by {self.bound_by} "
            f"({show_bytes(self.cost.bytes)}, {self.cost.flops / 1e9:,.2f} GFLOP); {COMPUTED} ({ceilings})"
        )


def count_cost(work: WorkPlan | TreePlan, *, heads: int, kv_heads: int, head_dim: int, element_size: int) -> Cost:
    """Count pairs, FLOPs and bytes of a flat plan or of a tree, for one layer.

    Args:
        work: from `plan_flat` or `plan_tree`.
        heads, kv_heads, head_dim: query heads, the KV heads they share, and the size D of a head.
        element_size: bytes of a number in q, k and v: 4 for float32, 2 for bfloat16.

    Example:
        >>> from prefixkv_teach.attention import plan_flat
        >>> work = plan_flat([[1, 2], [1, 3]], [1, 1], [3, 3], page_size=2)   # two prompts decode a token each
        >>> count_cost(work, heads=2, kv_heads=1, head_dim=4, element_size=4)
        Cost(causal_pairs=6, flops=192, kv_bytes=192, row_bytes=128)
    """
    items = work.work if isinstance(work, TreePlan) else work
    pairs = items.visible_pairs()
    asked = sum(item.n_q for item in items.items if item.n_kv)
    keys = sum(item.n_kv for item in items.items if item.n_q)
    row = heads * head_dim * element_size
    if isinstance(work, TreePlan):
        part = heads * (head_dim + 1) * PART_BYTES
        row_bytes = asked * (row + 2 * part) + len(work.rows) * row
    else:
        row_bytes = asked * row + items.out_rows * row
    return Cost(pairs, 4 * head_dim * heads * pairs, keys * 2 * kv_heads * head_dim * element_size, row_bytes)


def floor_on(cost: Cost, card: Card | str) -> Floor:
    """Return the least time a card needs: its bandwidth for the bytes or its rate for the FLOPs (roofline).

    From "Roofline: An Insightful Visual Performance Model for Multicore Architectures" (Williams et al., 2009).

    Args:
        cost: from `count_cost`.
        card: a name from `CARDS`, or ceilings of your own, such as measured ones.

    Raises:
        ValueError: the table has no card of that name.

    Example:
        >>> print(floor_on(Cost(1, flops=1_000, kv_bytes=4_800_000, row_bytes=0), "H200"))
        at least 1.0 us on H200, bound by memory (4.80 MB, 0.00 GFLOP); computed, not measured
        (NVIDIA H200 data sheet, SXM, 2023)
    """
    if isinstance(card, str):
        if card not in CARDS:
            raise ValueError(f"card is {card!r}; the table has {', '.join(CARDS)}. For another one, make a Card.")
        card = CARDS[card]
    return Floor(cost, card, cost.bytes / card.bandwidth, cost.flops / card.rate)


def show_bytes(count: float) -> str:
    """Write a number of bytes with a unit.

    Example:
        >>> show_bytes(2_214_592_512), show_bytes(512)
        ('2.21 GB', '512 B')
    """
    for size, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= size:
            return f"{count / size:.2f} {unit}"
    return f"{count:.0f} B"


def show_seconds(seconds: float) -> str:
    """Write a time with a unit.

    Example:
        >>> show_seconds(0.000515), show_seconds(0.0123)
        ('515.0 us', '12.30 ms')
    """
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"
