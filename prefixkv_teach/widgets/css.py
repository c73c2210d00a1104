"""How the controls look: calm, one accent, a focus that can be seen. The pictures' own rules are in draw/."""

WIDGET_CSS = """
.pk-app { width: 100%; }
.pk-app .widget-html, .pk-app .widget-html > .widget-html-content { width: 100%; height: auto; line-height: 1.45;
  overflow: visible; align-self: stretch; }
.pk-app.widget-box, .pk-app .widget-box { overflow: visible; }
.pk-app .pk-columns { display: flex; flex-wrap: wrap; gap: 4px 20px; width: 100%; }
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
"""
