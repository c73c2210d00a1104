"""The style sheet of the pictures, apart from its colours, which `theme.py` computes."""

# What is scrolled out of sight is neither laid out nor painted: with 100 prompts that is a third of a keystroke.
RULES = """
.pk { color: var(--pk-ink);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
  --pk-mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; text-align: left; }
.pk *, .pk *::before { box-sizing: border-box; }
.pk-view { content-visibility: auto; contain-intrinsic-block-size: auto 300px; container-type: inline-size;
  box-sizing: border-box; width: 100%; margin: 0 0 12px; padding: 12px 14px;
  background: var(--pk-panel); border: 1px solid var(--pk-rule); border-radius: 8px; }
.pk .pk-title { margin: 0 0 10px; font-size: 12px; font-weight: 650; letter-spacing: .06em;
  text-transform: uppercase; color: var(--pk-soft); display: block; }
.pk .pk-title .pk-legend { font-weight: 400; letter-spacing: 0; text-transform: none; margin-left: 10px; }
.pk .pk-note { margin: 8px 0 0; font-size: 13px; color: var(--pk-soft); }
.pk .pk-num, .pk code { font-family: var(--pk-mono); font-variant-numeric: tabular-nums; }
.pk code { font-size: 1em; background: none; color: inherit; padding: 0; }
.pk .pk-badge { display: inline-block; min-width: 24px; height: 24px; padding: 0 6px; border-radius: 12px;
  font: 650 13px/24px var(--pk-mono); text-align: center; color: #14181d; background: var(--pk-badge); }
.pk .pk-small { min-width: 20px; height: 20px; padding: 0 5px; line-height: 20px; font-size: 12px; }

/* sentence */
.pk-sentence { box-sizing: border-box; margin: 0 0 12px; padding: 10px 14px; font-size: 16px;
  min-height: 3.9em;
  border-left: 4px solid var(--pk-edge, var(--pk-accent)); background: var(--pk-panel);
  border-radius: 0 8px 8px 0; }

/* token strips */
.pk .pk-row { display: grid; grid-template-columns: 2.2em 2.6em minmax(0, 1fr) auto; align-items: center;
  column-gap: 6px; padding: 6px 8px; border-radius: 8px; border: 2px solid transparent; }
.pk .pk-head { padding-top: 0; padding-bottom: 0; font-size: 12px; font-weight: 600;
  color: var(--pk-soft); }
.pk .pk-pos { font-family: var(--pk-mono); color: var(--pk-soft); text-align: right; padding-right: 4px; }
.pk .pk-cells { display: flex; flex-wrap: wrap; gap: 6px 8px; min-width: 0; align-items: stretch; }
.pk .pk-numbers { display: grid; grid-auto-flow: column; grid-auto-columns: 66px; text-align: center; }
.pk .pk-numbers .pk-num { font-size: 14px; }
.pk .pk-numbers b { font-weight: 700; }
.pk .pk-numbers s { color: var(--pk-soft); margin-right: .35em; text-decoration-thickness: 2px; }
.pk .pk-gap { color: var(--pk-soft); font-size: 13px; align-self: center; padding: 6px 8px; }
.pk .pk-page { position: relative; padding: 2px 5px 5px; border: 2px solid var(--pk-edge, var(--pk-soft));
  border-radius: 6px; background: var(--pk-fill, transparent); max-width: 100%; }
.pk .pk-name { display: block; font: 12px/16px var(--pk-mono); padding: 0 1px 1px; white-space: nowrap; }
.pk .pk-slots { display: flex; flex-wrap: wrap; gap: 3px; }
.pk .pk-slot { min-width: 34px; max-width: 100%; padding: 0 6px 1px; border-radius: 4px;
  background: var(--pk-slot);
  border: 1px solid var(--pk-grid); text-align: center; font: 600 13px/18px var(--pk-mono);
  overflow-wrap: anywhere; }
.pk .pk-slot i { display: block; font: normal 400 12px/15px var(--pk-mono); color: var(--pk-soft); }
.pk .pk-empty { background: transparent; border-style: dashed; color: var(--pk-soft); font-weight: 400; }
.pk .pk-borrowed { border-style: dashed; background: repeating-linear-gradient(135deg,
  var(--pk-fill, var(--pk-panel)) 0 6px, var(--pk-panel) 6px 12px); }
.pk .pk-same { border-color: var(--pk-soft); border-style: dashed;
  background: repeating-linear-gradient(135deg,
  var(--pk-grid) 0 1px, var(--pk-slot) 1px 7px); }
.pk .pk-lost { text-decoration: line-through; text-decoration-thickness: 2px; border-style: dotted;
  border-color: var(--pk-soft); }
.pk .pk-decides { border-color: var(--pk-accent); box-shadow: 0 0 0 1px var(--pk-accent); }
.pk .pk-row.pk-now { border-color: var(--pk-edge); background: var(--pk-fill); }
.pk .pk-later, .pk .pk-later .pk-slot, .pk .pk-later .pk-numbers b { color: var(--pk-soft);
  font-weight: 400; }
.pk .pk-later .pk-page, .pk .pk-later.pk-page, .pk .pk-later .pk-slot { background: transparent;
  border-width: 1px; }
.pk .pk-later .pk-badge { background: transparent; color: var(--pk-soft); font-weight: 400;
  box-shadow: inset 0 0 0 1px var(--pk-edge); }
.pk .pk-freed { background: transparent; border-style: dotted; border-width: 1px; }
.pk .pk-freed .pk-slot, .pk .pk-freed .pk-words { text-decoration: line-through; font-weight: 400;
  color: var(--pk-soft); background: transparent; }
.pk .pk-freed .pk-empty, .pk .pk-lost.pk-empty { text-decoration: none; }
.pk .pk-row.pk-now .pk-freed { border-width: 2px; border-style: solid; }
.pk .pk-row.pk-now .pk-freed.pk-borrowed { border-style: dashed; }
.pk .pk-freed .pk-name { color: var(--pk-soft); }

/* many rows: a page is one line, and the ids wait in the tooltip of their token */
.pk .pk-dense .pk-row { padding-top: 2px; padding-bottom: 2px; }
.pk .pk-dense .pk-cells { gap: 3px 5px; }
.pk .pk-dense .pk-page { display: flex; align-items: center; gap: 4px; padding: 1px 3px; }
.pk .pk-dense .pk-name { padding: 0; }
.pk .pk-dense .pk-slot { min-width: 18px; padding: 0 3px; font-size: 12px; line-height: 16px; }
.pk .pk-dense .pk-slot i { display: none; }

/* page pool */
.pk .pk-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); gap: 8px; }
.pk .pk-card { padding: 6px 9px 8px; min-height: 84px; }
.pk .pk-card .pk-name { font-weight: 700; font-size: 13px; line-height: 18px; }
.pk .pk-words { display: block; font: 12px/18px var(--pk-mono); margin-bottom: 5px;
  overflow-wrap: anywhere; }
.pk .pk-readers { display: flex; flex-wrap: wrap; gap: 3px; align-items: center; font-size: 12px;
  color: var(--pk-soft); }
.pk .pk-count { float: right; font-weight: 400; }
.pk .pk-card.pk-now { box-shadow: 0 0 0 2px var(--pk-edge); }
.pk .pk-card.pk-later { border-style: dotted; }
.pk .pk-card.pk-freed { border-style: solid; }
.pk .pk-card.pk-now.pk-freed { background: var(--pk-fill); }

/* meters and tables */
.pk .pk-meter { margin: 0 0 12px; }
.pk .pk-meter p { margin: 0 0 3px; }
.pk .pk-bar { display: flex; height: 14px; border: 1px solid var(--pk-soft); border-radius: 3px;
  overflow: hidden; }
.pk .pk-bar span { display: block; height: 100%; background: var(--pk-accent); }
.pk .pk-bar .pk-saved { background: repeating-linear-gradient(135deg, var(--pk-accent) 0 2px,
  transparent 2px 7px);
  flex: 1; }
.pk table.pk-table { border-collapse: collapse; font-size: 14px; margin: 0; color: inherit; width: 100%;
  table-layout: auto; border: 0; }
.pk .pk-table caption { caption-side: top; text-align: left; }
.pk .pk-table th, .pk .pk-table td { padding: 4px 8px; text-align: right; border: 0;
  background: transparent;
  border-top: 1px solid var(--pk-rule); font-weight: 400; color: inherit; white-space: normal;
  max-width: none; }
.pk .pk-table tbody tr:nth-child(n), .pk .pk-table tbody tr:nth-child(n):hover { background: transparent; }
.pk .pk-table thead th { border-top: 0; font-size: 12px; font-weight: 600; color: var(--pk-soft); }
.pk .pk-table .pk-left { text-align: left; }
.pk .pk-table td { font-family: var(--pk-mono); }
.pk .pk-table .pk-chosen th, .pk .pk-table .pk-chosen td { font-weight: 700; color: var(--pk-accent); }
.pk .pk-table s { color: var(--pk-soft); margin-right: .35em; text-decoration-thickness: 2px; }
.pk .pk-scroll { overflow-x: auto; }

/* chart */
.pk .pk-plot { position: relative; height: 190px; margin: 0 224px 0 34px; }
.pk .pk-plot svg { position: absolute; inset: 0; width: 100%; height: 160px; overflow: visible;
  display: block; }
.pk .pk-plot .pk-leads { left: 100%; right: auto; width: 24px; }
.pk .pk-grid { stroke: var(--pk-grid); stroke-width: 1; }
.pk .pk-line { fill: none; stroke: var(--pk-soft); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.pk .pk-line.pk-chosen { stroke: var(--pk-accent); stroke-width: 3; }
.pk .pk-dash1 { stroke-dasharray: 7 4; } .pk .pk-dash2 { stroke-dasharray: 2 3; }
.pk .pk-dash3 { stroke-dasharray: 9 3 2 3; } .pk .pk-dash4 { stroke-dasharray: 14 4; }
.pk .pk-lead { fill: none; stroke: var(--pk-grid); stroke-width: 1; }
.pk .pk-tick { position: absolute; font: 12px/16px var(--pk-mono); color: var(--pk-soft);
  white-space: nowrap; }
.pk .pk-tick.pk-y { right: calc(100% + 6px); transform: translateY(-50%); }
.pk .pk-tick.pk-x { top: 166px; transform: translateX(-50%); }
.pk .pk-dot { position: absolute; width: 11px; height: 11px; margin: -5.5px 0 0 -5.5px;
  border-radius: 50%;
  background: var(--pk-accent); border: 2px solid var(--pk-panel); }
.pk .pk-ends { list-style: none; margin: 0; padding: 0; font-size: 12px; line-height: 16px; }
.pk .pk-ends li { position: absolute; left: calc(100% + 28px); width: 196px; transform: translateY(-50%);
  color: var(--pk-soft); white-space: nowrap; margin: 0; }
.pk .pk-ends .pk-chosen { color: var(--pk-accent); font-weight: 650; }
.pk .pk-ends svg { display: none; }

/* shared tokens laid into pages, and the climb */
.pk .pk-ruler-words { margin: 8px 0 3px; }
.pk .pk-spot { display: inline-block; width: 9px; height: 12px; margin: 0 1px 0 0; border: 1px solid var(--pk-soft);
  border-radius: 2px; }
.pk .pk-whole .pk-taken { background: var(--pk-accent); border-color: var(--pk-accent); }
.pk .pk-begun { border-style: dotted; }
.pk .pk-begun .pk-taken { background: repeating-linear-gradient(135deg, var(--pk-soft) 0 1px, transparent 1px 4px); }
.pk-climb td.pk-said { font-family: inherit; }

/* what is wider than its box: a shadow at the edge behind which there is more */
.pk .pk-tree, .pk pre.pk-outline { background:
  linear-gradient(to right, var(--pk-panel) 30%, transparent) left / 48px 100% no-repeat local,
  linear-gradient(to left, var(--pk-panel) 30%, transparent) right / 48px 100% no-repeat local,
  linear-gradient(to right, var(--pk-rule), transparent) left / 14px 100% no-repeat scroll,
  linear-gradient(to left, var(--pk-rule), transparent) right / 14px 100% no-repeat scroll; scrollbar-width: thin; }

/* outline */
.pk pre.pk-outline { margin: 0; padding: 0; overflow-x: auto; white-space: pre; color: inherit;
  font: 13px/1.5 var(--pk-mono); }

/* order */
.pk .pk-orders { display: grid; grid-template-columns: minmax(0, max-content) 72px minmax(0, 1fr);
  row-gap: 4px; }
.pk .pk-orders > b { font-size: 12px; font-weight: 600; color: var(--pk-soft); }
.pk .pk-orders > svg { display: block; width: 72px; overflow: visible; }
.pk .pk-cross { fill: none; stroke: var(--pk-edge); stroke-width: 2; }
.pk .pk-orders ol { list-style: none; margin: 0; padding: 0; }
.pk .pk-orders li { height: 42px; margin: 0; display: flex; align-items: center; gap: 8px;
  white-space: nowrap; overflow: hidden; line-height: 18px; }
.pk .pk-orders li > span:last-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.pk .pk-orders .pk-ids { font: 12px/16px var(--pk-mono); color: var(--pk-soft); }

@container (max-width: 700px) {
  .pk .pk-row { grid-template-columns: 1.6em 2.4em minmax(0, 1fr); row-gap: 6px; padding: 6px 4px; }
  .pk .pk-numbers { grid-column: 3; grid-auto-flow: row; display: flex; flex-wrap: wrap; gap: 0 14px;
  text-align: left; }
  .pk .pk-numbers > *::before { content: attr(data-label) " "; font: 12px system-ui, sans-serif;
  color: var(--pk-soft);
    font-weight: 400; }
  .pk .pk-head { display: none; }
}
@container (max-width: 560px) {
  .pk .pk-plot { margin-right: 8px; height: auto; padding-top: 190px; }
  .pk .pk-plot .pk-leads { display: none; }
  .pk .pk-ends li { position: static; transform: none; width: auto; display: flex; align-items: center;
  gap: 8px;
    margin-left: -28px; white-space: normal; }
  .pk .pk-ends li { top: auto !important; }
  .pk .pk-ends svg { display: block; position: static; width: 28px; height: 8px; flex: none; }
}
@container (max-width: 480px) {
  .pk .pk-orders { grid-template-columns: minmax(0, max-content) 40px minmax(0, 1fr); }
  .pk .pk-orders > svg { width: 40px; }
  .pk .pk-table th, .pk .pk-table td { padding: 4px 3px; }
}
@media print { .pk-view { break-inside: avoid; content-visibility: visible; } .pk { -webkit-print-color-adjust: exact;
  print-color-adjust: exact; } }
"""
