"""How the controls look: calm, one accent, a focus that can be seen. The pictures' own rules are in draw/."""

WIDGET_CSS = """
.pk-app { width: 100%; }
.pk-app .widget-html, .pk-app .widget-html > .widget-html-content { width: 100%; height: auto; line-height: 1.45;
  overflow: visible; align-self: stretch; }
.pk-app.widget-box, .pk-app .widget-box { overflow: visible; }
.pk-app { container-type: inline-size; }
.pk-app .pk-columns { display: grid; gap: 4px 20px; width: 100%;
  grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 2.6fr);
  grid-template-areas: "controls pictures" "savings pictures"; }
.pk-app .pk-controls-area { grid-area: controls; } .pk-app .pk-savings-area { grid-area: savings; }
.pk-app .pk-pictures-area { grid-area: pictures; min-width: 0; }
@container (max-width: 860px) {
  .pk-app .pk-columns { grid-template: auto / minmax(0, 1fr); grid-template-areas: "controls" "pictures" "savings"; }
}
.pk-app .pk-field { margin: 0 0 8px; }
.pk-app .pk-label { font-size: 12px; color: var(--pk-soft); }
.pk-app .pk-grid-controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(144px, 1fr)); gap: 0 14px; }
.pk-app .pk-wrap { display: flex; flex-flow: row wrap; gap: 6px 14px; align-items: flex-start; }
.pk-app textarea { font: 13px/1.6 var(--pk-mono); }
.pk-app .jupyter-button { border: 1px solid var(--pk-rule); border-radius: 6px; background: var(--pk-slot);
  color: var(--pk-ink); box-shadow: none; margin: 0; font-size: 13px; }
.pk-app .pk-sign { padding: 0; }
.pk-app .jupyter-button:hover { border-color: var(--pk-accent); }
.pk-app .jupyter-button.mod-active { background: var(--pk-accent); border-color: var(--pk-accent);
  color: var(--pk-accent-ink); font-weight: 650; box-shadow: none; }
.pk-app .widget-toggle-buttons .jupyter-button { border-radius: 16px; padding: 0 16px; margin: 0 6px 6px 0; }
.pk-app .widget-toggle-buttons { overflow: visible; margin: 0; width: auto; }
.pk-app .pk-player { display: flex; flex-flow: row wrap; gap: 6px 8px; align-items: center; margin: 2px 0 8px; }
.pk-app .widget-slider { padding: 0 6px; }
.pk-app .noUi-connect, .pk-app .noUi-handle { background: var(--pk-accent); }
.pk-app .noUi-handle { border-color: var(--pk-accent); }
.pk-app :focus-visible, .pk-app .noUi-handle:focus { outline: 3px solid var(--pk-accent); outline-offset: 2px; }
.pk-app .pk-message { padding: 6px 10px; border-radius: 6px; font-size: 13px; background: var(--pk-panel);
  border: 1px solid var(--pk-rule); }
.pk-app .pk-message.pk-error { border: 2px solid var(--pk-edge-2); }
.pk-app .pk-message.pk-error::before { content: "⚠ "; }
.pk-app .pk-message a { color: var(--pk-accent); text-decoration: underline; }

.pk-app.pk-exercise { box-sizing: border-box; padding: 14px 18px; border: 1px solid var(--pk-rule); border-radius: 8px;
  background: var(--pk-panel); }
.pk-exercise .pk-card-exercise { padding: 0; border: 0; background: none; }
.pk-exercise .pk-report { margin: 4px 0 8px; background: var(--pk-slot); }
.pk-exercise .pk-entry { display: flex; flex-flow: row wrap; gap: 8px; align-items: flex-end; margin: 4px 0 8px; }
.pk-exercise .jupyter-button { height: 32px; line-height: 30px; padding: 0 16px; }
.pk-exercise .pk-stacked { display: flex; flex-flow: column; align-items: stretch; height: auto; margin: 0; }
.pk-exercise .pk-stacked > .widget-label { width: auto; height: auto; margin: 0; padding: 0 0 2px; text-align: left;
  font-size: 13px; line-height: 1.4; color: var(--pk-soft); }
.pk-exercise .pk-stacked > input, .pk-exercise .pk-stacked > textarea { box-sizing: border-box; width: 100%;
  border: 1px solid var(--pk-soft); border-radius: 6px; background: var(--pk-slot); color: var(--pk-ink); }
.pk-exercise .pk-stacked > input { height: 32px; padding: 0 10px; font: 15px var(--pk-mono); }
.pk-exercise .pk-view-live { padding-top: 10px; }
.pk-exercise ::placeholder { color: var(--pk-soft); opacity: 1; font: 13px system-ui, sans-serif; }
.pk-exercise .pk-choices { height: auto; margin: 0 0 6px; }
.pk-exercise .pk-choices .widget-radio-box { flex-grow: 1; max-width: none; margin: 0; padding: 0; gap: 6px; }
.pk-exercise .pk-choices label { display: flex; flex-flow: row-reverse; justify-content: flex-end; gap: 10px;
  align-items: center; height: auto; margin: 0; padding: 7px 12px; border: 1px solid var(--pk-rule);
  border-radius: 8px; background: var(--pk-slot); color: var(--pk-ink); font-size: 15px; line-height: 1.4;
  white-space: normal; cursor: pointer; }
.pk-exercise .pk-choices label:hover { border-color: var(--pk-accent); }
.pk-exercise .pk-choices label:has(:checked) { border-color: var(--pk-accent); box-shadow: 0 0 0 1px var(--pk-accent); }
.pk-exercise .pk-choices input { flex: none; margin: 0; accent-color: var(--pk-accent); }
.pk-demo .pk-view, .pk-demo .pk-sentence { zoom: 1.5; }
.pk-demo .pk-player, .pk-demo .widget-toggle-buttons { gap: 10px; margin: 4px 0 12px; }
.pk-demo .jupyter-button { min-height: 48px; height: auto; padding: 0 24px; font-size: 20px; line-height: 46px; }
.pk-demo .widget-toggle-buttons .jupyter-button { border-radius: 24px; margin: 0 8px 8px 0; padding: 0 24px; }
.pk-demo input, .pk-demo select, .pk-demo textarea, .pk-demo .pk-of { height: auto; min-height: 44px; font-size: 20px; }
.pk-demo textarea { font-size: 22px; }
.pk-demo .pk-player input { width: 80px; padding: 0 8px; }
.pk-demo .pk-player .pk-of { line-height: 44px; }
.pk-demo .pk-sentence { min-height: 3.4em; margin: 0 0 4px; }
.pk-demo .noUi-handle { width: 28px; height: 28px; top: -12px; right: -14px; }
.pk-demo .pk-label, .pk-demo .pk-message { font-size: 18px; }
"""
