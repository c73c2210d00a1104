"""How the theme colours the tree: the picture's own light colours are overridden by class."""

# The variables are the theme's; a prompt's class, pk-c0 to pk-c7, sets --pk-edge, --pk-fill and --pk-badge.
TREE_CSS = """
.pk .pk-tree { overflow: auto; max-height: 70vh; }
@media print { .pk .pk-tree { overflow: visible; max-height: none; }
  .pk .pk-tree svg { max-width: 100%; height: auto; } }
.pk .pk-tree svg { display: block; }
@media screen { .pk .pk-tree svg { max-width: none; } }
.pk .pk-tree text { font: 13px var(--pk-mono); fill: var(--pk-soft); }
.pk .pk-link text { font-size: 12px; }
.pk .pk-node path { fill: var(--pk-fill, none); stroke: var(--pk-edge, var(--pk-soft)); stroke-width: 1.5; }
.pk .pk-node rect ~ text { fill: var(--pk-ink); }
.pk .pk-node rect + text + text { font-weight: 600; }
.pk .pk-disc { fill: var(--pk-badge); }
.pk .pk-tree .pk-number { font-weight: 700; fill: #14181d; }
.pk .pk-link path { fill: none; }
.pk .pk-link path, .pk .pk-link polygon { stroke: var(--pk-soft); }
.pk .pk-link polygon { fill: var(--pk-soft); }
.pk .pk-node.pk-now path { stroke-width: 3; }
.pk .pk-link.pk-now path, .pk .pk-link.pk-now polygon { stroke: var(--pk-edge, var(--pk-ink)); stroke-width: 2.5; }
.pk .pk-link.pk-now polygon { fill: var(--pk-edge, var(--pk-ink)); }
.pk .pk-link.pk-now text { fill: var(--pk-ink); font-weight: 700; }
.pk .pk-node.pk-later path { fill: none; stroke-width: 1; }
.pk .pk-node.pk-later rect ~ text, .pk .pk-tree .pk-later .pk-number { fill: var(--pk-soft); font-weight: 400; }
.pk .pk-later .pk-disc { fill: none; stroke: var(--pk-edge); }
.pk .pk-link.pk-later path, .pk .pk-link.pk-later polygon { stroke-opacity: .5; fill-opacity: .5; }
.pk .pk-node.pk-fold path { fill: none; stroke-dasharray: 2 4; stroke-linecap: round; }
"""
