"""The style sheet of the course: cards, hints, reports, predictions, progress and quiz. Colours are the theme's."""

# Passed and failed differ by sign, word and line style; the colour of the edge only repeats them.
COURSE_RULES = """
.pk-card-exercise, .pk-report, .pk-covered, .pk-question { box-sizing: border-box; }
.pk-card-exercise { margin: 0 0 12px; padding: 14px 18px; background: var(--pk-panel);
  border: 1px solid var(--pk-rule); border-radius: 8px; font-size: 15px; }
.pk .pk-exercise-title { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; margin: 0 0 6px;
  padding: 0; font-size: 18px; font-weight: 650; line-height: 1.3; color: var(--pk-ink); }
.pk .pk-exercise-title span { font-size: 13px; font-weight: 400; color: var(--pk-soft); }
.pk-card-exercise p, .pk-report p, .pk-covered p, .pk-question p { margin: 0 0 8px; max-width: 76ch; }
.pk-report > :last-child, .pk-covered > :last-child, .pk-question > :last-child { margin-bottom: 0; }
.pk-card-exercise code, .pk-report code, .pk-question code { padding: 0 3px; border-radius: 3px;
  background: var(--pk-slot); box-shadow: 0 0 0 1px var(--pk-rule); font-size: .94em; }

/* hints and solution: a row of folded parts; an open one takes the whole width */
.pk .pk-folds { display: flex; flex-wrap: wrap; gap: 8px; margin: 10px 0 0; }
.pk .pk-folds details[open] { flex: 1 1 100%; min-width: 0; }
.pk .pk-folds summary { display: inline-block; padding: 3px 12px; border: 1px solid var(--pk-rule);
  border-radius: 14px; background: var(--pk-slot); color: var(--pk-ink); font-size: 13px; cursor: pointer; }
.pk .pk-folds summary::before { content: "▸ "; } .pk .pk-folds [open] > summary::before { content: "▾ "; }
.pk .pk-folds summary::-webkit-details-marker { display: none; }
.pk .pk-folds summary:hover { border-color: var(--pk-accent); }
.pk .pk-folds summary:focus-visible { outline: 3px solid var(--pk-accent); outline-offset: 2px; }
.pk .pk-folds details[open] > summary { border-color: var(--pk-accent); margin-bottom: 8px; }
.pk .pk-folds details > :not(summary) { margin-left: 14px; }
.pk pre.pk-code { margin: 0 0 8px; padding: 8px 12px; overflow-x: auto; border: 1px solid var(--pk-rule);
  border-radius: 6px; background: var(--pk-slot); color: var(--pk-ink); font: 13px/1.5 var(--pk-mono);
  white-space: pre; }

/* what a check found */
.pk-report { margin: 0 0 12px; padding: 12px 16px; font-size: 15px; background: var(--pk-panel);
  border: 1px solid var(--pk-rule); border-left: 5px solid var(--pk-soft); border-radius: 0 8px 8px 0; }
.pk-report.pk-passed { border-left-color: var(--pk-edge-3); }
.pk-report.pk-failed { border-left: 5px double var(--pk-edge-2); }
.pk .pk-sides .pk-tree, .pk .pk-sides pre.pk-outline { background: none; }
.pk .pk-sides { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px; margin: 4px 0 10px; }
.pk .pk-sides > div { flex: 1 1 340px; min-width: min(100%, 150px); overflow-x: auto; padding: 10px 12px;
  border: 1px solid var(--pk-rule); border-radius: 8px; background: var(--pk-slot); }
.pk .pk-sides > div:has(> b + code:last-child) { flex: 0 1 auto; }
.pk .pk-sides > div > b { display: block; margin: 0 0 6px; font-size: 12px; font-weight: 650; letter-spacing: .06em;
  text-transform: uppercase; color: var(--pk-soft); }
.pk .pk-sides > div > code { padding: 0; background: none; box-shadow: none; font-size: 20px; font-weight: 650;
  overflow-wrap: anywhere; }
.pk .pk-sides .pk-view { margin: 0; padding: 0; border: 0; background: transparent; }

.pk-report .pk-note { margin: 0 0 6px; }

/* predict and reveal */
.pk-covered { display: flex; align-items: center; justify-content: center; min-height: 120px; margin: 0 0 12px;
  padding: 16px; border: 2px dashed var(--pk-soft); border-radius: 8px; background: var(--pk-panel);
  text-align: center; font-size: 15px; }

/* progress */
.pk-progress { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 0 0 8px; }
.pk-progress > span:last-child { margin-left: 8px; }
.pk .pk-box { display: inline-block; min-width: 28px; height: 28px; border: 1px solid var(--pk-soft);
  border-radius: 6px; background: var(--pk-slot); font: 600 13px/26px var(--pk-mono); text-align: center; }
.pk .pk-box.pk-done { border-color: var(--pk-accent); background: var(--pk-accent); color: var(--pk-accent-ink); }

/* quiz */
.pk .pk-question .pk-title { margin: 0 0 6px; }
.pk-question p + p { margin: 0 0 10px; font-size: 17px; line-height: 1.45; }
.pk-question { padding-bottom: 10px; }
.pk-tally { margin: 4px 0 0; }

/* a row of lesson 01's picture: the sentence goes below the tokens where it is narrow */
.pk-front .pk-badge { justify-self: start; }
@container (max-width: 700px) { .pk-front .pk-row > .pk-num { grid-column: 3; } }
"""
